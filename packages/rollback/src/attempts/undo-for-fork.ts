import { UndoMissingError } from "../errors/undo-missing-error.ts";
import { plannedEffects } from "../effects/effect-plan.ts";
import { placeKept, stepsInFork } from "../effects/place-kept.ts";
import { placesIn } from "../effects/placing-effects.ts";
import { undoAll } from "../effects/undoing/undo-all.ts";
import { appendEntry } from "../history/journal.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import type { RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import type { RollBackRecord } from "./attempt-from-fork.ts";
import { effectsOf } from "./attempt-effects.ts";
import type { Attempt } from "./attempt.ts";

/** @internal A decision with its effects as they stand, and why not all are undone. */
export interface UndoneForFork {
  readonly record: RollBackRecord;
  readonly failure?: unknown;
}

/**
 * @internal Undoes the effects that a decision lists, then those that have begun since, and stores how each ended. After a crash it continues where
 * it stopped.
 *
 * @throws the signal's reason, if the run is aborted
 */
export async function undoForFork(
  context: RollbackContext,
  attempt: Pick<Attempt, "run" | "threadId" | "config">,
  record: RollBackRecord,
  readSteps: () => Promise<RecordedTrajectory>,
): Promise<UndoneForFork> {
  const listed = record.effects ?? [];
  const effects = await effectsOf(context, attempt);
  if (effects === undefined) {
    const open = listed.find(({ standing }) => standing === "to-undo" || standing === "not-undone");
    return open === undefined ? { record } : { record, failure: new UndoMissingError(open.name) };
  }
  const { signal } = attempt.config;
  const first = await undoAll(effects, listed, signal);
  let told = first.effects;
  let { failure } = first;
  await effects.load();
  if (effects.all.length === 0) return { record };
  const trajectory = await readSteps();
  const places = placesIn(trajectory);
  if (failure === undefined) {
    const late = plannedEffects(effects, places, { attempt: record.attempt, before: record.rewind.step });
    const unlisted = late.filter(({ id }) => !told.some((effect) => effect.id === id));
    const second = await undoAll(effects, unlisted, signal);
    told = [...told, ...second.effects];
    failure = second.failure;
  }
  const kept = told.length === 0 ? record : { ...record, effects: told };
  if (failure !== undefined) return { record: kept, failure };
  if (told.length > 0) await appendEntry(context.saver, attempt.threadId, "attempt", kept);
  const { step: before, keep = [], into = [] } = record.rewind;
  const inFork = stepsInFork(trajectory, [...keep, ...into.flatMap((inner) => inner.keep ?? [])]);
  await placeKept(effects, places, { attempt: record.attempt, before, inFork });
  return { record: kept };
}
