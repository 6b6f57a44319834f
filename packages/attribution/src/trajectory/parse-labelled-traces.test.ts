import { describe, expect, it } from "vitest";

import { isLabelled, parseLabelledTraces, stringifyTrajectory, TrajectoryFormatError } from "./index.ts";

const trace = {
  id: "adder-1",
  source: "handmade",
  subset: "sums",
  task: "Add 2 and 3.",
  groundTruth: "5",
  steps: [
    { index: 0, agent: "planner", content: "2 + 3", rawAgent: "planner (thought)" },
    { index: 1, agent: "worker", content: "6" },
  ],
  decisiveStep: 1,
  decisiveAgent: "worker",
  reason: "2 + 3 is 5",
  meta: { group: "g:adder", model: "tiny", shots: 2 },
};
const changed = (change: object) => JSON.stringify({ ...trace, ...change });

function failure(text: string, groupKey?: string): TrajectoryFormatError {
  try {
    parseLabelledTraces(text, groupKey === undefined ? {} : { groupKey });
  } catch (error) {
    if (error instanceof TrajectoryFormatError) return error;
    throw error;
  }
  throw new Error("Expected the line to be refused.");
}

describe("a labelled trace", () => {
  it("becomes a trajectory without what a scorer must not see", () => {
    expect(parseLabelledTraces(changed({}))).toEqual([
      {
        id: "adder-1",
        task: "Add 2 and 3.",
        steps: [
          { index: 0, agent: "planner", content: "2 + 3" },
          { index: 1, agent: "worker", content: "6" },
        ],
        label: { decisiveStep: 1, decisiveAgent: "worker", reason: "2 + 3 is 5" },
      },
    ]);
  });

  it("without a label is a trajectory without a label", () => {
    const nobody = changed({ decisiveStep: null, decisiveAgent: null, reason: null });
    expect(parseLabelledTraces(nobody).some(isLabelled)).toBe(false);
  });

  it.each([
    ["subset", "sums"],
    ["meta.model", "tiny"],
    ["meta.shots", "2"],
  ])("takes its group from the field %s", (groupKey, group) => {
    expect(parseLabelledTraces(changed({}), { groupKey })[0]?.group).toBe(group);
  });
});

describe("a file of labelled traces", () => {
  it("may hold our own trajectories, too, which keep their group", () => {
    const own = { id: "own", task: "", steps: [], group: "ours" };
    const text = `\uFEFF${changed({})}\r\n\n${stringifyTrajectory(own)}\n`;
    expect(parseLabelledTraces(text).map(({ id, group }) => [id, group])).toEqual([
      ["adder-1", undefined],
      ["own", "ours"],
    ]);
  });

  it.each([
    ["a line cut short", '{"id":', "", /expected one JSON object/],
    ["no object", "7", "", /expected object, got 7/],
    ["a missing task", changed({ task: undefined }), "task", /expected string, got nothing/],
    [
      "a mistyped step",
      changed({ steps: [{ index: 0, agent: "a" }] }),
      "steps[0].content",
      /expected string/,
    ],
    ["a step out of place", changed({ steps: [trace.steps[1]] }), "steps[0].index", /expected 0/],
    ["a label past the end", changed({ decisiveStep: 2 }), "decisiveStep", /0\.\.1, got 2/],
    [
      "a further decisive step past the end",
      changed({ decisiveStep: 0, furtherDecisiveSteps: [2] }),
      "furtherDecisiveSteps[0]",
      /0\.\.1, got 2/,
    ],
    [
      "a further decisive step that is not further",
      changed({ furtherDecisiveSteps: [1] }),
      "furtherDecisiveSteps[0]",
      /a step after 1, got 1/,
    ],
    ["a label between steps", changed({ decisiveStep: 0.5 }), "decisiveStep", /got 0\.5/],
  ])("is refused with line, field and value: %s", (_, line, field, message) => {
    const error = failure(`${changed({})}\n${line}`);
    expect(error).toMatchObject({ line: 2, field });
    expect(error.message).toMatch(message);
  });

  it.each(["nothing", "meta", "meta.group.deeper"])("is refused where %s is no group", (groupKey) => {
    expect(failure(changed({}), groupKey)).toMatchObject({ line: 1, field: groupKey });
  });
});
