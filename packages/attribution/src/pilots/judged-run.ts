/** Steps that one run had redone by rollbacks, or would have, beside what restarts take. */
export interface RedoneSteps {
  /** "planned": the run was only observed; one rollback is counted, which redoes what it undoes. "made": what was really executed. */
  readonly kind: "planned" | "made";
  /** Steps after the first attempt. */
  readonly steps: number;
  /** Steps, if each rollback were a restart. At least `steps`. */
  readonly restart: number;
  /** Tokens of the steps redone, and those of restarts, where they were recorded. */
  readonly tokens?: { readonly redone: number; readonly restart: number };
  /** Whether a later attempt passed; absent where none was made, or the run is not at its end. */
  readonly passed?: boolean;
  /** Whether the returned result is right, as its labellers agree. */
  readonly right?: boolean;
}

/** Record of a run whose first attempt has ended, and the labellers' opinion of it. */
export interface JudgedRun {
  /** End of its first attempt. No verifier judges an exception, nor an attempt that an alarm or a check has stopped. */
  readonly ended: "accepted" | "rejected" | "exception" | "stopped";
  /** The alarm over its first attempt: whether it could stop it, and whether it was raised while steps were left. Absent where none was calibrated. */
  readonly alarm?: { readonly stops: boolean; readonly raised: boolean };
  /** Fingerprint of the verifier that decided about the first attempt; absent if it has none. */
  readonly verifier?: string;
  /** Fingerprint of the verifier that gave the score, where that is another. */
  readonly scoredBy?: string;
  /** The score of the first attempt, if it has one: higher is better. */
  readonly score?: number;
  /** In [0, 1), drawn without a look at the run; a calibration's own runs are known by it. */
  readonly draw: number;
  /** When the first attempt was decided, ISO 8601, UTC; "" where nobody knows. */
  readonly at: string;
  /** Steps of the first attempt. */
  readonly steps: number;
  /** Absent where nothing was rolled back nor planned to be. */
  readonly redone?: RedoneSteps;
  /** The labellers' agreed label of the first attempt, and its time. */
  readonly label?: { readonly right: boolean; readonly at: string };
}
