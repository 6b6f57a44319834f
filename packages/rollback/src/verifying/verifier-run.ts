import type { VerifierRun } from "./verifier.ts";

/** @internal A finished attempt under the names that verifiers read, ours and those of openevals. */
export function verifierRun<Input, Output>(
  run: Omit<VerifierRun<Input, Output>, "inputs" | "outputs">,
): VerifierRun<Input, Output> {
  return { ...run, inputs: run.input, outputs: run.output };
}
