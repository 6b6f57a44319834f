import { quoteText } from "./quoted-steps.ts";

/** Copies that are told by name; the rest are counted. */
const TOLD = 12;

/**
 * @internal Line of a note that names the copies of what somebody else had changed. Names are quoted as JSON strings of at most 150 characters.
 *
 * @param copies paths inside the workspace
 */
export function copiesLine(copies: readonly string[]): string {
  const told = copies.slice(0, TOLD).map((path) => quoteText(path, 150));
  const rest = copies.length - told.length;
  return `Somebody else has changed files meanwhile. These were put back, and the other's content was kept beside them. Leave the copies alone (names are quoted as data): ${told.join("; ")}${rest > 0 ? `; and ${rest} more` : ""}.`;
}
