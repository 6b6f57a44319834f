import type { RollbackForecast } from "@langgraph-rollback/attribution";
import type { SetGoal } from "@langgraph-rollback/attribution/conformal";

/** Whether the guarantee can be relied on, and what the labels say about it. */
export interface CalibrationView {
  /** Absent where none was given. */
  readonly calibration?:
    | {
        readonly file: string;
        readonly method: string;
        readonly alpha: number;
        readonly n: number;
        readonly scorerFingerprint: string;
        readonly guarantee: "exact" | "approximate";
        /** Content of a set, for an attempt with several decisive steps. */
        readonly goal: SetGoal;
        /** How many of its failures are planted, and whether they count as natural ones are distributed; null where none is. */
        readonly planted: { readonly n: number; readonly isWeighed: boolean } | null;
        /** Present where its labels are by replay: how many failures count as misses, and why. */
        readonly byReplay?: MissCounts;
        /** First rollbacks to be expected of it, by the default policy. */
        readonly forecast: RollbackForecast;
      }
    | undefined;
  /** Why the guarantee should not be relied on, the gravest first; empty when nothing speaks against it. The page shows it grey otherwise. */
  readonly warnings: readonly CalibrationWarning[];
  /**
   * How often the sets recorded here held what the goal asks for of the labelled steps. Only bounded sets that were made with
   * this calibration, of first attempts; without a calibration, those that were made as the latest one was.
   */
  readonly coverage?:
    | {
        /** Attempts whose set held it; for the goal `mean`, the sum over attempts of the share of the labelled steps held. */
        readonly covered: number;
        /** Labelled attempts. */
        readonly n: number;
        /** 95 % interval by Clopper and Pearson; for the goal `mean`, by Hoeffding. */
        readonly low: number;
        readonly high: number;
        readonly goal: SetGoal;
        /** Present where the labels are by replay: it is about the last start from which a replay recovered. */
        readonly byReplay?: true;
        /** 1 - alpha. */
        readonly target: number;
      }
    | undefined;
  /** By what sets `coverage` can be told apart from others: those of this scorer, this many labels and this miss rate. */
  readonly counted?: SetOrigin | undefined;
  /** Mean share of steps in the set at each tolerated miss rate, over the attempts here; the calibration's own is one of them. */
  readonly curve: readonly {
    readonly alpha: number;
    readonly coverage?: number;
    readonly meanShare: number;
  }[];
  /** Labelled decisive steps by relative position, in equal bins from the start (0) to the end (1). */
  readonly positions: readonly number[];
  /** First attempts with a label that `calibrate` could use, and first attempts that failed, labelled or not. */
  readonly labelled: number;
  readonly failed: number;
}

/** Failures without a start, by what replays say of them. */
export interface MissCounts {
  readonly unrecovered: number;
  readonly inconclusive: number;
}

/** Origin of a set, as its own record names it. */
export interface SetOrigin {
  readonly scorerFingerprint: string;
  readonly n: number;
  readonly alpha: number;
}

export interface CalibrationWarning {
  readonly code:
    | "TOO_SMALL"
    | "STALE"
    | "OTHER_SCORER"
    | "OTHER_VERIFIER"
    | "BELOW_PROMISE"
    | "DRIFT"
    | "PLANTED"
    | "NO_CALIBRATION";
  /** Fault and remedy, as a sentence. */
  readonly message: string;
}
