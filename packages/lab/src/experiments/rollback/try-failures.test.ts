import { beforeAll, describe, expect, it } from "vitest";

import { ARMS_WITH_SETS, ARMS_WITHOUT_SETS } from "../../arms/rollback-arms.ts";
import { teamSystem } from "../../systems/team-system.ts";
import { settingFigures } from "./setting-figures.ts";
import { armAt, type TriedFailure } from "./tried-failure.ts";
import { tryFailures, type TrySetting } from "./try-failures.ts";

const SETTING: TrySetting = {
  variant: "mid",
  calibration: 1,
  alphas: [0.2],
  size: { fit: 10, calibrate: 10, test: 4 },
};

const tried = async (): Promise<readonly TriedFailure[]> => tryFailures(await teamSystem(), SETTING);

describe("one calibration of the rollback experiment", () => {
  let failures: readonly TriedFailure[] = [];
  beforeAll(async () => {
    failures = await tried();
  });

  it("tries every failure in every arm, and gives the same when it is run again", async () => {
    expect(failures).toHaveLength(SETTING.size.test);
    const arms = [
      ...ARMS_WITHOUT_SETS.map(({ name }) => name),
      ...ARMS_WITH_SETS.map(({ name }) => armAt(name, 0.2)),
    ];
    for (const failure of failures) expect(Object.keys(failure.arms)).toEqual(arms);
    expect(await tried()).toEqual(failures);
  });

  it("plants the fault in the part of the run that the variant names", () => {
    for (const { mistake, steps } of failures) {
      expect(mistake).toBeGreaterThanOrEqual(Math.floor(steps / 3));
      expect(mistake).toBeLessThan(Math.ceil((2 * steps) / 3));
    }
  });

  it("lets restarting run every step, the oracle those from the mistake on, and node retry none", () => {
    for (const { arms, mistake, steps } of failures) {
      expect(arms["restart"]?.rollbacks[0]).toMatchObject({ start: 0, redone: steps });
      expect(arms["oracle"]?.rollbacks[0]).toMatchObject({ start: mistake, redone: steps - mistake });
      expect(arms["node retry"]).toEqual({ rollbacks: [], ok: false, tokens: 0 });
    }
  });

  it("is summed up against restarting, run by run", () => {
    const { arms } = settingFigures({ system: "team", variant: "mid" }, failures, [0.2]);
    const restart = arms.find(({ arm, rollbacks }) => arm === "restart" && rollbacks === 3);
    expect(restart).toMatchObject({
      stepsOfRestart: { mean: 1, standardError: 0 },
      reach: { mean: 1 },
      againstRestart: { difference: 0, p: 1 },
    });
    expect(arms.find(({ arm }) => arm === "node retry")).toMatchObject({
      success: { mean: 0 },
      reach: null,
      steps: 0,
    });
  });
});
