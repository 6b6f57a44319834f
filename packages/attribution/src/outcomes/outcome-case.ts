import { type Choice, choiceOf } from "../logit/choice.ts";
import type { EvidenceRows } from "./evidence-rows.ts";
import type { TriedStart } from "./failure-evidence.ts";

/** A start with a verdict. */
export interface JudgedStart {
  readonly start: number;
  readonly isAccepted: boolean;
}

/** One failed attempt as the fit sees it. */
export interface OutcomeCase {
  /** Features of its steps. Its chosen step counts where `first` is `last`. */
  readonly choice: Choice;
  /** Number of its steps, at least 1. */
  readonly length: number;
  /** The mistake lies in [first, last]. */
  readonly first: number;
  readonly last: number;
  readonly verdicts: readonly JudgedStart[];
}

/**
 * @param rows   features of the steps, shape [l, f]
 * @param origin as for `choiceOf`
 */
export function outcomeCase(
  { mistake, tried }: Omit<EvidenceRows, "rows">,
  rows: readonly (readonly number[])[],
  origin: readonly number[],
): OutcomeCase {
  const { start: first, end: last } = mistake ?? { start: 0, end: rows.length - 1 };
  return {
    choice: choiceOf(rows, first, origin),
    length: rows.length,
    first,
    last,
    verdicts: tried.flatMap(verdictOf),
  };
}

/** Whether the evidence says anything about the attempt's mistake, or about how attempts are tried again. */
export function saysAnything({ mistake, rows, tried }: EvidenceRows): boolean {
  const isNarrowed =
    mistake !== undefined && (mistake.start === mistake.end || mistake.end - mistake.start + 1 < rows.length);
  return isNarrowed || tried.some(({ status }) => status !== "inconclusive");
}

/** @throws {RangeError} on a start or a mistake that is no step of the attempt */
export function checkEvidence({ id, mistake, rows, tried }: EvidenceRows): void {
  const isStep = (step: number): boolean => Number.isSafeInteger(step) && step >= 0 && step < rows.length;
  for (const { start } of tried)
    if (!isStep(start))
      throw new RangeError(`Expected a \`start\` in [0, ${rows.length}) for "${id}", got ${start}.`);
  if (mistake === undefined) return;
  const { end, start } = mistake;
  if (!isStep(start) || !isStep(end) || end < start)
    throw new RangeError(
      `Expected a \`mistake\` within [0, ${rows.length}) for "${id}", got ${start} to ${end}.`,
    );
}

function verdictOf({ start, status }: TriedStart): readonly JudgedStart[] {
  return status === "inconclusive" ? [] : [{ start, isAccepted: status === "accepted" }];
}
