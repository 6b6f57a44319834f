import { describe, expect, it } from "vitest";

import type { Label, LabelVerdict } from "../../../src/shared/labels/label.ts";
import { attemptKey } from "../../../src/shared/labels/attempt-key.ts";
import { decisiveVerdict, labelsOfAttempt, settledBy, stepsNamed } from "./labels-of-attempt.ts";

const id = { thread: "t", run: "r", attempt: 1 };
let count = 0;
const label = (labeller: string, verdict: LabelVerdict, thread = "t"): Label => ({
  ...id,
  thread,
  id: `${(count += 1)}`,
  steps: 9,
  verdict,
  labeller,
  at: "2026-01-01T00:00:00Z",
  convention: "earliest-unrecovered",
});

describe("labelsOfAttempt", () => {
  it("tells the labeller's own labels of the attempt from those of others, and leaves other attempts out", () => {
    const mine = label("ada", { kind: "decisive", step: 3 });
    const theirs = label("grace", { kind: "none" });
    const found = labelsOfAttempt([mine, theirs, label("ada", { kind: "none" }, "u")], id, "ada");
    expect(found).toEqual({ own: [mine], others: [theirs], isDecided: true });
  });

  it("counts only the last word of a labeller who has changed their mind", () => {
    const last = label("ada", { kind: "decisive", step: 4 });
    expect(labelsOfAttempt([label("ada", { kind: "decisive", step: 3 }), last], id, "ada").own).toEqual([
      last,
    ]);
  });

  it("takes nobody for decided who has only ruled steps out", () => {
    const ruledOut = [
      label("ada", { kind: "not-this", step: 1 }),
      label("ada", { kind: "not-this", step: 2 }),
    ];
    expect(labelsOfAttempt(ruledOut, id, "ada").isDecided).toBe(false);
    expect(stepsNamed(ruledOut, "not-this")).toEqual(new Set([1, 2]));
    expect(stepsNamed(ruledOut, "decisive")).toEqual(new Set());
  });

  it("takes who was not sure for decided: they have seen what they needed", () => {
    expect(labelsOfAttempt([label("ada", { kind: "unsure" })], id, "ada").isDecided).toBe(true);
  });
});

describe("settledBy", () => {
  it("holds what the labeller has an opinion of, whatever others say", () => {
    const settled = settledBy(
      [
        label("ada", { kind: "decisive", step: 1 }),
        label("ada", { kind: "none" }, "u"),
        label("grace", { kind: "none" }, "v"),
      ],
      "ada",
    );
    expect(settled).toEqual(new Set([attemptKey(id), attemptKey({ ...id, thread: "u" })]));
  });

  it("leaves out what they were not sure of, in the end", () => {
    const labels = [label("ada", { kind: "none" }), label("ada", { kind: "unsure" })];
    expect(settledBy([...labels, label("ada", { kind: "not-this", step: 1 }, "u")], "ada")).toEqual(
      new Set(),
    );
  });
});

describe("decisiveVerdict", () => {
  it("names the earliest step first and the others after it, whatever the order they were marked in", () => {
    expect(decisiveVerdict(new Set([10, 2, 9]))).toEqual({ kind: "decisive", step: 2, further: [9, 10] });
    expect(decisiveVerdict(new Set([4]))).toEqual({ kind: "decisive", step: 4 });
  });
});
