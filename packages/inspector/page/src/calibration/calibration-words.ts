import type { CalibrationView } from "../../../src/shared/view/calibration-view.ts";
import {
  askedOf,
  belowPromise,
  LAST_START,
  measuredCoverage,
} from "../../../src/shared/words/coverage-words.ts";
import { percent } from "../../../src/shared/words/percent.ts";

type Goal = NonNullable<CalibrationView["calibration"]>["goal"];

/** Promise of a calibration, as sentences. */
export function promiseOf({
  alpha,
  byReplay,
  goal,
  guarantee,
  n,
  planted,
}: Pick<
  NonNullable<CalibrationView["calibration"]>,
  "alpha" | "byReplay" | "goal" | "guarantee" | "n" | "planted"
>): string {
  if (alpha === 0) return "The tolerated miss rate is 0, so every step is in every set.";
  const isExact = guarantee === "exact";
  const [sure, bound] = isExact ? ["Promised", "at least"] : ["Aimed at", "about"];
  const proof = isExact ? "" : ` ${planted?.isWeighed === true ? weighedWords(planted.n) : NOT_PROVEN}`;
  const promised =
    goal === "mean"
      ? `the sets contain ${bound} ${percent(1 - alpha)} of an attempt's decisive steps`
      : byReplay === undefined
        ? `${bound} ${percent(1 - alpha)} of the sets contain ${askedOf(goal)}`
        : `${bound} ${percent(1 - alpha)} of the sets begin at or before ${LAST_START}, which need not be the first mistake`;
  return `${sure}: ${promised}, on average over failures like the ${n} that it was made of. It is not how certain the set of any one thread is.${proof}${missWords(byReplay)}`;
}

/** The failures that count as misses, as a sentence. */
function missWords(byReplay: NonNullable<CalibrationView["calibration"]>["byReplay"]): string {
  if (byReplay === undefined || byReplay.unrecovered + byReplay.inconclusive === 0) return "";
  const { inconclusive, unrecovered } = byReplay;
  return ` Counted as misses: ${unrecovered} that no replay recovered, and ${inconclusive} on which replays came to no verdict.`;
}

const NOT_PROVEN = "That is aimed at, not proven.";

const weighedWords = (n: number): string =>
  `${n} of these are planted, and each counts by how likely a natural failure has its first mistake at its step.`;

/** Results of the labels here about the promise, as sentences. */
export function coverageWords(coverage: NonNullable<CalibrationView["coverage"]>): {
  readonly found: string;
  readonly verdict: string;
  /** Whether the promise is contradicted. */
  readonly isBroken: boolean;
} {
  const { high, low, target } = coverage;
  const found = `${measuredCoverage(coverage)} With 95 % confidence the true share lies between ${percent(low)} and ${percent(high)}.`;
  const isBroken = belowPromise(coverage);
  return { found, isBroken, verdict: verdictOn(low, high, target) };
}

/** The figure and its interval as rows of a table: what it is, and its value. */
export function coverageRows({
  covered,
  goal,
  high,
  low,
  n,
  target,
}: NonNullable<CalibrationView["coverage"]>): readonly (readonly [string, string])[] {
  const isMean = goal === "mean";
  return [
    isMean
      ? ["mean share of the labelled steps held", percent(covered / n)]
      : [heldWords(goal), `${covered} of ${n}, ${percent(covered / n)}`],
    [`95 % interval, ${isMean ? "Hoeffding" : "Clopper and Pearson"}`, `${percent(low)} to ${percent(high)}`],
    ["target", `at least ${percent(target)}`],
  ];
}

const heldWords = (goal: Exclude<Goal, "mean">): string =>
  goal === "first" ? "held the labelled step" : `held ${askedOf(goal)}`;

/** Quantity on the axis of coverage. */
export function coverageAxis({
  byReplay,
  goal,
}: Pick<NonNullable<CalibrationView["coverage"]>, "byReplay" | "goal">): string {
  if (byReplay === true) return `share of sets that hold ${LAST_START}`;
  return goal === "mean"
    ? "mean share of the decisive steps held"
    : `share of sets that hold ${askedOf(goal)}`;
}

function verdictOn(low: number, high: number, target: number): string {
  const aim = `the target of ${percent(target)}`;
  if (high < target)
    return `That is less than ${aim}: these failures are not like those that calibrated. Calibrate anew on recent ones.`;
  if (low >= target) return `That is no less than ${aim}.`;
  return `That does not contradict ${aim}; more labels narrow it down.`;
}

/** How far labelling has come, as a sentence. */
export function progressWords({ failed, labelled }: CalibrationView): string {
  if (failed === 0) return "No run here has failed.";
  return `${labelled} of ${failed} failed first attempts are labelled.`;
}
