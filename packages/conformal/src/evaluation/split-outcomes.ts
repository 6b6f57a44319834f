import { conformalQuantile } from "../conformal-quantile.ts";
import { conformalRank } from "../conformal-rank.ts";
import type { PreparedExample } from "./prepare-example.ts";
import { outcomeAt, type SetCurve, type SetOutcome } from "./set-curve.ts";

/** The two parts of one split. */
export interface SplitExamples {
  readonly calibration: readonly PreparedExample[];
  readonly test: readonly PreparedExample[];
}

/** One test trajectory's set, and what was promised for it. */
export interface TestOutcome {
  readonly example: PreparedExample;
  readonly set: SetOutcome;
  readonly promise: CoveragePromise;
}

/** What calibration on n trajectories promises. */
export interface CoveragePromise {
  /** Coverage attained, k / (n + 1), or 1 for full sets. */
  readonly level: number;
  /** Coverage that is not exceeded without ties: 1 - alpha + 1 / (n + 1), or 1. */
  readonly upper: number;
}

/**
 * Calibrates on one part of a split and looks at the sets of the other.
 *
 * Each group has a threshold of its own (Mondrian), from the calibration trajectories of that group; one with too few
 * of them for alpha gets full sets.
 *
 * @param alpha   tolerated miss rate, in [0, 1)
 * @param curveOf the curve to take of each example
 */
export function splitOutcomes(
  { calibration, test }: SplitExamples,
  alpha: number,
  curveOf: (example: PreparedExample) => SetCurve,
): readonly TestOutcome[] {
  const groups = new Map<string | undefined, readonly PreparedExample[]>();
  const members = (group: string | undefined) => calibration.filter((example) => example.group === group);
  for (const { group } of test) if (!groups.has(group)) groups.set(group, members(group));
  const calibrated = new Map(
    Array.from(groups, ([group, own]) => [group, calibrateGroup(own.map(curveOf), alpha)] as const),
  );
  const [only] = calibrated.size === 1 ? calibrated.values() : [];
  return test.map((example) => {
    const { promise, threshold } = only ?? calibrated.get(example.group) ?? calibrateGroup([], alpha);
    return { example, set: outcomeAt(curveOf(example), threshold), promise };
  });
}

function calibrateGroup(curves: readonly SetCurve[], alpha: number) {
  const scores = curves.map(({ decisive }) => decisive);
  return { threshold: conformalQuantile(scores, alpha), promise: promiseOf(curves.length, alpha) };
}

/** What `n` exchangeable trajectories promise at `alpha`. */
export function promiseOf(n: number, alpha: number): CoveragePromise {
  const rank = conformalRank(n, alpha);
  if (rank > n) return { level: 1, upper: 1 };
  return { level: rank / (n + 1), upper: 1 - alpha + 1 / (n + 1) };
}
