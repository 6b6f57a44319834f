import type { Label, LabelVerdict } from "../../../src/shared/labels/label.ts";
import { verdictSteps } from "../../../src/shared/labels/verdict-steps.ts";
import { stepMarkOf } from "./verdict-words.ts";
import { stepsNamed } from "./labels-of-attempt.ts";

/**
 * The labels of each step in words, by the step's index.
 *
 * @param marked steps that the labeller has marked as decisive and not yet labelled
 */
export function stepMarks(
  marked: ReadonlySet<number>,
  own: readonly Label[],
  others: readonly Label[],
): ReadonlyMap<number, readonly string[]> {
  const marks = new Map<number, string[]>();
  const mark = (step: number, words: string) => {
    const before = marks.get(step) ?? [];
    if (!before.includes(words)) marks.set(step, [...before, words]);
  };
  for (const step of marked) mark(step, "★ marked");
  for (const step of stepsNamed(own, "not-this")) mark(step, "✗ not this");
  for (const { verdict } of own)
    for (const step of decisiveSteps(verdict))
      mark(step, step === decisiveSteps(verdict)[0] ? "★ decisive" : "★ also decisive");
  for (const label of others)
    for (const step of verdictSteps(label.verdict))
      mark(step, stepMarkOf(label) ?? `${label.verdict.kind === "decisive" ? "★" : "✗"} ${label.labeller}`);
  return marks;
}

const decisiveSteps = (verdict: LabelVerdict): readonly number[] =>
  verdict.kind === "decisive" ? verdictSteps(verdict) : [];
