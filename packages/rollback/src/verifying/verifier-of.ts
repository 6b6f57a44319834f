import type { Verifier, VerifierRun } from "./verifier.ts";

/** @internal The verifier among options, with its fingerprint. It is called as a method of the options, in case it is one. */
export function verifierOf(options: { readonly verify: Verifier }): Verifier {
  const { fingerprint, scoredBy } = options.verify;
  return Object.assign((run: VerifierRun) => options.verify(run), {
    ...(fingerprint === undefined ? {} : { fingerprint }),
    ...(scoredBy === undefined ? {} : { scoredBy }),
  });
}
