import { counted } from "../shared/words/counted.ts";
import { visiblePart } from "./visible-text.ts";

/** Keeps each text of an answer to its size, and notes what it leaves out. */
export interface Told {
  /**
   * The beginning of a text, with everything in it visible; where something is left out, it ends in "…".
   *
   * @param what  our own name of the text
   * @param most  characters that it takes at most as JSON
   */
  readonly text: (what: string, text: string, most: number) => string;
  /** Notes something else that is left out, as a sentence. */
  readonly leftOut: (sentence: string) => void;
  /** Parts that were left out so far, as sentences. */
  readonly omitted: () => readonly string[];
}

/** Sentences about what is left out; further ones are counted. */
const SENTENCES = 20;

export function newTold(): Told {
  const omitted: string[] = [];
  return {
    text: (what, text, most) => {
      const whole = visiblePart(text, 0, most);
      if (whole.end === text.length) return whole.text;
      const cut = visiblePart(text, 0, most - 1);
      omitted.push(`${what}: ${counted(text.length - cut.end, "character")} left out.`);
      return `${cut.text}…`;
    },
    leftOut: (sentence) => void omitted.push(sentence),
    omitted: () => {
      const more = omitted.length - SENTENCES;
      if (more <= 0) return omitted;
      return [...omitted.slice(0, SENTENCES), `${counted(more, "further text")} shortened.`];
    },
  };
}

/** Part of a list. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Length of the whole list. */
  readonly of: number;
  /** Number of the first row after it, from 1; absent at the end. */
  readonly next?: number;
}

/** Part of a list that is asked for. */
export interface PageChoice {
  /** Number of its first row, from 1. */
  readonly from: number;
  readonly limit: number;
  /** Characters that it takes at most as JSON. A single row is given whatever it takes. */
  readonly most: number;
}

/** As many rows as are asked for and fit. */
export function pageOf<Item, Row>(
  items: readonly Item[],
  { from, limit, most }: PageChoice,
  rowOf: (item: Item) => Row,
): Page<Row> {
  const rows: Row[] = [];
  let left = most;
  for (const item of items.slice(from - 1, from - 1 + limit)) {
    const row = rowOf(item);
    left -= JSON.stringify(row).length;
    if (left < 0 && rows.length > 0) break;
    rows.push(row);
  }
  const next = from + rows.length;
  return { rows, of: items.length, ...(next > items.length ? {} : { next }) };
}
