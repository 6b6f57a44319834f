import { effectWords } from "../shared/words/effect-words.ts";
import { decisionFacts } from "../shared/words/decision-words.ts";
import { outcomeWords, rejection } from "../shared/words/outcome-words.ts";
import { rollbackWords } from "../shared/words/rollback-words.ts";
import { earlyWords } from "../shared/words/early-words.ts";
import { setInWords } from "../shared/words/attribution-words.ts";
import { statusWords } from "../shared/words/status-words.ts";
import { storyText } from "../shared/words/run-story.ts";
import { watchFacts } from "../shared/words/watch-words.ts";
import { wrapped } from "../shared/words/wrapped.ts";
import type { AttemptView, ThreadView } from "../shared/view/thread-view.ts";
import { questionLines } from "./question-lines.ts";
import { stepLines } from "./step-lines.ts";
import { minuteOf } from "./threads-text.ts";

/** Part of a thread that is told of, and how. */
export interface RunTextOptions {
  /** Columns that no line goes beyond, but for code that is to be copied. */
  readonly width: number;
  /** Number of the run, from 1; default the latest one. */
  readonly run?: number | undefined;
  /** This attempt alone, with all its steps; default all attempts, each with its first, last and suspicious steps. */
  readonly attempt?: number | undefined;
}

/**
 * A run for a terminal: what became of it, then each attempt with its verdict, its set, its steps, its rollback and its effects, and last the questions
 * that it waits with, and how to answer them. All text of the trace is inert in it.
 *
 * @returns "" for a thread without such a run
 */
export function runText(view: ThreadView, options: RunTextOptions): string {
  const place = options.run === undefined ? view.runs.length - 1 : options.run - 1;
  const run = view.runs[place];
  if (run === undefined) return "";
  const { width } = options;
  const ofRuns = view.runs.length === 1 ? "" : `, run ${place + 1} of ${view.runs.length}`;
  const { mark, word } = statusWords(run.status);
  const shown = run.attempts.filter(
    ({ attempt }) => options.attempt === undefined || attempt === options.attempt,
  );
  const lines = [
    ...wrapped(`${mark} Thread ${view.id}${ofRuns}: ${word}`, width),
    ...wrapped(storyText(run), width),
    ...wrapped(`Task: ${run.task}`, width).slice(0, MOST_TASK),
    ...(view.unreadable ?? []).flatMap(({ message }) => wrapped(`Cannot be read: ${message}`, width)),
    ...shown.flatMap((attempt) => ["", ...attemptLines(attempt, width, options.attempt !== undefined)]),
    ...questionLines(view.id, run.waits, width),
  ];
  return lines.join("\n");
}

/** Lines of a task, and of a note in the overview. */
const [MOST_TASK, MOST_NOTE] = [6, 12];

function attemptLines(attempt: AttemptView, width: number, isAlone: boolean): readonly string[] {
  const { mark, word } = outcomeWords(attempt);
  const why = rejection(attempt);
  const at = attempt.at === undefined ? "" : `, ${minuteOf(attempt.at)} UTC`;
  const set = setInWords(attempt);
  const early = earlyWords(attempt);
  const problems = [attempt.problem, ...(attempt.problems ?? [])].flatMap((each) => each?.message ?? []);
  return [
    ...wrapped(
      `Attempt ${attempt.attempt}${at}: ${mark} ${word}${why === undefined ? "" : `: ${why}`}`,
      width,
    ),
    ...(early === undefined || isAlone ? [] : wrapped(early, width, "  ")),
    ...noteLines(attempt, width, isAlone),
    ...(set === undefined ? [] : wrapped(`${set}.`, width, "  ")),
    ...(attempt.missing === undefined ? [] : wrapped(attempt.missing, width, "  ")),
    ...stepLines(attempt, width, isAlone),
    ...rollbackLines(attempt, width),
    ...effectLines(attempt, width),
    ...problems.flatMap((problem) => wrapped(`! ${problem}`, width, "  ")),
    ...(isAlone ? [...watchFacts(attempt), ...decisionFacts(attempt)] : []).flatMap(({ name, words }) =>
      wrapped(`${name}: ${words}`, width, "  "),
    ),
  ];
}

function noteLines({ note }: AttemptView, width: number, isAlone: boolean): readonly string[] {
  if (note === undefined) return [];
  const lines = wrapped(note, width, "  | ");
  const shown = isAlone ? lines : lines.slice(0, MOST_NOTE);
  const more = lines.length - shown.length;
  return ["  Note that it was started with:", ...shown, ...(more === 0 ? [] : [`  | … ${more} more lines`])];
}

function rollbackLines(attempt: AttemptView, width: number): readonly string[] {
  const words = rollbackWords(attempt);
  if (words === undefined) return [];
  const to = (attempt.rewind ?? attempt.proposed ?? attempt.planned)?.step ?? 0;
  const arrow = to === 0 ? "↩ to the start" : `↩ to before step ${to + 1}`;
  const why = words.why === undefined ? [] : [words.why];
  return [
    `  ${arrow}`,
    ...[words.undone, words.kept, ...why].flatMap((text) => wrapped(text, width, "    ")),
  ];
}

function effectLines(attempt: AttemptView, width: number): readonly string[] {
  const problems = (attempt.problems ?? []).map(({ message }) => message);
  const isProposed = attempt.proposed !== undefined;
  return effectWords(attempt.effects, problems, isProposed).flatMap(({ call, standing, why }) => [
    ...wrapped(`effect ${call}: ${standing}`, width, "  "),
    ...(why === undefined ? [] : wrapped(why, width, "    ")),
  ]);
}
