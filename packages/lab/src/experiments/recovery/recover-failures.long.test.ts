import { beforeAll, describe, expect, it } from "vitest";

import { dylanSystem } from "../../systems/dylan-system.ts";
import { supportSystem } from "../../systems/support-system.ts";
import { CUTS, cutAt, LEAST_COST, MAX_ROLLBACKS, POLICIES, SHORTER, toldOf } from "./recovery-arms.ts";
import { learnOnce, type LearntOnce, type PooledFailure, recoverFailures } from "./recover-failures.ts";

const COUNT = 3;
/** Every run of the simulated support agent has nine steps. */
const STEPS = 9;

describe("a pool of natural failures", () => {
  let learnt: LearntOnce;
  let pool: readonly PooledFailure[] = [];
  const pooled = async (): Promise<readonly PooledFailure[]> =>
    recoverFailures(await supportSystem(), { arms: "all", learnt, count: COUNT, seed: 1, runSeed: 1 });
  beforeAll(async () => {
    learnt = await learnOnce(await supportSystem(), { count: 10, seed: 1 });
    pool = await pooled();
  });

  it("rolls every failure back in every arm, and gives the same when it is made again", async () => {
    expect(pool).toHaveLength(COUNT);
    for (const { arms } of pool)
      expect(Object.keys(arms)).toEqual([...POLICIES, ...SHORTER].map(({ name }) => name));
    expect(await pooled()).toEqual(pool);
  });

  it("keeps which rollback was accepted first, and the steps of all rollbacks", () => {
    for (const { arms } of pool) {
      const { recoveredBy, steps } = arms["restart"] ?? { steps: 0 };
      expect(steps).toBe(STEPS * (recoveredBy ?? MAX_ROLLBACKS));
      for (const { name } of POLICIES)
        expect(arms[name]?.recoveredBy ?? 1).toBeLessThanOrEqual(MAX_ROLLBACKS);
    }
  });

  it("has runs that are cut recovered within lambda exactly where audited runs are, and makes no more rollbacks", () => {
    for (const { arms } of pool)
      for (const lambda of CUTS) {
        const audited = arms[LEAST_COST]?.recoveredBy ?? Infinity;
        expect(arms[cutAt(lambda)]?.recoveredBy).toBe(audited <= lambda ? audited : undefined);
        expect(arms[toldOf(lambda)]?.recoveredBy ?? 1).toBeLessThanOrEqual(lambda);
      }
  });
});

it("counts failures whose first mistake nobody knows: a pool without them would be another one", async () => {
  const pool = await recoverFailures(await dylanSystem({ error: 0.15 }), {
    arms: "restart",
    count: 2,
    seed: 1,
    runSeed: 1,
  });
  expect(pool).toHaveLength(2);
  for (const { arms } of pool) expect(arms["restart"]?.steps).toBeGreaterThan(0);
});
