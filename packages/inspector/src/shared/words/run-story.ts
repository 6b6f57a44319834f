import type { AttemptView, RunView } from "../view/thread-view.ts";
import { isStoppedEarly } from "./early-words.ts";
import { rejection } from "./outcome-words.ts";
import { plainLine } from "./plain-line.ts";
import { stoppedWords } from "./stopped-words.ts";

/** A part of the line that tells what became of a run. */
export interface StoryPart {
  readonly text: string;
  /** Whether the trace says it: such text is untrusted. */
  readonly isTrace: boolean;
}

/** Run that the line is about. */
export type StoryRun = Pick<RunView, "status" | "returned" | "attempts">;

/** Letters of a reason or an answer. */
const LETTERS = 140;

/** An answer of so many letters stands before its verb: "172 accepted." */
const SHORT = 24;

/** Failures that are told one by one; of more, the first and the last. */
const TOLD = 3;

/**
 * Tells the outcome of a run: "Failed: 1368 is not the answer. Retried from step 8 with a note. 172 accepted. 2 of 9 steps redone."
 *
 * @returns parts to be joined by nothing
 */
export function runStory(run: StoryRun): readonly StoryPart[] {
  const failed = run.attempts.filter(({ outcome }) => outcome?.ok === false);
  const told = failed.length > TOLD ? [failed[0], failed.at(-1)] : failed;
  const between = failed.length - told.length;
  const sentences = [
    ...told.flatMap((attempt, place) =>
      attempt === undefined
        ? []
        : [
            ...(place === 1 && between > 0 ? [[plain(`${between} more attempts failed.`)]] : []),
            failure(
              attempt,
              isStoppedEarly(attempt) ? "Stopped early" : place === 0 ? "Failed" : "Failed again",
            ),
            ...retry(run, attempt),
          ],
    ),
    ...ending(run),
  ];
  return sentences.flatMap((sentence, place) => (place === 0 ? sentence : [plain(" "), ...sentence]));
}

/** The same as one text. Parts of it are untrusted. */
export function storyText(run: StoryRun): string {
  return runStory(run)
    .map(({ text }) => text)
    .join("");
}

type Sentence = readonly StoryPart[];

const plain = (text: string): StoryPart => ({ text, isTrace: false });

/** A text of the trace after a word: "Failed: 32 is not the answer." */
function quoted(word: string, text: string | undefined): Sentence {
  if (text === undefined) return [plain(`${word}.`)];
  const line = plainLine(text, LETTERS) || "no reason was given";
  return [plain(`${word}: `), { text: /[.!?…]$/.test(line) ? line : `${line}.`, isTrace: true }];
}

const failure = (attempt: AttemptView, word: string): Sentence => quoted(word, rejection(attempt));

function retry(
  { attempts }: StoryRun,
  { attempt, rewind, planned, proposed }: AttemptView,
): readonly Sentence[] {
  if (rewind !== undefined) {
    const next = attempts.find((each) => each.attempt === attempt + 1);
    return [[plain(`Retried from ${placeOf(rewind)}${next?.note === undefined ? "" : " with a note"}.`)]];
  }
  if (proposed !== undefined)
    return [[plain(`It is retried from ${placeOf(proposed)} if a human approves.`)]];
  return planned === undefined ? [] : [[plain(`It would have been retried from ${placeOf(planned)}.`)]];
}

const placeOf = ({ step }: { readonly step: number }): string =>
  step === 0 ? "the start" : `step ${step + 1}`;

function ending(run: StoryRun): readonly Sentence[] {
  const last = run.attempts.at(-1);
  switch (run.status) {
    case "succeeded":
    case "recovered": {
      const accepted = run.attempts.findLast(({ outcome }) => outcome?.ok === true);
      return [acceptance(accepted), ...redone(run)];
    }
    case "gave-up":
      return [
        [plain(`Gave up${last?.stopped === undefined ? "" : `: ${stoppedWords(last.stopped)}`}.`)],
        ...(run.returned === undefined ? [] : [[plain(`Attempt ${run.returned} was returned.`)]]),
      ];
    case "observed":
      return [[plain("It was only observed: nothing was rolled back.")]];
    case "running":
      return [
        [
          plain(
            last?.decision === undefined
              ? `Attempt ${last?.attempt ?? 1} is under way.`
              : "Another attempt is due.",
          ),
        ],
      ];
    case "interrupted":
      return [
        [plain(last?.proposed === undefined ? "It waits for a human." : "The rollback waits for an answer.")],
      ];
    case "unjudged":
      return [quoted("Not judged", last?.problem?.message)];
    case "not-judged":
      return [[plain("No attempt has been judged.")]];
    case "failed":
      return run.attempts.some(({ outcome }) => outcome?.ok === false) ? [] : [[plain("Failed.")]];
  }
}

function acceptance(attempt: AttemptView | undefined): Sentence {
  const answer = plainLine(attempt?.steps.at(-1)?.summary ?? "", LETTERS);
  const isShort = answer !== "" && answer.length <= SHORT && !/[.!?…]$/.test(answer);
  return isShort
    ? [{ text: answer, isTrace: true }, plain(" accepted.")]
    : quoted("Accepted", answer || undefined);
}

/** Part of the failed attempts that was run again. */
function redone({ attempts }: StoryRun): readonly Sentence[] {
  const rewinds = attempts.flatMap(({ rewind }) => rewind ?? []);
  const [only] = rewinds;
  if (only === undefined) return [];
  const count = rewinds.reduce((sum, rewind) => sum + rewind.redone, 0);
  const words =
    rewinds.length === 1
      ? `${count} of ${only.kept + only.redone} steps redone.`
      : `${count} steps redone in ${rewinds.length} retries.`;
  return [[plain(words)]];
}
