import { describe, expect, it } from "vitest";

import type { Label, LabelVerdict } from "../../../src/shared/labels/label.ts";
import { labelMarks } from "./label-marks.ts";

const label = (verdict: LabelVerdict): Label => ({
  id: JSON.stringify(verdict),
  thread: "t",
  run: "r",
  attempt: 1,
  steps: 8,
  verdict,
  labeller: "a",
  at: "2026-01-01T00:00:00.000Z",
  convention: "earliest-unrecovered",
});

describe("labelMarks", () => {
  it("marks steps that labels name, and none for those that name no step", () => {
    const labels = [label({ kind: "decisive", step: 3 }), label({ kind: "none" }), label({ kind: "unsure" })];
    expect([...labelMarks(labels)]).toEqual([[3, "★ decisive"]]);
  });

  it("names labels by replay so, beside those of people", () => {
    const replay = { ...label({ kind: "decisive", step: 3 }), convention: "last-recovering-start" };
    expect([...labelMarks([label({ kind: "decisive", step: 3 }), replay])]).toEqual([
      [3, "★ decisive, ↺ by replay"],
    ]);
  });

  it("marks every step that a label calls decisive", () => {
    const labels = [label({ kind: "decisive", step: 3, further: [6] })];
    expect([...labelMarks(labels)]).toEqual([
      [3, "★ decisive"],
      [6, "★ decisive"],
    ]);
  });

  it("shows both sides where labellers disagree, and one where they agree", () => {
    const [yes, no] = [label({ kind: "decisive", step: 3 }), label({ kind: "not-this", step: 3 })];
    expect(labelMarks([yes, no]).get(3)).toBe("★ decisive, ☆ not this");
    expect(labelMarks([yes, yes]).get(3)).toBe("★ decisive");
  });
});
