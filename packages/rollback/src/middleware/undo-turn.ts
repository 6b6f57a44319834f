import { isToolMessage } from "@langchain/core/messages";

import { strayEffects } from "../effects/effect-plan.ts";
import { placeKept } from "../effects/place-kept.ts";
import { placesIn, type EffectPlaces } from "../effects/placing-effects.ts";
import type { RunEffects } from "../effects/run-effects.ts";
import { undoAll } from "../effects/undoing/undo-all.ts";
import { leftAlone, problemOf } from "../history/left-alone.ts";
import { messagesIn } from "../langgraph/message-text.ts";
import type { FinishedRun } from "./finished-run.ts";
import { effectsOfTurn } from "./turn-effects.ts";
import type { AgentEnd } from "./finished-run.ts";
import type { MiddlewareContext } from "./middleware-context.ts";
import type { MiddlewareRecord } from "./middleware-record.ts";

/** @internal Where the effects of tool calls lie among the steps of a conversation. */
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
 * answer.
 */
export async function withEffectsUndone(
  context: MiddlewareContext,
  { configurable, signal }: AgentEnd,
  run: FinishedRun,
  record: MiddlewareRecord,
): Promise<MiddlewareRecord> {
  try {
    const effects = await effectsOfTurn(context, run.turn, configurable);
    if (effects === undefined || effects.all.length === 0 || run.isWrapped) return record;
    return await undone(effects, run, record, signal);
  } catch (error) {
    signal?.throwIfAborted();
    return notCarriedOut(record, error);
  }
}

async function undone(
  effects: RunEffects,
  run: FinishedRun,
  record: MiddlewareRecord,
  signal: AbortSignal | undefined,
): Promise<MiddlewareRecord> {
  const { attempt } = run;
  const places = placesInConversation(run);
  const planned =
    record.trimmed === undefined ? strayEffects(effects, attempt, places) : (record.effects ?? []);
  const { effects: told, failure } = await undoAll(effects, planned, signal);
  const others = (record.effects ?? []).filter(({ id }) => told.every((each) => each.id !== id));
  const said = told.length === 0 ? record : { ...record, effects: [...others, ...told] };
  if (failure !== undefined) return notCarriedOut(said, failure);
  if (record.trimmed !== undefined)
    await placeKept(effects, places, { attempt, before: record.trimmed.step });
  return said;
}

function notCarriedOut(record: MiddlewareRecord, error: unknown): MiddlewareRecord {
  const { trimmed, undone: _, ...rest } = record;
  const problem = problemOf(error);
  if (trimmed === undefined) return rest.problem === undefined ? { ...record, problem } : record;
  return { ...rest, decision: "give-up", ...leftAlone(problem) };
}
