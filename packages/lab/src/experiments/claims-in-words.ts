import type { Claim } from "./experiment.ts";

/** How many claims about the default policy hold, and those that do not; paragraphs of a document. */
export function claimsInWords(claims: readonly Claim[]): readonly string[] {
  const others = claims.filter(({ holds }) => !holds);
  if (others.length === 0) return [`All ${claims.length} claims about the default policy hold.`];
  return [
    `Of ${claims.length} claims about the default policy, ${claims.length - others.length} hold. Those that do not ("open": so few runs cannot refute it):`,
    others
      .map(
        ({ isOpen, measured, sentence }) =>
          `- ${isOpen === true ? "open" : "missed"}: ${sentence} Measured: ${measured}.`,
      )
      .join("\n"),
  ];
}
