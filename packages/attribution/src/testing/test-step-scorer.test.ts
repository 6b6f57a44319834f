import { describe, expect, it } from "vitest";

import { constantScorer } from "../scorers/constant-scorer.ts";
import type { StepScorer } from "../scorers/step-scorer.ts";
import { testStepScorer } from "./index.ts";

/** Names of the tests that fail for a scorer. */
async function failingTests(makeScorer: () => StepScorer): Promise<readonly string[]> {
  const failed: string[] = [];
  const running: Promise<void>[] = [];
  const describeNow = (_: string, body: () => void): void => body();
  const runNow = (name: string, body: () => Promise<void>): number =>
    running.push(body().catch(() => void failed.push(name)));
  testStepScorer({ describe: describeNow, it: runNow }, "any", makeScorer);
  expect(running.length).toBeGreaterThan(4);
  await Promise.all(running);
  return failed;
}

const SCORED = "gives each step one number in [0, 1], whatever the text";

describe("testStepScorer", () => {
  it("passes for a scorer that scores every step", async () => {
    expect(await failingTests(() => constantScorer())).toEqual([]);
  });

  it.each<readonly [string, readonly number[]]>([
    ["there are no scores", []],
    ["a score is NaN", [Number.NaN]],
    ["there is one score for all steps", [0.5]],
  ])("fails where %s", async (_, scores) => {
    const scorer: StepScorer = { fingerprint: "missing", score: async () => scores };
    expect(await failingTests(() => scorer)).toContain(SCORED);
  });

  const even: StepScorer["score"] = async ({ steps }) => steps.map(() => 1 / steps.length);

  it("fails for a scorer that explains other steps than the requested ones", async () => {
    const scorer: StepScorer = {
      fingerprint: "astray",
      score: even,
      explain: async (_, steps) => steps.map((step) => ({ step: step + 1, parts: [] })),
    };
    expect(await failingTests(() => scorer)).toContain(
      "explains the requested steps, for any text, if it gives explanations",
    );
  });

  it.each([
    ["whose shares do not add up", 0, 1],
    ["whose shares are not those of its scores", 1, 1],
  ])("fails for a scorer %s", async (_, logit, share) => {
    const scorer: StepScorer = {
      fingerprint: "amiss",
      score: even,
      explain: async (__, steps) =>
        steps.map((step) => ({ step, logit, parts: [{ says: "is odd", logit: share }] })),
    };
    expect(await failingTests(() => scorer)).toContain(
      "explains the scores that it gives: shares add up to them",
    );
  });
});
