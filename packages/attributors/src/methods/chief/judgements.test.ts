import { describe, expect, it } from "vitest";

import { knownJudgements, type StepJudgement } from "./judgements.ts";

const judged = (step: number, correctedAt: number | null = null): StepJudgement => ({
  step,
  reason: `about ${step}`,
  causes: [],
  data: "sound",
  correctedAt,
  rescue: 0.5,
});

describe("knownJudgements", () => {
  it("leaves out steps that there are not", () => {
    const steps = [judged(0), judged(1), judged(2.5), judged(6), judged(7)];
    expect(knownJudgements({ steps, loops: [] }, 6).steps).toEqual([judged(1), judged(6)]);
  });

  it("uses the first judgement of a step", () => {
    const again = { ...judged(2), reason: "on second thoughts" };
    expect(knownJudgements({ steps: [judged(2), again], loops: [] }, 6).steps).toEqual([judged(2)]);
  });

  it.each([0, 7, 3.5])("takes a correction at step %d of 6 for none", (correctedAt) => {
    expect(knownJudgements({ steps: [judged(2, correctedAt)], loops: [] }, 6).steps).toEqual([judged(2)]);
  });

  it("keeps a correction at the last step", () => {
    expect(knownJudgements({ steps: [judged(2, 6)], loops: [] }, 6).steps).toEqual([judged(2, 6)]);
  });

  it.each([0, 7, 3.5])("lets no loop begin with step %d of 6", (step) => {
    const said = [{ loop: 1, responsible: "planner", step } as const];
    expect(knownJudgements({ steps: [], loops: said }, 6).loops).toEqual([
      { loop: 1, responsible: "planner", step: null },
    ]);
  });
});
