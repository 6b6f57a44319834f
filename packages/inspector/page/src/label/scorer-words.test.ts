import { describe, expect, it } from "vitest";

import type { Label, LabelVerdict } from "../../../src/shared/labels/label.ts";
import { sampleAttribution } from "../../../src/testing/sample-attribution.ts";
import { scorerWords } from "./scorer-words.ts";

const label = (verdict: LabelVerdict): Label => ({
  id: "l1",
  thread: "t",
  run: "r",
  attempt: 1,
  steps: 8,
  verdict,
  labeller: "ada",
  at: "2026-01-01T00:00:00Z",
  convention: "earliest-unrecovered",
});
const bounded = sampleAttribution(8, 3, "exact", 1);
const [held = 0] = bounded.set.steps;
const missed = [0, 1, 2, 3, 4, 5, 6, 7].find((step) => !bounded.set.steps.includes(step)) ?? 0;
const size = bounded.set.steps.length;

describe("scorerWords", () => {
  it("says whether the set held the step that the labeller names", () => {
    expect(scorerWords(bounded, [label({ kind: "decisive", step: held })])).toBe(
      `The scorer’s set of ${size} of 8 steps held step ${held + 1}.`,
    );
    expect(scorerWords(bounded, [label({ kind: "decisive", step: missed })])).toBe(
      `The scorer’s set of ${size} of 8 steps did not hold step ${missed + 1}.`,
    );
  });

  it("names the steps that it missed of several", () => {
    const several = label({ kind: "decisive", step: missed, further: [held] });
    expect(scorerWords(bounded, [several])).toContain(`did not hold step ${missed + 1}.`);
  });

  it("says nothing without a label that names a step, or without a bound", () => {
    expect(scorerWords(bounded, [])).toBeUndefined();
    expect(scorerWords(bounded, [label({ kind: "none" })])).toBeUndefined();
    const decisive = label({ kind: "decisive", step: held });
    expect(scorerWords(undefined, [decisive])).toBeUndefined();
    expect(scorerWords(sampleAttribution(8, 3, "too-few", 1), [decisive])).toBeUndefined();
  });
});
