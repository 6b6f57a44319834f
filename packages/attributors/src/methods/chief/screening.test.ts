import { describe, expect, it } from "vitest";

import { smallGraph } from "./fixtures/small-graph.ts";
import type { Judgements, StepJudgement } from "./judgements.ts";
import { screen } from "./screening.ts";

/** The judgement of a step, counted from 1 as models do; by default it went wrong by itself. */
const said = (step: number, more: Partial<StepJudgement> = {}): StepJudgement => ({
  step,
  reason: "",
  causes: [],
  data: "sound",
  correctedAt: null,
  rescue: 0.5,
  ...more,
});
const origins = (
  candidates: readonly number[],
  steps: readonly StepJudgement[],
  loops: Judgements["loops"] = [],
) => screen(smallGraph, candidates, { steps, loops });

describe("local attribution", () => {
  it("leaves an error where it is that no earlier step explains", () => {
    expect(origins([3], [said(4)])).toEqual([
      { step: 3, stage: "local", explains: [3], reversible: false, rescue: 0.5 },
    ]);
  });

  it("leaves a candidate to itself that nobody judged", () => {
    expect(origins([2], [said(8)])).toMatchObject([{ step: 2, stage: "local", rescue: 0 }]);
  });

  it("excludes a step that an earlier one explains", () => {
    expect(origins([1, 3], [said(2), said(4, { causes: [2] })])).toMatchObject([
      { step: 1, explains: [1, 3] },
    ]);
  });

  it("hears no cause that the graph does not link, that comes later, or that is the step itself", () => {
    // Step 2 of the planner: nothing leads there from the doer's step 1.
    expect(origins([2], [said(3, { causes: [2, 3, 5, 99, 0.5] })])).toMatchObject([
      { step: 2, stage: "local" },
    ]);
  });
});

describe("planning-control attribution", () => {
  const inLoop = [said(8, { causes: [7] }), said(7, { causes: [5] }), said(5, { causes: [2] })];

  it("blames the planner's order with which a fruitless loop begins", () => {
    const found = origins([7], inLoop, [{ loop: 1, responsible: "planner", step: 7 }]);
    expect(found).toMatchObject([{ step: 6, stage: "planning-control", explains: [7] }]);
  });

  it("blames the executor's step where the orders made sense", () => {
    const found = origins([7], inLoop, [{ loop: 1, responsible: "executor", step: 6 }]);
    expect(found).toMatchObject([{ step: 5, stage: "planning-control" }]);
  });

  it.each([
    { loop: 1, responsible: "neither", step: 7 } as const,
    { loop: 1, responsible: "planner", step: null } as const,
    { loop: 1, responsible: "planner", step: 2 } as const,
    { loop: 9, responsible: "planner", step: 7 } as const,
  ])("continues with the data for $responsible, loop $loop, step $step", (verdict) => {
    expect(origins([7], inLoop, [verdict])).toMatchObject([{ step: 1, stage: "data-flow" }]);
  });

  it("does not blame a step that comes after the error", () => {
    const found = origins([5], [said(6, { causes: [2] })], [{ loop: 1, responsible: "planner", step: 7 }]);
    expect(found).toMatchObject([{ step: 1, stage: "data-flow" }]);
  });

  it("asks no loop about an error that is local", () => {
    const found = origins([7], [said(8)], [{ loop: 1, responsible: "planner", step: 5 }]);
    expect(found).toMatchObject([{ step: 7, stage: "local" }]);
  });
});

describe("data-flow attribution", () => {
  it("goes back to the earliest step that made data wrong, past those that carried it on", () => {
    const found = origins(
      [5],
      [
        said(6, { causes: [4], data: "carried on" }),
        said(4, { causes: [2], data: "carried on" }),
        said(2, { causes: [1], data: "misread" }),
        said(1, { data: "sound" }),
      ],
    );
    expect(found).toMatchObject([{ step: 1, stage: "data-flow", explains: [5] }]);
  });

  it.each(["invented", "misread", "misused"] as const)(
    "takes a step that %s data for where it became wrong, before the one that nothing explains",
    (data) => {
      const found = origins([5], [said(6, { causes: [4] }), said(4, { causes: [2], data }), said(2)]);
      expect(found).toMatchObject([{ step: 3, stage: "data-flow" }]);
    },
  );

  it("takes the earliest unexplained step if none is judged to have made data wrong", () => {
    const found = origins([5], [said(6, { causes: [4] }), said(4, { causes: [1] })]);
    expect(found).toMatchObject([{ step: 0, stage: "data-flow" }]);
  });

  it("values an origin that was not judged like the worst of what it explains", () => {
    const found = origins(
      [3, 5],
      [said(4, { causes: [1], rescue: 0.3 }), said(6, { causes: [1], rescue: 0.8 })],
    );
    expect(found).toMatchObject([{ step: 0, explains: [3, 5], rescue: 0.8 }]);
  });
});

describe("deviation-aware attribution", () => {
  it("puts an error that was put right behind one that was not", () => {
    const found = origins([1, 5], [said(2, { correctedAt: 4, rescue: 0.9 }), said(6, { rescue: 0.2 })]);
    expect(found).toMatchObject([
      { step: 5, reversible: false },
      { step: 1, reversible: true },
    ]);
  });

  it("takes no earlier step for a correction", () => {
    expect(origins([5], [said(6, { correctedAt: 6 })])).toMatchObject([{ reversible: false }]);
  });

  it("blames an error that was put right where there is no other", () => {
    expect(origins([1], [said(2, { correctedAt: 4 })])).toMatchObject([{ step: 1, reversible: true }]);
  });
});

describe("the decision", () => {
  it("prefers the step that would have saved the run most probably", () => {
    expect(origins([0, 3], [said(1, { rescue: 0.4 }), said(4, { rescue: 0.7 })])[0]?.step).toBe(3);
  });

  it("then the step that explains most, then the earliest", () => {
    const explainsMore = origins([0, 1, 3], [said(1), said(2), said(4, { causes: [2] })]);
    expect(explainsMore.map(({ step }) => step)).toEqual([1, 0]);
    expect(origins([1, 0], [said(1), said(2)]).map(({ step }) => step)).toEqual([0, 1]);
  });

  it("looks at all that was judged where there are no candidates", () => {
    expect(origins([], [said(6, { causes: [2] }), said(2)])).toMatchObject([{ step: 1, explains: [1, 5] }]);
  });
});
