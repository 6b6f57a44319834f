import type { Usage } from "../asking/question/usage.ts";
import type { Evidence } from "../asking/text/evidence.ts";

/** Result of a method on a failed run. */
export interface Finding {
  /**
   * How likely each step is the decisive one, shape [l], each in [0, 1]; `undefined` where the model gave no usable
   * answer. They need not sum to 1.
   */
  readonly scores: readonly (number | undefined)[];
  /** The step that the method blames, 0-based; absent where it has none, or found no fault. */
  readonly step?: number;
  /** The agent that the method blames, as the trajectory writes it. */
  readonly agent?: string;
  /** Why, in the model's words. Untrusted. */
  readonly reason?: string;
  /**
   * Why each step is suspected or not, in the model's words, shape [l]; `undefined` for a step without an answer. Absent if the method asks about the
   * run as a whole. Untrusted.
   */
  readonly reasons?: readonly (string | undefined)[];
  /** Its cost, failed calls included. */
  readonly usage: Usage;
  /** Faults of single answers, in words. */
  readonly problems: readonly string[];
}

/** A method's opinion of one step. */
export interface OneStepFinding {
  /** As in {@link Finding}; `undefined` where the model gave no usable answer. */
  readonly score: number | undefined;
  readonly usage: Usage;
  readonly problems: readonly string[];
}

/** Calls and input tokens of a method on one trajectory, counted without calling. */
export interface Estimate {
  readonly calls: number;
  readonly inputTokens: number;
}

/**
 * A method that says where a failed run went wrong by asking language models.
 *
 * `attributorScorer` turns it into a `StepScorer` whose scores can be calibrated.
 */
export interface Attributor<F extends Finding = Finding> {
  /** As in the papers, in kebab case: "step-by-step". */
  readonly name: string;
  /** Changes whenever the scores could: method, prompts' version, settings, models. */
  readonly fingerprint: string;
  /**
   * @throws the signal's reason once `signal` is aborted
   * @throws {ModelFailedError} if the endpoint cannot be reached or refuses every call
   */
  attribute(evidence: Evidence, signal?: AbortSignal): Promise<F>;
  /**
   * The score of one step alone, the same as `attribute` gives it: for methods that ask about each step by itself. With it, `attributeLazily` can
   * stop early.
   *
   * @param step 0-based, in [0, l)
   * @throws as `attribute`; {RangeError} if there is no such step
   */
  attributeStep?(evidence: Evidence, step: number, signal?: AbortSignal): Promise<OneStepFinding>;
  /**
   * Estimates the usual course where calls depend on answers, as documented by the method.
   */
  estimate(evidence: Evidence): Estimate;
}

/** A method that can say something of one step alone. */
export type StepwiseAttributor<F extends Finding = Finding> = Attributor<F> &
  Required<Pick<Attributor<F>, "attributeStep">>;
