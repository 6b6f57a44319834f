import type { RollbackProblem } from "../history/attempt-record.ts";
import { stateOf, type LearningPlace } from "./learning-place.ts";
import type { HeldCalibrations, Learnt } from "./learning.ts";

/** @internal A run, and the thread that it is on. */
export interface RunOnThread {
  readonly threadId: string;
  readonly run: string;
}

/** Runs that pause and are never resumed are forgotten after as many others. */
const MOST_OPEN = 1000;

/** Calibrations that the runs of this process began with, the latest last. Graphs are made anew for each request, so they do not hold this. */
const open = new Map<string, HeldCalibrations>();

/**
 * @internal Scorer for a run's failures, with the calibrations that the files held when this process first took up the run. A file that is replaced later counts for
 * later runs.
 *
 * @returns beside it what is wrong with the files and was not told yet
 */
export async function learntFor(
  { kept, learning }: LearningPlace,
  run: RunOnThread,
): Promise<{ readonly learnt: Learnt; readonly problems: readonly RollbackProblem[] }> {
  if (learning.files === "" && kept === undefined)
    return { learnt: learning.learntFrom(learning.held()), problems: [] };
  const key = keyOf({ kept, learning }, run);
  const before = open.get(key);
  const problems = before === undefined ? [...(await learning.refresh())] : [];
  const own = before === undefined && kept !== undefined ? await stateOf(kept) : undefined;
  if (own?.problem !== undefined) problems.push(own.problem);
  const held = before ?? { ...learning.held(), ...(own === undefined ? {} : { state: own.state }) };
  open.delete(key);
  open.set(key, held);
  const [oldest] = open.keys();
  if (open.size > MOST_OPEN && oldest !== undefined) open.delete(oldest);
  return { learnt: learning.learntFrom(held), problems };
}

/** @internal Forgets what a run began with: it is over. */
export function runIsOver(place: LearningPlace, run: RunOnThread): void {
  open.delete(keyOf(place, run));
}

const keyOf = ({ kept, learning: { files } }: LearningPlace, { threadId, run }: RunOnThread): string =>
  JSON.stringify([files, kept?.agent ?? null, threadId, run]);
