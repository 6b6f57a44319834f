import { printable } from "../shared/words/printable.ts";
import { questionWords } from "../shared/words/question-words.ts";
import { wrapped } from "../shared/words/wrapped.ts";
import type { OpenQuestionView, WaitingView } from "../shared/view/waiting-view.ts";

/** The questions that a run waits with, each with its answer in code and by command; nothing where none waits. */
export function questionLines(
  thread: string,
  waits: WaitingView | undefined,
  width: number,
): readonly string[] {
  return (waits?.questions ?? []).flatMap((question) => ["", ...linesOf(thread, question, width)]);
}

function linesOf(thread: string, asked: OpenQuestionView, width: number): readonly string[] {
  const { answers, facts, note, question, waits } = questionWords(thread, asked);
  return [
    ...wrapped(`‖ ${waits}`, width),
    ...wrapped(question, width, "  "),
    ...facts.flatMap(({ name, words }) => wrapped(`${name}: ${words}`, width, "  ")),
    ...(note === undefined
      ? []
      : ["  Note that the next attempt would get:", ...wrapped(note, width, "  | ")]),
    // To be copied, so it is not broken into lines.
    ...answers.flatMap(({ call, name }) => [...wrapped(`${name}:`, width, "  "), `    ${printable(call)}`]),
    ...(asked.rollback === undefined
      ? []
      : [
          "  By command:",
          `    langgraph-rollback answer ${shellWord(thread)} --graph ./agent.js#agent --approve`,
        ]),
  ];
}

/** A word as a shell reads it. */
function shellWord(text: string): string {
  const word = printable(text);
  return /^[\w.:/@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
