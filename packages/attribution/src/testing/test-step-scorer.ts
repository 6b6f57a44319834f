import assert from "node:assert/strict";

import { explainSteps, isExplaining } from "../scorers/explain-steps.ts";
import { scoreSteps } from "../scorers/score-steps.ts";
import type { StepExplanation } from "../scorers/step-explanation.ts";
import type { StepScorer } from "../scorers/step-scorer.ts";
import { deepFreeze } from "./deep-freeze.ts";
import { hostileTrajectories } from "./hostile-trajectories.ts";
import { sampleTrajectories } from "./sample-trajectories.ts";
import type { TestRunner } from "./test-runner.ts";

/**
 * Tests that every {@link StepScorer} has to pass. A scorer that calls a model is given a fake one here.
 *
 * @example
 * import { describe, it } from "vitest";
 * testStepScorer({ describe, it }, "my scorer", () => myScorer());
 *
 * @param name       heads the tests
 * @param makeScorer makes a scorer of the same configuration each time
 * @param repeats    how often a text that is made to trip parsers says its characters. Default 100,000.
 */
export function testStepScorer(
  { describe, it }: TestRunner,
  name: string,
  makeScorer: () => StepScorer | Promise<StepScorer>,
  repeats?: number,
): void {
  const samples = deepFreeze(sampleTrajectories(5, 1));

  describe(`${name} as a StepScorer`, () => {
    it("has a fingerprint that is the same for scorers made alike", async () => {
      const [one, other] = [await makeScorer(), await makeScorer()];
      assert.ok(one.fingerprint.length > 0, "the fingerprint is empty");
      assert.equal(one.fingerprint, other.fingerprint);
    });

    it("gives each step one number in [0, 1], whatever the text", async () => {
      const scorer = await makeScorer();
      for (const trajectory of [...samples, ...hostileTrajectories(repeats)])
        await scoreSteps(trajectory, scorer);
    });

    it("gives the same scores again, and in parallel, without touching the trajectory", async () => {
      const scorer = await makeScorer();
      const scoreAll = () => Promise.all(samples.map((trajectory) => scorer.score(trajectory)));
      assert.deepEqual(await scoreAll(), await scoreAll());
    });

    it("never looks at label, group or outcome", async () => {
      const scorer = await makeScorer();
      for (const { id, steps, task } of samples) {
        const outcome = { ok: false, reason: "step 1 was wrong" };
        const told = { id, task, steps, group: "g", outcome, label: { decisiveStep: 1, reason: "step 1" } };
        assert.deepEqual(await scorer.score(told), await scorer.score({ id, task, steps }));
      }
    });

    it("rejects with the reason of an aborted signal", async () => {
      const scorer = await makeScorer();
      const reason = new Error("stopped by the test");
      for (const trajectory of samples.slice(0, 1)) {
        await assert.rejects(
          scorer.score(trajectory, AbortSignal.abort(reason)),
          (error) => error === reason,
        );
      }
    });

    it("scores one step as it scores all of them, if it can score one step at all", async () => {
      const scorer = await makeScorer();
      if (scorer.scoreStep === undefined) return;
      for (const trajectory of samples) {
        const all = await scorer.score(trajectory);
        for (const [index, expected] of all.entries()) {
          assert.equal(await scorer.scoreStep(trajectory, index), expected);
        }
      }
    });

    it("explains the requested steps, for any text, if it gives explanations", async () => {
      const scorer = await makeScorer();
      if (!isExplaining(scorer)) return;
      for (const trajectory of [...samples, ...hostileTrajectories(repeats)]) {
        const last = trajectory.steps.length - 1;
        await explainSteps(trajectory, scorer, [last, 0]);
      }
    });

    it("explains the scores that it gives: shares add up to them", async () => {
      const scorer = await makeScorer();
      if (!isExplaining(scorer)) return;
      for (const trajectory of samples) {
        const scores = await scoreSteps(trajectory, scorer);
        const every = scores.map((_, step) => step);
        checkShares(scores, await explainSteps(trajectory, scorer, every));
      }
    });
  });
}

/** That each logit is the sum of its parts, and says of the scores what it should. */
function checkShares(scores: readonly number[], explanations: readonly StepExplanation[]): void {
  const logs = scores.map(Math.log);
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  for (const { logit, parts, rest, step } of explanations) {
    if (logit === undefined) continue;
    const sum = parts.reduce((total, part) => total + (part.logit ?? 0), rest?.logit ?? 0);
    assert.ok(isClose(sum, logit), `the shares of step ${step} add up to ${sum}, not to ${logit}`);
    // A score of 0 has no logarithm.
    const expected = (logs[step] ?? 0) - mean;
    if (Number.isFinite(expected))
      assert.ok(
        isClose(logit, expected),
        `the logit of step ${step} is ${logit}, its score's is ${expected}`,
      );
  }
}

function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b));
}
