import type { Label } from "../../../src/shared/labels/label.ts";
import { stepMarkOf } from "../label/verdict-words.ts";
import { verdictSteps } from "../../../src/shared/labels/verdict-steps.ts";

/** Labels of single steps, in a few words each, by step. */
export function labelMarks(labels: readonly Label[]): ReadonlyMap<number, string> {
  const marks = new Map<number, string>();
  for (const label of labels)
    for (const step of verdictSteps(label.verdict)) {
      const mark = stepMarkOf(label) ?? (label.verdict.kind === "decisive" ? "★ decisive" : "☆ not this");
      const before = marks.get(step);
      // Labellers may disagree: both are shown.
      marks.set(step, before === undefined || before === mark ? mark : `${before}, ${mark}`);
    }
  return marks;
}
