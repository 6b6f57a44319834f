import { printable } from "../shared/words/printable.ts";
import { questionWords } from "../shared/words/question-words.ts";
import { wrapped } from "../shared/words/wrapped.ts";
import type { AttemptView } from "../shared/view/thread-view.ts";

/** The question about a rollback that waits, and how to answer it in code and by command; nothing where none waits. */
export function questionLines(thread: string, attempt: AttemptView, width: number): readonly string[] {
  const words = questionWords(thread, attempt);
  if (words === undefined) return [];
  const { answers, note, question, waits } = words;
  return [
    ...wrapped(`‖ ${waits}`, width, "  "),
    ...wrapped(question, width, "    "),
    ...(note === undefined
      ? []
      : ["    Note that the next attempt would get:", ...wrapped(note, width, "    | ")]),
    // To be copied, so it is not broken into lines.
    ...answers.flatMap(({ call, name }) => [
      ...wrapped(`${name}:`, width, "    "),
      `      ${printable(call)}`,
    ]),
    "    By command, whose --help tells the rest:",
    `      langgraph-rollback answer ${shellWord(thread)} --approve`,
  ];
}

/** A word as a shell reads it. */
function shellWord(text: string): string {
  const word = printable(text);
  return /^[\w.:/@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
