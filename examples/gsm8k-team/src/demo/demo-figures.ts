import type { ArmFigures } from "./arm-figures.ts";
import type { Coverage } from "./coverage.ts";
import type { FrontierPoint } from "./frontier.ts";
import type { JudgeFigures } from "./judge-arms.ts";
import type { Share } from "./share.ts";

/** Everything that the demo measured; `--json` writes it as it is. Nothing in it depends on the clock. */
export interface DemoFigures {
  readonly format: "langgraph-rollback/gsm8k-demo";
  readonly version: 3;
  readonly seed: number;
  readonly alpha: number;
  readonly model: { readonly name: string; readonly simulated: boolean };
  readonly calibration: {
    /** Runs that a fault was to be planted into. */
    readonly runs: number;
    readonly distinctProblems: number;
    /** Those that failed for it. */
    readonly labelled: number;
    /** Number of the others, by the reason. */
    readonly skipped: Readonly<Record<string, number>>;
    /** How many labelled failures the scorer was fitted on. */
    readonly fitted: number;
    /** How many others calibrate it; 0 without a calibration. */
    readonly calibrated: number;
  };
  readonly fresh: {
    readonly runs: number;
    readonly distinctProblems: number;
    readonly solvedAtOnce: Share;
    readonly recovered: Share;
    readonly givenUp: Share;
    readonly failedAtFirst: number;
    /** How many different problems those are about. */
    readonly distinctProblemsFailed: number;
  };
  /** Null where the first mistakes are not known, as with a real model. */
  readonly coverage: Coverage | null;
  /**
   * How far the coverage of one calibration lies from that of the average calibration, as a standard deviation; null
   * without a calibration.
   */
  readonly calibrationDeviation: number | null;
  /** Results of each arm on the runs that failed at first. */
  readonly arms: {
    readonly rollback: ArmFigures;
    readonly restart: ArmFigures;
    readonly withoutTrace: ArmFigures;
    /** Null where the first mistakes are not known. */
    readonly oracle: ArmFigures | null;
  };
  /** Policies compared over one to four rollbacks. Null with a real model, whose runs cannot be had again. */
  readonly frontier: readonly FrontierPoint[] | null;
  /** All fresh runs with a simulated judge that errs. Null with a real model, and with too few calibration runs. */
  readonly judge: JudgeFigures | null;
}

/** Standard deviation of Beta(k, n + 1 - k), k = ceil((n + 1)(1 - alpha)): the law of one calibration's coverage. */
export function calibrationDeviation(n: number, alpha: number): number | null {
  const k = n + 1 - Math.floor(alpha * (n + 1) + 1e-9);
  if (n === 0 || k > n) return null;
  const mean = k / (n + 1);
  return Math.sqrt((mean * (1 - mean)) / (n + 2));
}
