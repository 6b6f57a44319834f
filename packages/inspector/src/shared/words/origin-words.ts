import type { ValueLink } from "@langgraph-rollback/attribution/trajectory";

/** The place that had a value first: "step 3", or "the input". Steps count from 1. */
export function originInWords({ from }: Pick<ValueLink, "from">): string {
  return from === "input" ? "the input" : `step ${from + 1}`;
}

const PLACES: Readonly<Record<ValueLink["places"][number], string>> = {
  arguments: "arguments",
  output: "output",
  error: "exception",
};

/** Parts of a step in which a value stands: "arguments and output". */
export function placesInWords(places: ValueLink["places"]): string {
  return places.map((place) => PLACES[place]).join(" and ");
}

/** Texts of an attempt that were not looked through, as a sentence. Steps count from 1. */
export function unreadInWords(from: ValueLink["from"]): string {
  const where = from === "input" ? "in all of the attempt" : `from step ${from + 1} on`;
  return `Not looked through ${where}: there are too many characters.`;
}
