import { alignSteps } from "../../../src/shared/comparing/align-steps.ts";
import { chosenAttempts } from "../../../src/shared/comparing/chosen-attempts.ts";
import { nextDifference, rowStatus } from "../../../src/shared/comparing/row-status.ts";
import { outputOrCalls } from "../parts/output-or-calls.ts";
import { type TextPiece, wordChanges } from "../parts/word-changes.ts";
import type { AttemptView, RunView, StepView } from "../../../src/shared/view/thread-view.ts";

/** The first place where the rows of a failed and of the accepted attempt differ. */
export interface Parting {
  readonly failed: PartedSide;
  readonly accepted: PartedSide;
  /** Row of the comparison, 0-based. */
  readonly row: number;
}

export interface PartedSide {
  readonly attempt: number;
  /** Absent where the attempt has no such step. */
  readonly step?: StepView | undefined;
  /** Words around the first that differ; those that differ are marked. */
  readonly pieces: readonly TextPiece[];
}

/** Characters before the first word that differs, and of all that is shown. */
const BEFORE = 50;
const SHOWN = 180;

/**
 * The place at which an attempt that failed and the accepted one part.
 *
 * @param looked attempt that is looked at: it is compared if it failed, else the run's first failed attempt
 * @returns `undefined` where there are no two such attempts, or their rows do not differ
 */
export function partingOf(run: RunView, looked: AttemptView): Parting | undefined {
  const accepted = run.attempts.findLast(({ outcome }) => outcome?.ok === true);
  const hasFailed = ({ outcome }: AttemptView): boolean => outcome?.ok === false;
  const failed = hasFailed(looked) ? looked : run.attempts.find(hasFailed);
  if (accepted === undefined || failed === undefined) return undefined;
  const choice = { run: run.run, a: failed.attempt, b: accepted.attempt };
  const { a, b, kept } = chosenAttempts({ id: "", runs: [run] }, choice) ?? {};
  if (a === undefined || b === undefined || kept === undefined) return undefined;
  const rows = alignSteps(a.steps, b.steps, kept);
  const statuses = rows.map((each) => rowStatus(each, a.steps, b.steps));
  const row = nextDifference(statuses, -1, 1);
  const found = row === undefined ? undefined : rows[row];
  if (row === undefined || found === undefined) return undefined;
  const left = found.a === undefined ? undefined : a.steps[found.a];
  const right = found.b === undefined ? undefined : b.steps[found.b];
  const changes = left && right && wordChanges(shownOf(left), shownOf(right));
  return {
    row,
    failed: { attempt: a.attempt, step: left, pieces: around(changes?.a ?? wholeOf(left)) },
    accepted: { attempt: b.attempt, step: right, pieces: around(changes?.b ?? wholeOf(right)) },
  };
}

const shownOf = (step: StepView): string => step.error ?? outputOrCalls(step);

const wholeOf = (step: StepView | undefined): readonly TextPiece[] =>
  step === undefined ? [] : [{ text: shownOf(step), isChanged: false }];

/** The pieces around the first that differs, shortened on both sides. */
function around(pieces: readonly TextPiece[]): readonly TextPiece[] {
  const [first, ...rest] = pieces;
  if (first === undefined) return [];
  const isLed = !first.isChanged && rest.length > 0 && first.text.length > BEFORE;
  const led = isLed ? { ...first, text: `…${first.text.slice(-BEFORE)}` } : first;
  const shown: TextPiece[] = [];
  let left = SHOWN;
  for (const { isChanged, text } of [led, ...rest]) {
    if (left <= 0) break;
    shown.push({ isChanged, text: text.length > left ? `${text.slice(0, left)}…` : text });
    left -= text.length;
  }
  return shown;
}
