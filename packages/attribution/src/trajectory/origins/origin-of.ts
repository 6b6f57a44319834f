import type { Trajectory } from "../trajectory.ts";
import { standsAlone } from "./atoms.ts";
import { formsOf } from "./number-forms.ts";
import { placesIn } from "./places-in.ts";
import { type Place, type TraceSource, traceSources } from "./trace-texts.ts";
import type { ValueLink } from "./value-link.ts";

/** Places of a text in a run. */
export interface TextOrigin {
  /** Index of the step that had it first; "input" where the task or the instructions did. */
  readonly from: number | "input";
  /** Parts of that step in which it stands; "output" for the input. */
  readonly places: readonly Place[];
  /** Later steps that have it, in order. */
  readonly links: readonly ValueLink[];
}

/**
 * Tells which step of a run had a text first, and which later steps have it: word for word, in upper and lower case as given, with
 * the edges of words around it. A number is found with commas between thousands and without them.
 *
 * The first 2,000,000 characters of the run are looked through: `unreadFrom` tells where that ends.
 *
 * @param text any text, prose too; space around it does not count
 * @returns `undefined` where no step has it, and for a text that is empty
 * @example
 * originOf(trajectory, "ord-4417")?.from; // 0
 */
export function originOf(trajectory: Trajectory, text: string): TextOrigin | undefined {
  const forms = formsOf(text.trim());
  if (text.trim() === "") return undefined;
  const having = traceSources(trajectory)
    .map((source) => ({ from: source.from, places: placesOf(source, forms) }))
    .filter(({ places }) => places.length > 0);
  const [first, ...later] = having;
  if (first === undefined) return undefined;
  const links = later.flatMap(({ from: to, places }) =>
    to === "input" ? [] : [{ text: text.trim(), from: first.from, to, places }],
  );
  return { ...first, links };
}

function placesOf({ texts }: TraceSource, forms: readonly string[]): readonly Place[] {
  const places = texts.flatMap(({ place, text }) =>
    forms.some((form) => standsIn(text, form)) ? [place] : [],
  );
  return [...new Set(places)];
}

function standsIn(text: string, form: string): boolean {
  for (const at of placesIn(text, form)) if (standsAlone(text, at, at + form.length)) return true;
  return false;
}
