import type { ReplayAnswer } from "../answers/replay-answer.ts";
import type { Verdict, VerifierRun } from "../verifiers/verifier.ts";

/** A world of its own for one replay. */
export interface ReplaySandbox<Input = unknown, Output = unknown> {
  /** As the option, and before it. */
  readonly tools?: Readonly<Record<string, ReplayAnswer>>;
  /** As the option, and before it. */
  readonly nodes?: Readonly<Record<string, ReplayAnswer>>;
  /** Judges this replay, such as by what it did to this world. */
  verify?(run: VerifierRun<Input, Output>): Verdict | Promise<Verdict>;
  /** Called when the replay is over and judged. */
  close?(): unknown;
}
