import { plainLine, printable } from "@langgraph-rollback/inspector/shared";
import type { EffectRecord } from "langgraph-rollback";
import type { ActionPreview } from "langgraph-rollback/operator";

/** Columns of a line at most. */
export const COLUMNS = 80;
const INDENT = "  ";

type Retry = NonNullable<ActionPreview["retry"]>;

/** Consequences of a retry, in lines of at most 80 columns; the note, which is the person's to read, is printed whole. */
export function previewText(thread: string, retry: Retry): string {
  const { attempt, cannotUndo, discard, files = [], kept, note, reused, step, undo, undone } = retry;
  return [
    fit(`Thread ${thread}, attempt ${attempt}: back to before step ${step + 1} of ${kept + undone.length}.`),
    ...listed(
      "Steps that run again",
      undone.map(({ agent, index }) => `${index + 1} ${agent}`),
    ),
    ...listed("Undone, in this order", undo.map(effectLine)),
    ...listed("Held, and given up", discard.map(effectLine)),
    ...listed("Left for reuse", reused.map(effectLine)),
    ...listed(
      "Nothing undoes, and stays",
      cannotUndo.map((effect) => `${effectLine(effect)} (${effect.class})`),
    ),
    ...listed(
      "Files put back",
      files.map(({ change, path }) => `${change} ${path}`),
    ),
    ...(note === undefined ? ["No note."] : ["Note:", ...note.split("\n").map((line) => printable(line))]),
  ].join("\n");
}

/** An effect in a line. */
export const effectLine = ({ args, name, step }: EffectRecord): string =>
  `${name} ${args}${step === undefined ? "" : ` of step ${step + 1}`}`;

/** An untrusted line cut to the width of a terminal. */
export const fit = (line: string): string => plainLine(line, COLUMNS);

/** The same below a heading. */
export const indented = (line: string): string => `${INDENT}${plainLine(line, COLUMNS - INDENT.length)}`;

const MOST_LINES = 20;

function listed(heading: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const more = lines.length - MOST_LINES;
  return [
    `${heading}:`,
    ...lines.slice(0, MOST_LINES).map(indented),
    ...(more > 0 ? [`${INDENT}and ${more} more`] : []),
  ];
}
