import { acceptanceAt } from "../verdicts/acceptance.ts";
import { bestWrong, type RetriedTasks, type RetryVerdict } from "../verdicts/retried-tasks.ts";
import { type PilotShare, shareWith } from "./pilot-share.ts";

/** Results of accepting retries at one gamma, or without a bound. Intervals are of 95 %. */
export interface AcceptanceRow {
  /** Retries that a run may have. */
  readonly retries: number;
  /** Tolerated share of wrong results accepted. Absent: without a bound, every retry is accepted that epsilon's threshold lets pass. */
  readonly gamma?: number;
  /** Rank of the threshold, as of `Acceptance`; 0 where nothing is accepted because too few tasks were retried. Absent without a bound. */
  readonly k?: number;
  /** Of all right retries: those that would be accepted. */
  readonly right: PilotShare;
  /** Of the tasks: those that end with a right result accepted. */
  readonly recovered: PilotShare;
  /** Of the tasks: those that end with a wrong result accepted. */
  readonly wrong: PilotShare;
}

const GAMMAS = [0.05, 0.1, 0.2] as const;

/**
 * What a verifier would accept after a failure, for each number of retries and several gammas: to look at before either is chosen. Each
 * task is held to the threshold that the other tasks give at the same rank, so no task helps to judge itself.
 *
 * @param retried by `collectRetries`, or the `retries` of a calibration
 * @param gammas  in [0, 1); default 0.05, 0.1 and 0.2
 * @returns for 1, 2, … `maxRetries` retries, a row for each gamma and one without a bound
 *
 * @example
 * for (const { retries, gamma, right, wrong } of acceptanceTable(retried)) console.log(retries, gamma, right.count, wrong.count);
 */
export function acceptanceTable(
  retried: RetriedTasks,
  gammas: readonly number[] = GAMMAS,
): readonly AcceptanceRow[] {
  const counts = Array.from({ length: retried.maxRetries }, (_, at) => at + 1);
  return counts.flatMap((retries) => [
    ...gammas.map((gamma) => boundedRow(retried, gamma, retries)),
    { retries, ...sharesOf(retried, retries, () => -Infinity) },
  ]);
}

function boundedRow(retried: RetriedTasks, gamma: number, retries: number): AcceptanceRow {
  const { above, k } = acceptanceAt(retried, { gamma, retries });
  const best = Float64Array.from(retried.tasks, (task) => bestWrong(task, retries)).toSorted();
  /** The k-th best of the others: where a task is among the k best itself, the next one takes its place. */
  const withoutIt = best[best.length - k - 1] ?? -Infinity;
  const aboveFor = (task: readonly RetryVerdict[]): number =>
    bestWrong(task, retries) >= above ? withoutIt : above;
  return { retries, gamma, k, ...sharesOf(retried, retries, aboveFor) };
}

function sharesOf(
  { below, tasks }: RetriedTasks,
  retries: number,
  aboveFor: (task: readonly RetryVerdict[]) => number,
): Pick<AcceptanceRow, "right" | "recovered" | "wrong"> {
  const made = tasks.map((task) => {
    const above = aboveFor(task);
    return task
      .slice(0, retries)
      .map(({ right, score = -Infinity }) => ({ right, accepted: score > above && score >= below }));
  });
  const ends = made.map((task) => task.find(({ accepted }) => accepted));
  return {
    right: shareWith(
      made.flat().filter(({ right }) => right),
      ({ accepted }) => accepted,
    ),
    recovered: shareWith(ends, (end) => end?.right === true),
    wrong: shareWith(ends, (end) => end?.right === false),
  };
}
