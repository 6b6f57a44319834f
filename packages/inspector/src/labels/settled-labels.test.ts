import { describe, expect, it } from "vitest";

import { decisive, none, verdictOn } from "../fixtures/labels.ts";
import type { Label, LabelVerdict } from "../shared/labels/label.ts";
import { settledLabels } from "./settled-labels.ts";

let count = 0;
const label = (labeller: string, verdict: LabelVerdict, scoresInView?: boolean): Label => ({
  ...verdictOn("a", verdict, { labeller }),
  ...(scoresInView === undefined ? {} : { scoresInView }),
  id: `${(count += 1)}`,
  at: `2026-03-02T09:00:${String(count).padStart(2, "0")}.000Z`,
});
const stepOf = (...labels: readonly Label[]) => settledLabels(labels).map(({ decisiveStep }) => decisiveStep);

describe("labels that were given with scores in view", () => {
  it("do not calibrate", () => {
    expect(stepOf(label("ada", decisive(1), true))).toEqual([]);
    expect(stepOf(label("ada", decisive(1), false))).toEqual([1]);
    // Nobody recorded it: of an earlier version, or of a program.
    expect(stepOf(label("ada", decisive(1)))).toEqual([1]);
  });

  it("do not outweigh an earlier label of the same step", () => {
    expect(stepOf(label("ada", decisive(1), false), label("ada", decisive(1), true))).toEqual([1]);
    expect(stepOf(label("ada", decisive(1), true), label("bob", decisive(1), false))).toEqual([1]);
  });

  it("replace and contradict other labels as all do", () => {
    expect(stepOf(label("ada", decisive(1), false), label("ada", decisive(2), true))).toEqual([]);
    expect(stepOf(label("ada", decisive(1), false), label("bob", none, true))).toEqual([]);
  });
});
