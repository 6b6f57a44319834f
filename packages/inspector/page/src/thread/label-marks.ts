import type { Label } from "../../../src/shared/labels/label.ts";

/** What labels say about single steps, in a few words each, by step. */
export function labelMarks(labels: readonly Label[]): ReadonlyMap<number, string> {
  const marks = new Map<number, string>();
  for (const { verdict } of labels) {
    if (verdict.kind !== "decisive" && verdict.kind !== "not-this") continue;
    const mark = verdict.kind === "decisive" ? "★ decisive" : "☆ not this";
    const before = marks.get(verdict.step);
    // Labellers may disagree: both are shown.
    marks.set(verdict.step, before === undefined || before === mark ? mark : `${before}, ${mark}`);
  }
  return marks;
}
