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
});
