import type { Claim } from "./experiment.ts";

/** A sentence of a paper, held against what was measured here. */
export interface PaperClaim {
  /** Claim of the paper, in our words. */
  readonly says: string;
  /** Whether it was found to be so. */
  readonly isSo: boolean;
  /** Verdict of our documents on it. */
  readonly documented: "confirmed" | "refuted";
  /** Result of the measurement, as a phrase. */
  readonly measured: string;
}

/** Verdicts of our documents on a paper's sentences, as claims of ours. */
export const asClaims = (claims: readonly PaperClaim[]): readonly Claim[] =>
  claims.map(({ documented, isSo, measured, says }) => ({
    sentence: `The paper's claim is ${documented}: ${says}.`,
    holds: isSo === (documented === "confirmed"),
    measured,
  }));

/** A list in Markdown: each sentence, whether it was found to be so, and by what. */
export const claimList = (claims: readonly PaperClaim[]): string =>
  claims
    .map(
      ({ isSo, measured, says }) =>
        `- ${isSo ? "Confirmed" : "**Refuted**"}: ${says}. Measured: ${measured}.`,
    )
    .join("\n");

/** The number of a paper's sentences that were found to be so, and each that was not; a paragraph of a document. */
export function claimsOfPaperInBrief(claims: readonly PaperClaim[]): string {
  const refuted = claims.filter(({ isSo }) => !isSo);
  return [
    `Of ${claims.length} claims of the paper, ${claims.length - refuted.length} are confirmed.`,
    ...refuted.map(({ measured, says }) => `**Refuted**: ${says}. Measured: ${measured}.`),
  ].join(" ");
}

/** A list in Markdown of what we say ourselves, and by what. */
export const ownClaimList = (claims: readonly Claim[]): string =>
  claims
    .map(
      ({ holds, measured, sentence }) => `- ${holds ? "" : "**Not so**: "}${sentence} Measured: ${measured}.`,
    )
    .join("\n");
