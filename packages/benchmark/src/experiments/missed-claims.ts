import type { Claim } from "./experiment.ts";

/** Says how many claims about the default policy hold, and lists those that do not; parts of a document. */
export function missedClaims(claims: readonly Claim[]): readonly string[] {
  const missed = claims.filter(({ holds }) => !holds);
  return [
    `Of ${claims.length} claims about the default policy, ${claims.length - missed.length} hold. Those that do not ("open": so few runs cannot refute it):`,
    missed
      .map(
        ({ isOpen, measured, sentence }) =>
          `- ${isOpen === true ? "open" : "missed"}: ${sentence} Measured: ${measured}.`,
      )
      .join("\n"),
  ];
}
