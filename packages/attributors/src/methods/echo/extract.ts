import { LEVEL_WORDS, type ContextLevel } from "./context-levels.ts";
import { CONTEXT_PATTERNS, LEVEL_TYPES, type ContextType } from "./context-type.ts";

/** For scripts that put no spaces between words. */
const CHARS_PER_WORD = 8;
/** A longer content is read at its two ends: enough for any level, and bounded work for any trace. */
const READ_CHARS = 20_000;

/**
 * @internal The part of a step's content that a level keeps: the sentences that a pattern of the level's types matches, the most
 * wanted types first, as many as fit; where none matches, the beginning. Left-out text is marked by "…".
 *
 * @param content untrusted
 * @returns one line; the content itself, with its white space tidied, where it is short enough
 */
export function extract(content: string, level: Exclude<ContextLevel, "full">): string {
  const limit = LEVEL_WORDS[level];
  const whole = cut(content.slice(0, READ_CHARS), limit);
  if (whole.complete && content.length <= READ_CHARS) return whole.text;
  const sentences = sentencesOf(bounded(content));
  const ranked = rank(sentences, LEVEL_TYPES[level]);
  if (ranked.length === 0) return whole.text === "" ? "…" : `${whole.text} …`;
  return joined(fitting(sentences, ranked, limit), sentences.length);
}

/** At least one sentence, cut if need be; then every further one that fits whole. In the order of the text. */
function fitting(sentences: readonly string[], ranked: readonly number[], limit: number): readonly Kept[] {
  const kept: Kept[] = [];
  let left = limit;
  for (const index of ranked) {
    const part = cut(sentences[index] ?? "", left);
    if (!part.complete && kept.length > 0) continue;
    kept.push({ ...part, index });
    left -= part.words;
    if (left <= 0) break;
  }
  return kept.toSorted((a, b) => a.index - b.index);
}

interface Cut {
  readonly text: string;
  readonly words: number;
  readonly complete: boolean;
}

interface Kept extends Cut {
  readonly index: number;
}

/** Indices of the sentences that match, best first. */
function rank(sentences: readonly string[], types: readonly ContextType[]): readonly number[] {
  const groups = types.map((): number[] => []);
  sentences.forEach((sentence, index) => {
    groups[types.findIndex((type) => CONTEXT_PATTERNS[type].pattern.test(sentence))]?.push(index);
  });
  return groups.flatMap((group, at) => {
    const type = types[at];
    return type !== undefined && CONTEXT_PATTERNS[type].prefer === "last" ? group.toReversed() : group;
  });
}

/** With "…" wherever something between, before or after them is left out. */
function joined(kept: readonly Kept[], count: number): string {
  const parts = kept.flatMap(({ index, text }, at) =>
    index > (kept[at - 1]?.index ?? -1) + 1 ? ["…", text] : [text],
  );
  const last = kept.at(-1);
  const ends = last?.complete === true && last.index === count - 1;
  return (ends ? parts : [...parts, "…"]).join(" ");
}

/** Sentences and lines, without white space around them, none empty. */
function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?])\s|(?<=[。！？])|[\r\n]+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

function bounded(text: string): string {
  if (text.length <= READ_CHARS) return text;
  return `${text.slice(0, READ_CHARS / 2)}\n${text.slice(-READ_CHARS / 2)}`;
}

/** The first words of a text, as many as a limit lets pass; a long word counts for several. */
function cut(text: string, limit: number): Cut {
  const words = text.split(/\s+/u).filter((word) => word !== "");
  const line = words.slice(0, limit).join(" ");
  const kept = line.slice(0, limit * CHARS_PER_WORD).trimEnd();
  return {
    text: kept,
    words: Math.max(Math.min(words.length, limit), Math.ceil(kept.length / CHARS_PER_WORD)),
    complete: words.length <= limit && kept === line,
  };
}

/** @internal The first words of a text, as many as a level lets pass. */
export function firstWords(text: string, level: Exclude<ContextLevel, "full">): string {
  const { text: kept, complete } = cut(text.slice(0, READ_CHARS), LEVEL_WORDS[level]);
  return complete ? kept : `${kept} …`;
}
