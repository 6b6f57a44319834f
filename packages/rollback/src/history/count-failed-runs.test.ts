import { describe, expect, it } from "vitest";

import { countFailedRuns, type DecidedAttempt, failedRunIn } from "./count-failed-runs.ts";
import type { RecoveryRecord } from "./recovery-record.ts";

const promise = { within: 1, level: 0.9, alpha: 0.1, n: 20, guarantee: "exact" } as const;
const recovery: RecoveryRecord = { procedure: "p", maxRollbacks: 3, audited: true };

let at = 0;
/** A run that was accepted after so many rollbacks; each failed later than the one before. */
function failed(rollbacks: number, given: Partial<RecoveryRecord> = {}) {
  at += 1;
  const attempts = Array.from({ length: rollbacks + 1 }, (_, index): DecidedAttempt => ({
    attempt: index + 1,
    decision: index === rollbacks ? "accept" : "roll-back",
    at: new Date(at).toISOString(),
    recovery: { ...recovery, ...given },
  }));
  return failedRunIn(`run ${at}`, attempts) ?? expect.fail("Expected a failed run.");
}

describe("failedRunIn", () => {
  const [first] = [{ attempt: 1, decision: "roll-back", recovery } as const];

  it("takes an attempt that is under way, or waits for a person, for a run that has not ended", () => {
    expect(failedRunIn("r", [first, { attempt: 2 }])).toMatchObject({ run: { run: "r" }, isOpen: true });
    expect(failedRunIn("r", [first, { attempt: 2, decision: "give-up" }])).toMatchObject({ isOpen: false });
  });

  it("leaves out runs without a record of recovery, and runs that were only observed", () => {
    expect(failedRunIn("r", [{ attempt: 1, decision: "accept" }])).toBeUndefined();
    expect(failedRunIn("r", [])).toBeUndefined();
    const observed = { by: "observing" } as const;
    expect(failedRunIn("r", [{ ...first, decision: "give-up", stopped: observed }])).toBeUndefined();
  });
});

describe("the runs since a promise", () => {
  it("are all that began to fail under the latest promise, cut short or not", () => {
    const counted = countFailedRuns([
      failed(1),
      failed(2, { promise: { ...promise, n: 10 } }),
      failed(3, { promise }),
      failed(1, { promise, audited: false }),
    ]);
    expect(counted?.promised?.promise).toEqual(promise);
    expect(counted?.promised?.runs.map(({ recoveredBy }) => recoveredBy)).toEqual([3, 1]);
    expect(counted?.runs).toHaveLength(3);
  });

  it("are none where the latest run was promised nothing, or ran under another procedure", () => {
    const before = failed(1, { promise });
    expect(countFailedRuns([before, failed(1)])).not.toHaveProperty("promised");
    expect(countFailedRuns([before, failed(1, { procedure: "q" })])).not.toHaveProperty("promised");
    expect(countFailedRuns([before, failed(1, { procedure: "q" })], "p")?.promised?.runs).toHaveLength(1);
  });
});
