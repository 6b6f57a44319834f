import { beforeAll, describe, expect, it } from "vitest";

import { teamSystem } from "../../systems/team-system.ts";
import { type JudgedRuns, judgeRightRuns, type RightRunsSetting } from "./judge-right-runs.ts";

const SETTING: RightRunsSetting = {
  system: "team",
  calibration: 1,
  size: { fit: 10, calibrate: 10, runs: 25 },
};

const judged = async (): Promise<JudgedRuns> => judgeRightRuns(await teamSystem(), SETTING);

describe("right runs under a judge that errs", () => {
  let runs: JudgedRuns = { problems: [], rejected: [] };
  beforeAll(async () => {
    runs = await judged();
  });

  it("are as many as requested, some of them rejected, and the same when they are judged again", async () => {
    expect(runs.problems).toHaveLength(SETTING.size.runs);
    expect(runs.rejected.length).toBeGreaterThan(0);
    expect(runs.rejected.length).toBeLessThan(runs.problems.length / 2);
    expect(await judged()).toEqual(runs);
  });

  it("are rolled back in every arm where they are rejected", () => {
    for (const { arms, steps } of runs.rejected) {
      expect(Object.keys(arms)).toEqual(["restart", "top one", "DR suffix", "escalate", "least cost"]);
      expect(arms["restart"]?.redone).toBeGreaterThanOrEqual(steps);
      for (const { redone } of Object.values(arms)) expect(redone).toBeGreaterThan(0);
    }
  });
});
