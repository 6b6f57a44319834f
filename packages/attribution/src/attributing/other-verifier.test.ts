import { expect, it } from "vitest";

import { attribute, calibrate, constantScorer } from "../index.ts";
import { sampleTrajectories } from "../testing/index.ts";

const [failed] = sampleTrajectories(1, 12);
if (failed === undefined) throw new Error("Expected a sample.");

it.each([
  ["no verifier is named", {}, "on failures that have run to their end"],
  ["one is named", { verifier: "judge-1" }, 'on failures that the verifier "judge-1" rejects'],
])("is approximate of a run that an alarm or a check ended: %s", async (_, named, calibrated) => {
  const failures = sampleTrajectories(39, 11).map((failure) => ({
    ...failure,
    outcome: { ok: false, ...named },
  }));
  const scorer = constantScorer();
  const calibration = await calibrate(failures, { scorer, method: "interval" });
  const outcome = { ok: false, verifier: "check", stoppedEarly: true as const };
  const { set } = await attribute({ ...failed, outcome }, { scorer, calibration });
  expect(set.guarantee).toBe("approximate");
  expect(set.reason).toContain(`It was calibrated ${calibrated}, and "check" ended this run early.`);
});
