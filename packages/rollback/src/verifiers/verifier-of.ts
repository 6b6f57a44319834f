import type { Verifier, VerifierRun } from "./verifier.ts";

/** @internal Fingerprints of a verifier, and of the one whose scores it gives. */
export const signatureOf = ({
  fingerprint,
  scoredBy,
}: Pick<Verifier, "fingerprint" | "scoredBy">): Pick<Verifier, "fingerprint" | "scoredBy"> => ({
  ...(fingerprint === undefined ? {} : { fingerprint }),
  ...(scoredBy === undefined ? {} : { scoredBy }),
});

/** @internal The verifier among options, with its fingerprint. It is called as a method of the options, in case it is one. */
export function verifierOf(options: { readonly verify: Verifier }): Verifier {
  return Object.assign((run: VerifierRun) => options.verify(run), signatureOf(options.verify));
}
