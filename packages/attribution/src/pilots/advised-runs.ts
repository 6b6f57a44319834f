import type { JudgedRun } from "./judged-run.ts";
import type { RecordedFigures } from "./recorded-figures.ts";
import type { CalibratedFigures } from "./threshold-figures.ts";

/** Advice from recorded runs. Only runs that were rolled back and labelled at first and in the end can advise "on". */
export interface RecordedAdvice {
  /**
   * - "calibrate-anew": right runs no longer score like those that calibrated the verifier
   * - "on": leave rollback on
   * - "off": leave rollback off
   * - "other-verifier": this one misses most wrong runs
   * - "calibrate": the verifier rejects too many right runs; calibrate it at `epsilon`
   * - "better-verifier": the same, of a verifier without scores, which cannot be calibrated
   * - "observe-more": about `more` further runs tell how often rollback would act
   * - "label-more": about `more` further labels tell how often the verifier is wrong
   * - "label-returned": `more` returned results are to be labelled
   * - "pilot": records cannot tell more; run a pilot on tasks
   */
  readonly kind:
    | "calibrate-anew"
    | "on"
    | "off"
    | "other-verifier"
    | "calibrate"
    | "better-verifier"
    | "observe-more"
    | "label-more"
    | "label-returned"
    | "pilot";
  readonly epsilon?: number;
  readonly more?: number;
  /** The advice and why, in one sentence. */
  readonly sentence: string;
}

/** The figures behind the advice about one verifier. */
export interface AdvisedRuns {
  /** That the verifier has judged, at least one. */
  readonly runs: readonly JudgedRun[];
  readonly figures: RecordedFigures;
  readonly calibrated: CalibratedFigures | undefined;
  /** Runs that ended with an exception, or were stopped: rollback acts on them, too. */
  readonly exceptions: number;
}
