import { UndoFailedError } from "../../errors/undo-failed-error.ts";
import { UndoMissingError } from "../../errors/undo-missing-error.ts";
import { UndoTimeoutError } from "../../errors/undo-timeout-error.ts";
import { plannedEffects } from "../../effects/effect-plan.ts";
import { isUndoneStanding, type EffectRecord } from "../../effects/effect-record.ts";
import { moveCalled, placeKept, stepsInFork } from "../../effects/place-kept.ts";
import { placesIn } from "../../effects/placing-effects.ts";
import type { RunEffects } from "../../effects/run-effects.ts";
import { undoAll } from "../../effects/undoing/undo-all.ts";
import { appendEntry } from "../../history/journal.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import type { RecordedTrajectory } from "../../steps/recorded-trajectory.ts";
import type { RollBackRecord } from "../attempt/attempt-from-fork.ts";
import { effectsOf } from "../attempt/attempt-effects.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { calledInForkOf } from "./called-in-fork.ts";
import { asItStands, isPartlyUndone } from "./partly-undone.ts";

/** @internal A decision with its effects as they stand, and why not all is done that comes before its fork. */
export interface UndoneForFork {
  readonly record: RollBackRecord;
  /** Whether the failed attempt's state tells of something that is undone, or may be. */
  readonly isTouched: boolean;
  readonly failure?: unknown;
}

/**
 * @internal Undoes the effects that a decision lists, then those that have begun since, and stores how each ended. After a crash it continues where
 * it stopped. An abort is a failure like others: what is undone stays so.
 *
 * @throws {EffectsUnreadableError} if some of what is stored of them cannot be read; nothing is undone then
 */
export async function undoForFork(
  context: RollbackContext,
  attempt: Pick<Attempt, "run" | "threadId" | "config">,
  record: RollBackRecord,
  readSteps: () => Promise<RecordedTrajectory>,
): Promise<UndoneForFork> {
  const { effects: listed = [], unfinished: _, ...rest } = record;
  const effects = await effectsOf(context, attempt);
  if (effects === undefined) {
    const open = listed.find(({ standing }) => standing === "to-undo" || standing === "not-undone");
    const failure = open === undefined ? {} : { failure: new UndoMissingError(open.name) };
    return { record, isTouched: isPartlyUndone(undefined, record), ...failure };
  }
  const wasTouched = isPartlyUndone(effects, record);
  let told = listed;
  const undo = async (planned: readonly EffectRecord[]): Promise<void> => {
    const before = told;
    told = [...before, ...planned];
    const { effects: ended, failure } = await undoAll(effects, planned, attempt.config.signal);
    told = [...before, ...ended];
    if (failure !== undefined) throw failure;
  };
  let failure: { readonly error: unknown } | undefined;
  const kept = (): RollBackRecord => (told.length === 0 ? record : { ...rest, effects: told });
  try {
    await noteUndone(effects, listed);
    told = [];
    await undo(listed);
    await effects.load();
    if (effects.all.length > 0) {
      const trajectory = await readSteps();
      const places = placesIn(trajectory);
      const { step: before, keep = [], into = [] } = record.rewind;
      const late = plannedEffects(effects, places, { attempt: record.attempt, before });
      const isTold = new Set(told.map(({ id }) => id));
      await undo(late.filter(({ id }) => !isTold.has(id)));
      if (told.length > 0) await appendEntry(context.saver, attempt.threadId, "attempt", kept());
      const inFork = stepsInFork(trajectory, [...keep, ...into.flatMap((inner) => inner.keep ?? [])]);
      const calledInFork = await calledInForkOf(context, attempt.threadId, record);
      await moveCalled(effects, places, { attempt: record.attempt, before, calledInFork });
      await placeKept(effects, places, { attempt: record.attempt, before, inFork });
    }
  } catch (error) {
    failure = { error };
  }
  // An attempt that was stopped early has no result of its own: it would go on from what may be undone.
  const isBegun =
    record.outcome?.early !== undefined && told.some(({ id }) => effects.of(id)?.isUndoing === true);
  const isTouched =
    wasTouched || isBegun || isTimeout(failure?.error) || isPartlyUndone(effects, { effects: told });
  told = told.map((effect) => asItStands(effects, effect));
  return { record: kept(), isTouched, ...(failure === undefined ? {} : { failure: failure.error }) };
}

/** Effects that only the record lists as undone: their marks could not be stored. */
async function noteUndone(effects: RunEffects, listed: readonly EffectRecord[]): Promise<void> {
  for (const { id, standing } of listed)
    if (isUndoneStanding(standing) && effects.of(id)?.isUndone === false)
      await effects.add({ mark: "undone", id });
}

const isTimeout = (error: unknown): boolean =>
  error instanceof UndoFailedError && error.cause instanceof UndoTimeoutError;
