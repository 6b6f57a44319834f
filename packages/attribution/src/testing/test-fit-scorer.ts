import assert from "node:assert/strict";

import { calibrate } from "../calibrating/calibrate.ts";
import { parseCalibration } from "../calibrating/parse-calibration.ts";
import { scorerFromModel } from "../calibrating/scorer-from-model.ts";
import type { FitScorer } from "../scorers/step-scorer.ts";
import { deepFreeze } from "./deep-freeze.ts";
import { sampleTrajectories } from "./sample-trajectories.ts";
import type { TestRunner } from "./test-runner.ts";
import { testStepScorer } from "./test-step-scorer.ts";

/**
 * Tests that every {@link FitScorer} has to pass; the scorer that it fits is put through {@link testStepScorer}.
 *
 * @param name heads the tests
 */
export function testFitScorer(runner: TestRunner, name: string, fit: FitScorer): void {
  const labelled = deepFreeze(sampleTrajectories(24, 2));
  const fresh = deepFreeze(sampleTrajectories(5, 3));

  runner.describe(`${name} as a FitScorer`, () => {
    runner.it("fits the same scorer to the same failures, without touching them", async () => {
      const [one, other] = [await fit(labelled), await fit(labelled)];
      assert.equal(one.fingerprint, other.fingerprint);
      assert.deepEqual(one.model, other.model);
    });

    runner.it(
      "fits a scorer that comes back from a calibration file with the same scores, to the bit",
      async () => {
        const scorer = await fit(labelled);
        const calibration = await calibrate(fresh, { scorer });
        const { scorerModel } = parseCalibration(JSON.stringify(calibration));
        assert.ok(scorerModel !== undefined, "the calibration holds no model");
        const restored = scorerFromModel(scorerModel);
        assert.equal(restored.fingerprint, scorer.fingerprint);
        for (const trajectory of fresh)
          assert.deepEqual(await restored.score(trajectory), await scorer.score(trajectory));
      },
    );

    runner.it("fits even to one failure", async () => {
      await fit(labelled.slice(0, 1));
    });
  });

  // To fit may take long; that it fits the same again is tested above.
  let fitted: ReturnType<FitScorer> | undefined;
  testStepScorer(runner, name, () => (fitted ??= fit(labelled)));
}
