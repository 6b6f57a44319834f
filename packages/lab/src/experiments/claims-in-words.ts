import type { Claim } from "./experiment.ts";

/** How many claims hold, and those that do not; paragraphs of a document. `about` says what they are of. */
export function claimsInWords(
  claims: readonly Claim[],
  about = "claims about the default policy",
): readonly string[] {
  const others = claims.filter(({ holds }) => !holds);
  if (others.length === 0) return [`All ${claims.length} ${about} hold.`];
  return [
    `Of ${claims.length} ${about}, ${claims.length - others.length} hold. Those that do not ("open": so few runs cannot refute it):`,
    others
      .map(
        ({ isOpen, measured, sentence }) =>
          `- ${isOpen === true ? "open" : "missed"}: ${sentence} Measured: ${measured}.`,
      )
      .join("\n"),
  ];
}

/** Numbers of claims that hold and that are open, and each that is missed; a paragraph or two of a document. `about` says what they are of, and `whyOpen` why one may be open. */
export function claimsInBrief(
  claims: readonly Claim[],
  about = "claims about the default policy",
  whyOpen = "so few runs cannot refute them",
): readonly string[] {
  const holding = claims.filter(({ holds }) => holds).length;
  if (holding === claims.length) return [`All ${holding} ${about} hold.`];
  const missed = claims
    .filter(({ holds, isOpen }) => !holds && isOpen !== true)
    .map(({ measured, sentence }) => `missed: ${sentence} Measured: ${measured}.`);
  const open = claims.length - holding - missed.length;
  const counted = [`${holding} hold`, ...(open === 0 ? [] : [`${open} are open (${whyOpen})`])].join(", ");
  const numbers = `Of ${claims.length} ${about}, ${counted}`;
  if (missed.length === 0) return [`${numbers}.`];
  if (missed.length === 1) return [`${numbers}, one is ${missed.join("")}`];
  return [`${numbers}, ${missed.length} are missed:`, missed.map((each) => `- ${each}`).join("\n")];
}
