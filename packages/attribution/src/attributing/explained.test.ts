import { describe, expect, it } from "vitest";

import {
  attribute,
  calibrate,
  constantScorer,
  fitLogitScorer,
  fitPositionScorer,
  type StepScorer,
} from "../index.ts";
import { sampleTrajectories } from "../testing/index.ts";

const labelled = sampleTrajectories(40, 71);
const failed = sampleTrajectories(20, 72).find(({ steps }) => steps.length > 8);
if (failed === undefined) throw new Error("Expected a sample.");
const scorer = fitLogitScorer(labelled);

describe("attribute with explanations", () => {
  it("explains the steps of the highest scores, the strongest parts alone", async () => {
    const { explanations = [], scores } = await attribute(failed, { scorer, explain: 3 });
    const highest = scores.toSorted((a, b) => b - a).slice(0, 3);
    expect(explanations.map(({ step }) => scores[step]).toSorted((a = 0, b = 0) => b - a)).toEqual(highest);
    expect(explanations.map(({ step }) => step)).toEqual(
      explanations.map(({ step }) => step).toSorted((a, b) => a - b),
    );
    for (const { logit, parts, rest } of explanations) {
      expect(parts).toHaveLength(6);
      const sum = parts.reduce((total, part) => total + (part.logit ?? 0), rest?.logit ?? 0);
      expect(sum).toBeCloseTo(logit ?? Number.NaN, 9);
      expect(rest?.parts).toBeGreaterThan(3);
    }
    expect(JSON.stringify(explanations).length).toBeLessThan(4000);
  });

  it("explains where a bounded set starts, too", async () => {
    const later: StepScorer = {
      fingerprint: "later is worse",
      score: async ({ steps }) => steps.map((_, step) => (step + 1) / steps.length),
      explain: async (_, steps) => steps.map((step) => ({ step, parts: [] })),
    };
    const calibration = await calibrate(sampleTrajectories(60, 73), { scorer: later, method: "suffix" });
    const found = await attribute(failed, { scorer: later, calibration, alpha: 0.5, explain: 1 });
    const { start, end } = found.set.range;
    expect(found.status).toBe("bounded");
    expect(start).toBeLessThan(end);
    expect(found.explanations?.map(({ step }) => step)).toEqual([start, end]);
  });

  it("explains nothing by default, or if the scorer gives no reasons", async () => {
    expect(await attribute(failed, { scorer })).not.toHaveProperty("explanations");
    const even = await attribute(failed, { scorer: constantScorer(), explain: 3 });
    expect(even).not.toHaveProperty("explanations");
    expect(even).not.toHaveProperty("unexplained");
  });

  const speechless: StepScorer = {
    ...fitPositionScorer(labelled),
    explain: async () => Promise.reject(new Error("No words.")),
  };

  it("attributes where the scorer fails to explain itself, and says so", async () => {
    const found = await attribute(failed, { scorer: speechless, explain: 3 });
    expect(found).not.toHaveProperty("explanations");
    expect(found.unexplained).toMatch(/No words\./);
    expect(found.scores).toHaveLength(failed.steps.length);
  });

  it("lets a fallback explain what it attributed itself", async () => {
    const broken: StepScorer = { fingerprint: "broken", score: async () => [] };
    const found = await attribute(failed, { scorer: broken, fallback: { scorer }, explain: 1 });
    expect(found.fallback?.scorer).toBe("broken");
    expect(found.explanations?.[0]?.parts[0]?.says).toBe(
      "has the first calculation of the run that is wrong",
    );
  });

  it.each([-1, 0.5, Number.NaN])("refuses to explain %s steps", async (explain) => {
    await expect(attribute(failed, { scorer, explain })).rejects.toThrow(RangeError);
  });
});
