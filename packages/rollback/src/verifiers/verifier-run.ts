import type { VerifierRun } from "./verifier.ts";

/** @internal A finished attempt under the names that verifiers read, our names and openevals' names. */
export function verifierRun<Input, Output>(
  run: Omit<VerifierRun<Input, Output>, "inputs" | "outputs">,
): VerifierRun<Input, Output> {
  return { ...run, inputs: run.input, outputs: run.output };
}
