import { plainLine } from "../shared/words/plain-line.ts";

/** A text as lines of so many letters at the most, broken between words; a longer word is shortened and has a line of its own. */
export function wrappedLines(text: string, letters: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(plainLine(word, letters));
  }
  return lines;
}
