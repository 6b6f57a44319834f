import { describe, expect, it } from "vitest";

import type { Label, LabelVerdict } from "../../../src/shared/labels/label.ts";
import { stepMarks } from "./step-marks.ts";

const label = (labeller: string, verdict: LabelVerdict): Label => ({
  id: labeller,
  thread: "t",
  run: "r",
  attempt: 1,
  steps: 9,
  verdict,
  labeller,
  at: "2026-01-01T00:00:00Z",
  convention: "earliest-unrecovered",
});
const several: LabelVerdict = { kind: "decisive", step: 2, further: [5] };
const nothing: ReadonlySet<number> = new Set();

describe("stepMarks", () => {
  it("tells the decisive step from further ones in a label of one's own", () => {
    expect([...stepMarks(nothing, [label("ada", several)], [])]).toEqual([
      [2, ["★ decisive"]],
      [5, ["★ also decisive"]],
    ]);
  });

  it("names others at every step that they name", () => {
    const others = [label("grace", several), label("bob", { kind: "not-this", step: 5 })];
    expect([...stepMarks(nothing, [], others)]).toEqual([
      [2, ["★ grace"]],
      [5, ["★ grace", "✗ bob"]],
    ]);
  });

  it("names labels by replay so, at each step of a range", () => {
    const replay = { convention: "last-recovering-start", labeller: "replay" } as const;
    const others = [{ ...label("replay", { kind: "between", first: 1, last: 2 }), ...replay }];
    expect([...stepMarks(nothing, [], others)]).toEqual([
      [1, ["↺ by replay"]],
      [2, ["↺ by replay"]],
    ]);
  });

  it("shows what is marked beside what is labelled", () => {
    expect([...stepMarks(new Set([2, 7]), [label("ada", { kind: "not-this", step: 2 })], [])]).toEqual([
      [2, ["★ marked", "✗ not this"]],
      [7, ["★ marked"]],
    ]);
  });
});
