import { expect, it } from "vitest";

import { supportSystem } from "../../systems/support-system.ts";
import { learnFromNothing } from "./learn-from-nothing.ts";

/** So many that a version is made. */
const FAILURES = 21;
const REPLAYED = 2;
/** Every run of the simulated support agent has nine steps. */
const STEPS = 9;

it("tries each failure by restarts, by what retries teach, and by what replays teach for as many as are replayed", async () => {
  const { runs, versions } = await learnFromNothing(await supportSystem(), {
    failures: FAILURES,
    replayed: REPLAYED,
    seed: 1,
  });
  expect(runs).toHaveLength(FAILURES);
  expect(versions).toEqual([1, 0]);
  for (const [at, { byReplays, restarted }] of runs.entries()) {
    expect(restarted.redone % STEPS).toBe(0);
    expect(byReplays === undefined).toBe(at >= REPLAYED);
    if (byReplays !== undefined) expect(byReplays.replayed).toBeGreaterThan(0);
  }
  // Nothing is known yet: a drawn step comes first.
  expect(runs[0]?.byRetries.redone).not.toBe(runs[0]?.restarted.redone);
});
