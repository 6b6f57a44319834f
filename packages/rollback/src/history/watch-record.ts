import type { AttemptOutcome, VerdictCost } from "../verifiers/verifier.ts";

/** Observations of an attempt while it ran, as its record keeps it. */
export interface WatchRecord {
  /** Of a first attempt whose prefixes were scored. */
  readonly alarm?: AlarmCourse;
  /** Checks after steps, in their order. */
  readonly checks?: readonly CheckSeen[];
  /** Whether a failed check could stop the attempt; absent where none was made. Not where the run was only observed, and where no rollback was left. */
  readonly checksStop?: boolean;
  /** Tokens of the models that checks have asked, as far as the checks report them. They count in the attempt's `outcome.cost`. */
  readonly cost?: VerdictCost;
}

/** The course of an alarm over the steps of an attempt. */
export interface AlarmCourse {
  /** Whether it could stop the attempt: attempts that it could not are counted for the next calibration. False, too, where no alarm is above any threshold. */
  readonly stops: boolean;
  /**
   * Why it stopped nothing, or nothing more. "observed": the run was only observed. "audited": the coin has picked it. "no-rollback": no rollback was left. "refused": the attempt
   * was to be stopped, by the alarm or by a check, and nothing could be rewound; it could be stopped, so `stops` is true.
   */
  readonly whyNot?: "observed" | "audited" | "no-rollback" | "refused";
  /** Fingerprint of what gave the scores. */
  readonly scorer: string;
  /** Probability after each step that the attempt was on a right way, as far as it was told before the attempt ended; shape [t]. */
  readonly scores: readonly number[];
  /** The alarms of these, higher for worse; shape [t]. Absent where there was no calibrated alarm. */
  readonly alarms?: readonly number[];
  /** The alarm above which a run is stopped. Absent where none stops it. */
  readonly above?: number;
  /** The promise behind it, as a sentence. */
  readonly reason?: string;
  /** Step after which an alarm was above it while the attempt went on, 0-based: the first such one. Absent where there was none. */
  readonly raised?: number;
}

/** A check that was made after a step. */
export interface CheckSeen extends Pick<AttemptOutcome, "ok" | "reason" | "score"> {
  readonly node: string;
  /** The last step of the node, 0-based. */
  readonly step: number;
}
