import { expect, it } from "vitest";

import { evidenceOf } from "./evidence-of.ts";

const trajectory = { id: "a", task: "Add.", steps: [{ index: 0, agent: "adder", content: "3" }] };
const labelled = { ...trajectory, label: { decisiveStep: 0, reason: "It is 4." }, group: "sums" };

it("a method is shown neither label nor group, and the right answer only in the setting with it", () => {
  expect(evidenceOf({ trajectory: labelled, groundTruth: "4" }, { withTruth: false })).toEqual({
    trajectory,
  });
  expect(evidenceOf({ trajectory: labelled, groundTruth: "4" }, { withTruth: true })).toEqual({
    trajectory,
    groundTruth: "4",
  });
  expect(evidenceOf({ trajectory: labelled }, { withTruth: true })).toEqual({ trajectory });
});
