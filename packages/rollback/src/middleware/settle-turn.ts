import { performsHeld } from "../effects/holding/perform-held.ts";
import {
  discardAll,
  failedBefore,
  releaseAll,
  releasedSoFar,
  stillHeld,
} from "../effects/holding/release-all.ts";
import { warn } from "../errors/warn.ts";
import { fateOfHeld } from "../history/fate-of-held.ts";
import { withSettled } from "../history/with-settled.ts";
import type { AgentRuntime } from "./agent-runtime.ts";
import type { FinishedRun } from "./finished-run.ts";
import { keepDecision, readDecisionOf } from "./kept-decision.ts";
import type { MiddlewareContext } from "./middleware-context.ts";
import type { MiddlewareRecord } from "./middleware-record.ts";
import type { Turn } from "./middleware-state.ts";
import { isRetry } from "./observed-retry.ts";
import { effectsOfTurn, type TurnEffects } from "./turn-effects.ts";

/**
 * @internal Decides about the acts that a turn holds at its end. That they are to take place is stored before, so that a process that continues for one that died
 * does the rest.
 *
 * @throws what the checkpointer throws; they stay held then
 */
export async function withHoldsSettled(
  turn: TurnEffects,
  run: FinishedRun,
  record: MiddlewareRecord,
): Promise<MiddlewareRecord> {
  const held = stillHeld(turn.all);
  if (held.length === 0) return withReleased(turn, record);
  const fate = fateOfHeld(turn.all.options, record);
  if (fate === "release") {
    const told = { ...record, trajectory: run.trajectory.id };
    await keepDecision(run, { record: told, isApproved: true });
    return released(turn, run, told);
  }
  return withSettled(record, fate === "discard" ? await discardAll(turn.all) : { effects: held });
}

/** Carries out what is held, unless the release of one has failed before. */
async function released(
  { all, tools }: TurnEffects,
  { configurable }: AgentRuntime,
  record: MiddlewareRecord,
): Promise<MiddlewareRecord> {
  const before = releasedSoFar(all);
  const failed = failedBefore(all);
  if (failed !== undefined)
    return withSettled(record, { ...failed, effects: [...before, ...failed.effects] });
  const config = configurable === undefined ? {} : { configurable };
  const performs = performsHeld(all, config, ({ kind, name }) =>
    kind === "tool" ? tools.get(name) : undefined,
  );
  const settled = await releaseAll(all, performs);
  if (settled.failure !== undefined)
    warn(settled.failure.message, "RollbackReleaseWarning", settled.failure.code);
  return withSettled(record, { ...settled, effects: [...before, ...settled.effects] });
}

/** The record that tells, too, of acts that a process carried out which died before it could tell. */
function withReleased({ all }: TurnEffects, record: MiddlewareRecord): MiddlewareRecord {
  const effects = releasedSoFar(all);
  return effects.length === 0 ? record : withSettled(record, { effects });
}

/**
 * @internal The record of the turn before, whose process died while acts took place that it had held: the rest takes place now. Never throws.
 *
 * @param unjudged the record that says that nothing was decided about it
 */
export async function completedTurn(
  context: MiddlewareContext,
  runtime: AgentRuntime,
  turn: Turn,
  unjudged: MiddlewareRecord,
): Promise<MiddlewareRecord> {
  try {
    const kept =
      context.effects === undefined ? undefined : await readDecisionOf(runtime.configurable, turn.id);
    if (kept?.isApproved !== true || isRetry(kept.record)) return unjudged;
    const effects = await effectsOfTurn(context, turn, runtime);
    return effects === undefined ? unjudged : await released(effects, runtime, kept.record);
  } catch (error) {
    context.report(runtime.configurable, error);
    return unjudged;
  }
}
