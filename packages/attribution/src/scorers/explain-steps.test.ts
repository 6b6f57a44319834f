import { describe, expect, it } from "vitest";

import {
  constantScorer,
  explainSteps,
  fitLogitScorer,
  fitPositionScorer,
  isExplaining,
  type StepExplanation,
  type StepScorer,
} from "../index.ts";
import { sampleTrajectories } from "../testing/index.ts";

const labelled = sampleTrajectories(40, 42);
const failures = sampleTrajectories(5, 44);
const [failure] = failures;
if (failure === undefined) throw new Error("Expected a sample.");

/** Of all steps. */
function explain(scorer: StepScorer, trajectory = failure): Promise<readonly StepExplanation[]> {
  if (!isExplaining(scorer) || trajectory === undefined)
    throw new Error("Expected a scorer that explains itself.");
  return explainSteps(
    trajectory,
    scorer,
    trajectory.steps.map((_, step) => step),
  );
}

describe("explainSteps", () => {
  it("names the wrong calculation first where a team's sums go wrong", async () => {
    const scorer = fitLogitScorer(labelled);
    for (const trajectory of failures) {
      const [said] = (await explain(scorer, trajectory))[trajectory.label.decisiveStep]?.parts ?? [];
      expect(said?.says).toBe("has the first calculation of the run that is wrong");
      expect(said?.logit).toBeGreaterThan(0.5);
    }
  });

  it("counts what speaks against a step below 0", async () => {
    const { decisiveStep } = failure.label;
    const others = (await explain(fitLogitScorer(labelled))).filter(({ step }) => step !== decisiveStep);
    for (const { parts } of others) {
      const wrong = parts.find(({ says }) => says === "has no calculation that is wrong");
      expect(wrong?.logit).toBeLessThan(0);
    }
  });

  it("says of the position scorer that it goes by the place alone", async () => {
    const [first, ...others] = await explain(fitPositionScorer(labelled));
    expect(first?.parts).toEqual([
      { says: expect.stringMatching(/^is step 1 of \d+: .*by nothing else$/), logit: first?.logit },
    ]);
    expect(others.every(({ parts }) => parts.length === 1)).toBe(true);
  });

  it("quotes nothing of the trace in the local scorer's words", async () => {
    const steps = failure.steps.map((step) => ({
      ...step,
      agent: "<i>zq</i>",
      content: `zq ${step.content}`,
    }));
    const found = await explain(fitLogitScorer(labelled), { ...failure, steps });
    expect(JSON.stringify(found)).not.toContain("zq");
  });

  it("tells scorers that explain themselves from others", () => {
    expect(isExplaining(constantScorer())).toBe(false);
    expect(isExplaining(fitPositionScorer(labelled))).toBe(true);
  });

  const saying = (explanations: readonly StepExplanation[]): StepScorer => ({
    fingerprint: "fake",
    score: async () => [],
    explain: async () => explanations,
  });

  it.each<readonly [string, readonly StepExplanation[], RegExp]>([
    ["other steps than requested", [{ step: 0, parts: [] }], /explanations of the steps 0, 1/],
    [
      "a share that is no number",
      failure.steps.map((_, step) => ({ step, parts: [{ says: "is odd", logit: Number.NaN }] })),
      /finite shares, got NaN for step 0/,
    ],
  ])("refuses %s", async (_, explanations, message) => {
    await expect(explain(saying(explanations))).rejects.toMatchObject({
      code: "SCORER_OUTPUT",
      message: expect.stringMatching(message),
    });
  });

  it("cuts a model's reason that has no end", async () => {
    const parts = [{ says: "blames the step", by: "judge", reason: "because ".repeat(10_000) }];
    const [first] = await explain(saying(failure.steps.map((_, step) => ({ step, parts }))));
    expect(first?.parts[0]?.reason).toHaveLength(2000);
  });

  it("knows no step that is not there", async () => {
    const scorer = fitPositionScorer(labelled);
    if (!isExplaining(scorer)) throw new Error("Expected a scorer that explains itself.");
    await expect(explainSteps(failure, scorer, [failure.steps.length])).rejects.toThrow(RangeError);
  });
});
