import { type PredictionSet, predictionSet } from "./prediction-set.ts";
import type { Threshold } from "./threshold.ts";

/** One planned attempt. */
export interface EscalationStage {
  /** First step to do again, in [0, l - 1]. Earlier than that of the stage before. */
  readonly start: number;
  /** Miss rate of its threshold. */
  readonly alpha: number;
  /** P(start <= y), at the least: over the draw of calibration and run, before any attempt was made. */
  readonly level: number;
}

/** Starts for one attempt after the other, until one succeeds. */
export interface Escalation {
  /** At least one, starts strictly falling; none after a start at 0, which is a restart. */
  readonly stages: readonly EscalationStage[];
  /** P(some stage starts at or before the decisive step), at the least: the level of the last. */
  readonly level: number;
  readonly guarantee: PredictionSet["guarantee"];
  /** As in `PredictionSet`, of the first stage. */
  readonly trivial?: { readonly reason: string; readonly needed: number };
  /** As in `PredictionSet`, of the first stage. */
  readonly fallback?: string;
  /** One sentence for people. */
  readonly reason: string;
}

/**
 * Plans the retries of a failed run: from a small rollback to larger ones.
 *
 * alpha_1 > alpha_2 > ... from one calibration and one score make nested sets, so that their starts only move back:
 * s_1 = start at alpha_1, s_{k+1} = min(s_k - 1, start at alpha_{k+1}). The events {s_k <= y} are nested as well, and
 * "some s_k <= y" is the last one: its probability is at least 1 - alpha_K, with no union bound over the stages. The
 * cheap first stage costs nothing of it. All K stages fail to reach y in alpha_K of runs, not in the alphas' sum.
 *
 * It speaks of the decisive step of this run. An attempt is a new trajectory, whose own errors it does not know.
 *
 * @param stepScores suspicion of each step of the failed run, shape [l]
 * @param thresholds by `calibrateThreshold` on the same nonconformities with falling alphas, say alpha and then 0, which
 *   is a restart
 * @throws {RangeError} on no threshold, alphas that do not fall, thresholds of different calibrations, or what
 *   `predictionSet` refuses
 */
export function escalate(stepScores: readonly number[], thresholds: readonly Threshold[]): Escalation {
  checkNested(thresholds);
  const sets = thresholds.map((threshold) => predictionSet(stepScores, threshold));
  const stages: EscalationStage[] = [];
  for (const [index, { range, level }] of sets.entries()) {
    const before = stages.at(-1)?.start ?? Infinity;
    if (before === 0) break;
    const start = Math.min(before - 1, range.start);
    stages.push({ start, alpha: thresholds[index]?.alpha ?? 0, level: start === 0 ? 1 : level });
  }
  const [first] = sets;
  const level = stages.at(-1)?.level ?? 0;
  return {
    stages,
    level,
    guarantee: "exact",
    ...(first?.trivial === undefined ? {} : { trivial: first.trivial }),
    ...(first?.fallback === undefined ? {} : { fallback: first.fallback }),
    reason: describe(stages, level, first?.trivial?.reason),
  };
}

function describe(stages: readonly EscalationStage[], level: number, trivial: string | undefined): string {
  const starts = stages.map(({ start }) => start).join(", then ");
  const share = level === 1 ? "which always reaches" : `and in at least ${level} of runs the last reaches`;
  const restart = trivial === undefined ? "" : ` It is a restart: ${trivial}.`;
  return `Go on from step ${starts}, ${share} the decisive step.${restart}`;
}

function checkNested(thresholds: readonly Threshold[]): void {
  if (thresholds.length === 0) throw new RangeError("Expected `thresholds` to hold at least one, got 0.");
  for (const [index, next] of thresholds.entries()) {
    const before = thresholds[index - 1];
    if (before === undefined) continue;
    if (!(next.alpha < before.alpha)) {
      throw new RangeError(
        `Expected \`thresholds\` of falling alpha, got ${next.alpha} after ${before.alpha}.`,
      );
    }
    if (next.method !== before.method || next.n !== before.n || next.value < before.value) {
      const pair = `${before.method} of ${before.n} at ${before.value} and ${next.method} of ${next.n} at ${next.value}`;
      throw new RangeError(`Expected \`thresholds\` from one calibration, got ${pair}.`);
    }
  }
}
