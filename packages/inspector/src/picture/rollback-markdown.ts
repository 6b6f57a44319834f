import type { AttemptView, RunView, StepView } from "../shared/view/thread-view.ts";
import type { PictureOptions } from "./picture-options.ts";
import { setInWords } from "../shared/words/attribution-words.ts";
import { explanationWords, topExplanation } from "../shared/words/explanation-words.ts";
import { outcomeWords, rejection } from "../shared/words/outcome-words.ts";
import { plainLine } from "../shared/words/plain-line.ts";
import { excludedWords } from "../shared/words/excluded-words.ts";
import { promiseOf } from "../shared/words/promise-words.ts";
import { rollbackWords, type RollbackWords } from "../shared/words/rollback-words.ts";
import { runStory } from "../shared/words/run-story.ts";
import { scoreFigure } from "../shared/words/score-figure.ts";
import { runMeaning, statusWords } from "../shared/words/status-words.ts";
import { quotedCode } from "./quoted-code.ts";

/** Steps of a set that are listed; the most suspicious ones, in order. */
const MOST_STEPS = 10;

/** Attempts that are told of. */
const MOST_ATTEMPTS = 10;

/** Letters of a text of the trace. */
const LETTERS = 200;

/** Letters of a doubt, whose end says what to do. */
const DOUBT = 600;

/**
 * A rollback as a summary for a pull request or an issue: what failed, what the set says, where the graph was rewound to and
 * how it ended. All text of the trace stands in code spans, where no markup, link or mention comes to life.
 *
 * @param run with its attempts, as `ThreadSource.thread` gives it
 * @param options what is known of the calibration, which the doubts about sets come from
 * @returns Markdown that begins with a heading of the third level
 */
export function rollbackMarkdown(run: RunView, options: PictureOptions = {}): string {
  const { mark, word } = statusWords(run.status);
  const shown = run.attempts.slice(0, MOST_ATTEMPTS);
  const hidden = run.attempts.length - shown.length;
  const blocks = [
    `### ${mark} Rollback: ${word}`,
    runStory(run)
      .map(({ text, isTrace }) => (isTrace ? quotedCode(text, LETTERS) : text))
      .join(""),
    `Task: ${quotedCode(run.task, LETTERS)}`,
    `${run.attempts.length} ${run.attempts.length === 1 ? "attempt" : "attempts"}. ${runMeaning(run)}`,
    ...shown.flatMap((attempt) => attemptBlocks(attempt, options)),
    ...(hidden > 0 ? [`${hidden} more ${hidden === 1 ? "attempt is" : "attempts are"} left out.`] : []),
    ...promiseBlocks(shown, options),
    ...agentBlocks(options),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function attemptBlocks(attempt: AttemptView, options: PictureOptions): readonly string[] {
  const { mark, word } = outcomeWords(attempt);
  const why = rejection(attempt);
  const set = setInWords(attempt, options);
  const excluded = attempt.attribution && excludedWords(attempt.attribution);
  const rewound = rollbackWords(attempt);
  const suspects = suspectsOf(attempt);
  return [
    `**Attempt ${attempt.attempt}**, ${attempt.steps.length} steps: ${mark} ${word}${why === undefined ? "." : ` ${quotedCode(why, LETTERS)}`}`,
    ...(set === undefined ? [] : [plainLine(`${set}.`, LETTERS)]),
    ...(excluded === undefined ? [] : [excluded]),
    ...(suspects.length === 0 ? [] : [suspects.map((each) => suspectLine(attempt, each)).join("\n")]),
    ...whyBlocks(attempt),
    ...(attempt.proposed === undefined
      ? []
      : [`The rollback waits for an answer: ${quotedCode(attempt.proposed.question, DOUBT)}`]),
    ...(rewound === undefined
      ? []
      : [`${rewound.undone} ${rewound.kept} ${rewound.notUndone}`, ...decisionLines(rewound)]),
  ];
}

/** Why the most suspicious step is suspected, where that was recorded. */
function whyBlocks(attempt: AttemptView): readonly string[] {
  const explanation = topExplanation(attempt.attribution);
  if (explanation === undefined) return [];
  const { parts, sum } = explanationWords(explanation);
  const lines = parts.map(
    ({ share, says, reason }) =>
      `- ${share === undefined ? "" : `${share} `}${quotedCode(says, LETTERS)}${reason === undefined ? "" : ` ${quotedCode(reason, LETTERS)}`}`,
  );
  return [
    `Why step ${explanation.step + 1}, the most suspicious:${sum === undefined ? "" : ` ${sum}`}`,
    lines.join("\n"),
  ];
}

/** The policy's reason, which says what is promised. */
function decisionLines({ why }: RollbackWords): readonly string[] {
  return why === undefined ? [] : [quotedCode(why, LETTERS)];
}

/** The steps of the set, in order; of large sets those of the highest scores. */
function suspectsOf({ attribution, steps }: AttemptView): readonly StepView[] {
  if (attribution === undefined) return [];
  const { scores, set } = attribution;
  const scoreOf = (index: number) => scores[index] ?? 0;
  return set.steps
    .toSorted((a, b) => scoreOf(b) - scoreOf(a))
    .slice(0, MOST_STEPS)
    .toSorted((a, b) => a - b)
    .flatMap((index) => steps[index] ?? []);
}

function suspectLine({ attribution }: AttemptView, { agent, index, summary }: StepView): string {
  const score = attribution?.scores[index];
  const figure = score === undefined ? "-" : scoreFigure(score);
  return `- step ${index + 1}, score ${figure}, ${quotedCode(agent, 40)}: ${quotedCode(summary, LETTERS)}`;
}

/** Promise of the first set, and the reason not to rely on it if there is one. */
function promiseBlocks(attempts: readonly AttemptView[], options: PictureOptions): readonly string[] {
  const first = attempts.find(({ attribution }) => attribution !== undefined);
  const promise = first && promiseOf(first, options);
  if (promise === undefined) return [];
  const { doubts, meaning } = promise;
  return [
    meaning,
    ...(doubts.length === 0 ? [] : ["Not to be relied on:"]),
    // A doubt may name a scorer or a verifier, which is text of others.
    ...doubts.map((doubt) => `- ${quotedCode(doubt, DOUBT)}`),
  ];
}

/** Promises of the agent, and what was observed of them. They may quote a verifier's name. */
function agentBlocks({ promises }: PictureOptions): readonly string[] {
  const { observed, promised } = promises ?? {};
  return [promised, observed].flatMap((line) => (line === undefined ? [] : [quotedCode(line, 2 * DOUBT)]));
}
