const NOT_STATED = "(not stated)";

/** @internal The text with another last digit in its last figure; `undefined` if it has no figure. */
export function withOtherFigure(text: string): string | undefined {
  const last = lastFigure(text);
  if (last === undefined) return undefined;
  const at = last.end - 1;
  return `${text.slice(0, at)}${(Number(text[at]) + 1) % 10}${text.slice(last.end)}`;
}

/** @internal The text without its last figure, else without its last sentence; `undefined` if nothing is left. */
export function withoutLastFinding(text: string): string | undefined {
  const last = lastFigure(text);
  if (last !== undefined) return `${text.slice(0, last.start)}${NOT_STATED}${text.slice(last.end)}`;
  const sentences = sentencesIn(text);
  if (sentences.length > 1) return sentences.slice(0, -1).join(" ");
  return text.trim() === "" || text === NOT_STATED ? undefined : NOT_STATED;
}

/** Position of a text's last figure. */
function lastFigure(text: string): { readonly start: number; readonly end: number } | undefined {
  const last = [...text.matchAll(/\d+(?:[.,]\d+)*/gu)].at(-1);
  return last === undefined ? undefined : { start: last.index, end: last.index + last[0].length };
}

/** @internal The first half of a text, by sentences, else by words; `undefined` if it is one word. */
export function firstHalf(text: string): string | undefined {
  const sentences = sentencesIn(text);
  const parts = sentences.length > 1 ? sentences : text.trim().split(/\s+/u);
  return parts.length > 1 ? parts.slice(0, Math.floor(parts.length / 2)).join(" ") : undefined;
}

function sentencesIn(text: string): readonly string[] {
  return text.trim().split(/(?<=[.!?])\s+|\n+/u);
}
