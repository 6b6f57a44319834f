import { describe, expect, it } from "vitest";

import { sampleTrajectories } from "../testing/index.ts";
import type { FailureEvidence, TriedStart } from "./failure-evidence.ts";
import { joinEvidence } from "./join-evidence.ts";

const [first, second] = sampleTrajectories(2, 1);
if (first === undefined || second === undefined) throw new Error("Expected samples.");
const retry: TriedStart = { start: 2, status: "rejected", kind: "retry" };
const replay: TriedStart = { start: 0, status: "accepted", kind: "replay" };
const named = (start: number, end: number): FailureEvidence => ({
  trajectory: first,
  tried: [],
  mistake: { start, end },
});

describe("joinEvidence", () => {
  it("brings retries, replays and labels of the same attempt together", () => {
    expect(
      joinEvidence([
        { trajectory: first, tried: [retry] },
        { trajectory: second, tried: [retry] },
        { trajectory: structuredClone(first), tried: [replay] },
        named(1, 1),
      ]),
    ).toEqual([
      { trajectory: first, tried: [retry, replay], mistake: { start: 1, end: 1 } },
      { trajectory: second, tried: [retry] },
    ]);
  });

  it("narrows intervals to what they have in common", () => {
    expect(joinEvidence([named(0, 2), named(1, 3)])[0]?.mistake).toEqual({ start: 1, end: 2 });
  });

  it("refuses labels that contradict each other", () => {
    expect(() => joinEvidence([named(0, 0), named(2, 2)])).toThrow("have a step in common");
  });
});
