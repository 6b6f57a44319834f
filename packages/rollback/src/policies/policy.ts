import type { Attribution, Calibration } from "@langgraph-rollback/attribution";

/** A start that a calibration bounds, for the first failed attempt of a run. */
export interface ConformalStart {
  /** First step of the prediction set, 0-based. */
  readonly start: number;
  /** P(start <= first mistake), at the least; with a convention, of the step that it names. */
  readonly level: number;
  readonly guarantee: Attribution["set"]["guarantee"];
  /** Present where the labels are by replay: `level` is about the last start from which a replay recovers. */
  readonly convention?: LabelConvention;
}

/** Convention of labels by replay, as a calibration has it. */
type LabelConvention = NonNullable<Calibration["convention"]>;

/** A failed attempt, as policies see it. */
export interface FailedTry {
  /** Suspicion of each of its steps, kept ones included, shape [l], finite and >= 0. */
  readonly scores: readonly number[];
  /** Why its verifier refused it. */
  readonly reason?: string;
  /** First step that it executed itself; the steps before it are kept from the attempt before. 0 for the first attempt. */
  readonly start: number;
}

/** How often this agent errs, as far as its history tells. Both in [0, 1]. */
export interface Rates {
  /** A step errs although none before it did. */
  readonly errorRate: number;
  /** A mistake is made again although the note shows it. */
  readonly repeatRate: number;
}

/** All that a policy may look at. */
export interface PolicyContext {
  /** The run's failed attempts, oldest first, at least one; the last is the one to decide on. */
  readonly tries: readonly FailedTry[];
  /** Rollbacks that may still be made, this one included: at least 1. `Infinity` is allowed. */
  readonly rollbacksLeft: number;
  /** The user's tolerated miss rate, in [0, 1). */
  readonly alpha: number;
  /**
   * Start of the set of the **first** failed attempt at a miss rate. `undefined` where nothing is bounded: no calibration,
   * too few labels, or no scores.
   */
  readonly startAt: (alpha: number) => ConformalStart | undefined;
  /**
   * Present where the scorer was learnt from outcomes alone and no set bounds the first mistake: recovery is then what is promised, and the scores are the belief about the first mistake. It is the latest start, 0-based, that is
   * worth a try: outcomes tell nothing of later ones.
   */
  readonly latest?: number;
  readonly rates: Rates;
  /** Power to which scores are raised to be a belief, fitted on the calibration's failures, in [0, 2]. 0 without one, 1 for a scorer that was learnt from outcomes. */
  readonly exponent: number;
  /** Shares of the steps of a run of so many by where labelled mistakes stood: positive, sum 1. Absent without a calibration. */
  readonly positions?: (length: number) => readonly number[];
  /** Price of each step of the last try, shape [l], > 0. */
  readonly costs: readonly number[];
}

/** The promise about a start, and the attempt that it is about. */
export interface StartPromise {
  /** 1-based number of the attempt whose first mistake it is about; always the first of the run. */
  readonly attempt: 1;
  /** P(start <= first mistake of that attempt), at the least: before any attempt was made. With a convention, of the step that it names. */
  readonly level: number;
  readonly alpha: number;
  readonly guarantee: "exact" | "approximate";
  /** Present where the labels are by replay: it is about the last start from which a replay of that attempt recovers, not its first mistake. */
  readonly convention?: LabelConvention;
}

/** A policy's decision. */
export type PolicyDecision =
  | {
      readonly kind: "roll-back";
      /** First step to execute again, 0-based, in [0, l). */
      readonly start: number;
      /** Absent where nothing is promised of this start. */
      readonly promise?: StartPromise;
      /** Why there and what is promised of it, in plain sentences for people. Steps in words are counted from 1. */
      readonly reason: string;
    }
  | { readonly kind: "give-up"; readonly reason: string };

/** Rule for where to rewind a failed run to, or whether to give it up. Pure: the same context gives the same decision. */
export interface Policy {
  /** Short and stable: it is written to the history. */
  readonly name: string;
  /** Changes with each setting by which it decides: what is counted under one is not counted under another. Default: the name. */
  readonly fingerprint?: string;
  readonly decide: (context: PolicyContext) => PolicyDecision;
}
