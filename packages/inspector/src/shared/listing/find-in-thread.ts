import { oneLine } from "../words/shortened.ts";
import { statusWords } from "../words/status-words.ts";
import type { ThreadSummary } from "../view/thread-summary.ts";
import type { ThreadHit, ThreadQuery } from "./thread-query.ts";
import type { ThreadWords } from "./thread-words.ts";

/** Words and agent that a query looks for in the text of threads. */
export interface Sought {
  /** Words in lower case. */
  readonly words: readonly string[];
  /** Part of an agent's name in lower case; "" for any. */
  readonly agent: string;
}

/** A search is text: nothing in it stands for anything else. */
export function soughtBy({ agent = "", search = "" }: Pick<ThreadQuery, "agent" | "search">): Sought {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return { words: [...new Set(words)], agent: agent.trim().toLowerCase() };
}

/** Whether the line of the list alone holds what is sought. */
export function isInSummary(summary: ThreadSummary, { agent, words }: Sought): boolean {
  return agent === "" && missingIn(summaryText(summary), words).length === 0;
}

/** @returns whether a thread holds what is sought, and where if its line in the list does not show it */
export function findInThread(
  summary: ThreadSummary,
  { agents, pieces, text }: ThreadWords,
  { agent, words }: Sought,
): { readonly hit?: ThreadHit } | undefined {
  if (agent !== "" && !agents.some((name) => name.toLowerCase().includes(agent))) return undefined;
  const missing = missingIn(summaryText(summary), words);
  if (missingIn(text, missing).length > 0) return undefined;
  const hit = missing.length === 0 ? undefined : bestOf(pieces, missing);
  return hit === undefined ? {} : { hit };
}

function summaryText({ id, status, task }: ThreadSummary): string {
  return `${id}\n${task}\n${status}\n${statusWords(status).word}`.toLowerCase();
}

const missingIn = (text: string, words: readonly string[]): readonly string[] =>
  words.filter((word) => !text.includes(word));

/** The piece that holds most of the words, the first of those. */
function bestOf(pieces: readonly ThreadHit[], words: readonly string[]): ThreadHit | undefined {
  let [best, most] = [pieces[0], 0];
  for (const piece of pieces) {
    const text = piece.text.toLowerCase();
    const count = words.filter((word) => text.includes(word)).length;
    if (count > most) [best, most] = [piece, count];
  }
  return best && { ...best, text: around(best.text, words) };
}

/** Characters before what was found, and of all that is shown. */
const [BEFORE, SHOWN] = [40, 200];

function around(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  // A few letters change their length with their case: then places are near, which is enough to show the text around them.
  const from = Math.max(0, places.reduce((first, place) => Math.min(first, place), text.length) - BEFORE);
  return `${from > 0 ? "…" : ""}${oneLine(text.slice(from), SHOWN)}`;
}
