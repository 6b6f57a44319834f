import { testStepScorer } from "@langgraph-rollback/attribution/testing";
import { describe, expect, it } from "vitest";

import { NO_USAGE } from "./asking/question/usage.ts";
import type { Evidence } from "./asking/text/evidence.ts";
import { attributorScorer } from "./attributor-scorer.ts";
import type { Attributor } from "./finding/attributor.ts";

const trajectory = {
  id: "ten",
  task: "t",
  steps: Array.from({ length: 10 }, (_, index) => ({ index, agent: "a", content: "" })),
};

/** A method of fixed scores, and what it was shown. */
const fixed = (scores: readonly (number | undefined)[]) => {
  const seen: Evidence[] = [];
  const attributor: Attributor = {
    name: "fixed",
    fingerprint: "fixed-1",
    attribute: async (evidence) => {
      seen.push(evidence);
      return { scores, usage: NO_USAGE, problems: ["Nobody answered."] };
    },
    estimate: () => ({ calls: 0, inputTokens: 0 }),
  };
  return { attributor, seen };
};
const withMissing = (missing: number) =>
  fixed(trajectory.steps.map((_, index) => (index < missing ? undefined : (index % 2) * 0.5))).attributor;

describe("attributorScorer", () => {
  it("gives steps without a score the mean of the others", async () => {
    expect(await attributorScorer(withMissing(2)).score(trajectory)).toEqual([
      0.25, 0.25, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0.5,
    ]);
  });

  it("fails typed where too many are missing", async () => {
    await expect(attributorScorer(withMissing(3)).score(trajectory)).rejects.toMatchObject({
      code: "TOO_MANY_MISSING",
      missing: 3,
      steps: 10,
      problems: ["Nobody answered."],
    });
    expect(await attributorScorer(withMissing(3), { maxMissing: 0.3 }).score(trajectory)).toHaveLength(10);
    await expect(
      attributorScorer(withMissing(10), { maxMissing: 0.99 }).score(trajectory),
    ).rejects.toMatchObject({
      code: "TOO_MANY_MISSING",
    });
  });

  it("shows the method neither label nor group", async () => {
    const { attributor, seen } = fixed(trajectory.steps.map(() => 0.1));
    await attributorScorer(attributor).score({ ...trajectory, group: "g", label: { decisiveStep: 1 } });
    expect(seen).toEqual([{ trajectory }]);
  });

  it("explains a step in the model's words, and asks nobody again about what it has scored", async () => {
    const { attributor, seen } = fixed([0.1, undefined, 0.9]);
    const scorer = attributorScorer(
      {
        ...attributor,
        attribute: async (...asked) => ({
          ...(await attributor.attribute(...asked)),
          step: 2,
          reason: "It adds wrongly.",
          reasons: ["It only reads.", undefined, undefined],
        }),
      },
      { maxMissing: 0.5 },
    );
    const three = { ...trajectory, steps: trajectory.steps.slice(0, 3) };
    await scorer.score(three);
    const said = await scorer.explain?.(three, [0, 1, 2]);
    expect(said).toEqual([
      { step: 0, parts: [{ by: "fixed", says: "blames step 3, not this one", reason: "It only reads." }] },
      { step: 1, parts: [{ by: "fixed", says: expect.stringMatching(/^gave no answer .* stands in$/) }] },
      { step: 2, parts: [{ by: "fixed", says: "blames the step", reason: "It adds wrongly." }] },
    ]);
    expect(seen).toHaveLength(1);
    await scorer.explain?.({ ...three }, [0]);
    expect(seen).toHaveLength(2);
  });

  it("has a fingerprint that changes with the method and the share", () => {
    const { attributor } = fixed([]);
    const fingerprints = [{}, { maxMissing: 0.5 }].map(
      (options) => attributorScorer(attributor, options).fingerprint,
    );
    expect(new Set(fingerprints).size).toBe(2);
    expect(fingerprints.every((fingerprint) => fingerprint.startsWith("fixed-1+"))).toBe(true);
  });

  it("wants a share in [0, 1)", () => {
    expect(() => attributorScorer(withMissing(0), { maxMissing: 1 })).toThrow(
      "Expected `maxMissing` in [0, 1), got 1.",
    );
  });
});

testStepScorer({ describe, it }, "a method of fixed scores", () =>
  attributorScorer({
    ...fixed([]).attributor,
    attribute: async ({ trajectory: { steps } }, signal) => {
      signal?.throwIfAborted();
      return { scores: steps.map((_, index) => 1 / (index + 1)), usage: NO_USAGE, problems: [] };
    },
  }),
);
