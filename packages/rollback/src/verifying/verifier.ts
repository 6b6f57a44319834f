import type { StepData } from "../reading/read-step.ts";
import type { RecordedStep, RecordedTrajectory } from "../steps/recorded-trajectory.ts";

/** A finished attempt, as a verifier sees it. `inputs` and `outputs` are the names that openevals evaluators read. */
export interface VerifierRun<Input = unknown, Output = unknown> {
  readonly input: Input;
  readonly inputs: Input;
  /** What the graph returned; `undefined` when an exception escaped. */
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

/** A verifier's answer in its own shape, or in that of an openevals evaluator. */
export type Verdict =
  | boolean
  | { readonly ok: boolean; readonly reason?: string; readonly score?: number }
  | { readonly key: string; readonly score: boolean | number; readonly comment?: string };

/**
 * Decides whether a finished run succeeded. May be async. An openevals evaluator works as it is: a numeric score of
 * at least 0.5 counts as success.
 */
export type Verifier<Input = unknown, Output = unknown> = (
  run: VerifierRun<Input, Output>,
) => Verdict | Promise<Verdict>;

/** How an attempt ended. */
export interface AttemptOutcome {
  readonly ok: boolean;
  /** Why it failed: the verifier's words or the exception's. Untrusted. */
  readonly reason?: string;
  /** The verifier's score, if it gave one. */
  readonly score?: number;
  /** The exception that escaped, without its stack. */
  readonly error?: { readonly name: string; readonly message: string };
}
