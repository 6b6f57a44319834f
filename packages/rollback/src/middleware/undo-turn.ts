import { isToolMessage } from "@langchain/core/messages";

import { plannedEffects } from "../effects/effect-plan.ts";
import { placeKept } from "../effects/place-kept.ts";
import { placesIn, type EffectPlaces } from "../effects/placing-effects.ts";
import { undoAll, type UndoneEffects } from "../effects/undoing/undo-all.ts";
import type { EffectRecord } from "../effects/effect-record.ts";
import { undoStrays } from "../effects/undoing/undo-strays.ts";
import { RollbackUnfinishedError } from "../errors/rollback-unfinished-error.ts";
import { messagesIn } from "../langgraph/message-text.ts";
import { isCut, type FinishedRun } from "./finished-run.ts";
import type { MiddlewareContext } from "./middleware-context.ts";
import type { MiddlewareRecord } from "./middleware-record.ts";
import { isRetry, notCarriedOut, type Retry } from "./observed-retry.ts";
import { withHoldsSettled } from "./settle-turn.ts";
import { effectsOfTurn, type TurnEffects } from "./turn-effects.ts";

const REMEDY = "Call the agent with `null` as its input and the thread: it undoes the rest and continues.";

/** @internal Places of the effects of tool calls among the steps of a conversation. */
export function placesInConversation({
  trajectory,
  dataOf,
}: Pick<FinishedRun, "trajectory" | "dataOf">): EffectPlaces {
  const steps = trajectory.steps.flatMap((step) =>
    dataOf(step)
      .writes.flatMap(([, said]) => messagesIn(said))
      .filter(isToolMessage)
      .map(({ tool_call_id: taskId }) => ({ ...step, origin: { ...step.origin, taskId } })),
  );
  return placesIn({ steps });
}

/**
 * @internal Carries out what a record says about effects, and says in it what became of them. If one cannot be undone, the turn ends with its own
 * answer. After a crash it continues where it stopped.
 *
 * @throws {RollbackUnfinishedError} if some are undone and another cannot be; of an attempt that was ended before its end, already if one cannot be
 * @throws the signal's reason, if the run is aborted
 */
export async function withEffectsUndone(
  context: MiddlewareContext,
  run: FinishedRun,
  record: MiddlewareRecord,
): Promise<MiddlewareRecord> {
  const { signal } = run.verifierRun;
  const listed = record.effects ?? [];
  let told: UndoneEffects = { effects: listed };
  let effects: TurnEffects | undefined;
  try {
    effects = await effectsOfTurn(context, run.turn, run);
    if (effects === undefined || effects.all.all.length === 0 || run.isWrapped) return record;
    told = isRetry(record)
      ? await undoneForRetry(effects, run, record, signal)
      : await undoStrays(effects.all, run.attempt, placesInConversation(run), signal);
    if (told.failure !== undefined) throw told.failure;
    const undone = withTold(record, told);
    return isRetry(record) ? undone : await withHoldsSettled(effects, run, undone);
  } catch (error) {
    signal?.throwIfAborted();
    const stateOf = ({ id }: EffectRecord) => effects?.all.of(id);
    const isUndone = (effect: EffectRecord): boolean => stateOf(effect)?.isUndone === true;
    // An attempt that was ended before its end has no answer of its own, and nobody knows what it would build on.
    const isInDoubt = (effect: EffectRecord): boolean => isCut(run) && stateOf(effect)?.isUndoing === true;
    // The answer tells of what does not exist any more.
    if (isRetry(record) && listed.some((each) => isUndone(each) || isInDoubt(each))) {
      const now = told.effects.map((each) =>
        isUndone(each) ? { ...each, standing: "undone" as const } : each,
      );
      throw new RollbackUnfinishedError(run.threadId, run.attempt, now, { cause: error, remedy: REMEDY });
    }
    effects?.reopen(run.attempt);
    return notCarriedOut(withTold(record, told), error);
  }
}

/** Undoes the effects that a decision lists, then those that have begun since. */
async function undoneForRetry(
  turn: TurnEffects,
  run: FinishedRun,
  { effects: listed = [], trimmed }: Retry,
  signal: AbortSignal | undefined,
): Promise<UndoneEffects> {
  const { all } = turn;
  const at = { attempt: run.attempt, before: trimmed.step };
  const places = placesInConversation(run);
  turn.actsOf(run.attempt).close();
  const first = await undoAll(all, listed, signal);
  if (first.failure !== undefined) return first;
  const isTold = idsOf(first.effects);
  const late = plannedEffects(all, places, at).filter(({ id }) => !isTold.has(id));
  const second = await undoAll(all, late, signal);
  if (second.failure === undefined) await placeKept(all, places, at);
  return { ...second, effects: [...first.effects, ...second.effects] };
}

function withTold(record: MiddlewareRecord, { effects: told }: UndoneEffects): MiddlewareRecord {
  const isTold = idsOf(told);
  const others = (record.effects ?? []).filter(({ id }) => !isTold.has(id));
  return told.length === 0 ? record : { ...record, effects: [...others, ...told] };
}

const idsOf = (effects: readonly EffectRecord[]): ReadonlySet<string> => new Set(effects.map(({ id }) => id));
