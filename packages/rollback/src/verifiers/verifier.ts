import type { StepData } from "../reading/read-step.ts";
import type { EarlyEnd } from "../steps/early-end.ts";
import type { AskedRewind } from "../steps/rewind-request.ts";
import type { RecordedStep, RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import type { ModelTokens } from "../steps/token-count.ts";

/** A finished attempt, as a verifier sees it. `inputs` and `outputs` are the names that openevals evaluators read. */
export interface VerifierRun<Input = unknown, Output = unknown> {
  readonly input: Input;
  readonly inputs: Input;
  /** Return value of the graph; `undefined` when an exception escaped. */
  readonly output: Output | undefined;
  readonly outputs: Output | undefined;
  /** The exception that escaped, if one did. Such a run has failed whatever the verifier says. */
  readonly error?: unknown;
  readonly threadId: string;
  /** 1-based. */
  readonly attempt: number;
  /** Reads the steps of the attempt; costs a read of the checkpointer, so only on demand. */
  readonly trajectory: () => Promise<RecordedTrajectory>;
  /** Reads what one of these steps was given and what it wrote. */
  readonly readStep: (step: RecordedStep) => Promise<StepData>;
  readonly signal?: AbortSignal;
}

/** Cost of a verdict. It counts in the run's `budget`. */
export interface VerdictCost {
  /** Tokens of the language models that were called, by model: finite numbers >= 0. */
  readonly tokens: readonly ModelTokens[];
}

/** A verifier's answer in its own shape, or in the shape of an openevals evaluator. */
export type Verdict =
  | boolean
  | {
      readonly ok: boolean;
      readonly reason?: string;
      /** How good the run looks: higher is better, on any scale. */
      readonly score?: number;
      readonly cost?: VerdictCost;
    }
  | { readonly key: string; readonly score: boolean | number; readonly comment?: string };

/**
 * Decides whether a finished run succeeded. May be async. An openevals evaluator works as it is: a numeric score of
 * at least 0.5 counts as success.
 */
export interface Verifier<Input = unknown, Output = unknown> {
  (run: VerifierRun<Input, Output>): Verdict | Promise<Verdict>;
  /**
   * Short name that changes with everything by which it decides, as `namedVerifier` gives it. What is calibrated for a verifier is refused with
   * another one.
   */
  readonly fingerprint?: string;
  /** Fingerprint of the verifier whose scores it passes on, where that is another. */
  readonly scoredBy?: string;
}

/** How an attempt ended. */
export interface AttemptOutcome {
  readonly ok: boolean;
  /** Why it failed: the verifier's words or the exception's. Untrusted. */
  readonly reason?: string;
  /** The verifier's score, if it gave one: higher is better. */
  readonly score?: number;
  /** The exception that escaped, without its stack. */
  readonly error?: { readonly name: string; readonly message: string };
  /** The model's own request to go back, if that ended the attempt: no verifier was asked. Untrusted. */
  readonly asked?: AskedRewind;
  /**
   * The alarm or the check after a step that ended it, if one did: the verifier was not asked. `verifier` names the alarm or the check. With an `error` it was
   * stopped before its end; without one it was over, and the check of its last node failed.
   */
  readonly early?: EarlyEnd;
  /** Fingerprint of the verifier with this verdict, if it has one. Absent if an exception escaped. */
  readonly verifier?: string;
  /** Fingerprint of the verifier that gave the score, where that is another. */
  readonly scoredBy?: string;
  /** The cost of the verdict, and of checks while the attempt ran, as far as they are reported. */
  readonly cost?: VerdictCost;
}
