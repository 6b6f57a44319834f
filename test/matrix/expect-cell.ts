import { expect } from "vitest";

import type { Evidence } from "./run-cell.ts";
import type { Shape } from "./shape.ts";

/** Expects the promises of a rollback to hold, whatever the graph and the store. */
export function expectCell(shape: Shape, evidence: Evidence): void {
  const { failed, statuses, reran, waitedAgain, before, after, rolledBack, right } = evidence;
  expect(statuses).toEqual(shape.statuses ?? ["recovered"]);
  expect(failed?.attribution?.status).toBe("bounded");
  expect({ kind: "superstep", ...failed?.rewind }).toMatchObject({
    kind: shape.kind ?? "superstep",
    promise: { attempt: 1 },
  });
  expect(reran).toEqual(shape.reruns);
  expect(waitedAgain).toBe(shape.waitsAgain ?? 0);
  expect(rolledBack).toEqual(right);
  expectKept(before, after);
}

/** Expects a rollback that cannot make the run right to report that, and to keep what was there. */
export function expectLimit({ statuses, before, after }: Evidence): void {
  expect(statuses).toEqual([expect.stringMatching(/^gave-up: Attempt 2 failed/)]);
  expectKept(before, after);
}

/** A second failure goes back to the start, and finds its way past both failed branches. */
export function expectSecondFailure(shape: Shape, evidence: Evidence): void {
  const { statuses, reran, rightRan, before, after, rolledBack, right } = evidence;
  expect(statuses).toEqual(shape.statuses ?? ["recovered"]);
  expect(before).toHaveLength(2);
  if (shape.statuses === undefined) expect(reran).toEqual(shape.restarts ?? rightRan);
  expect(rolledBack).toEqual(right);
  expectKept(before, after);
}

/** The failed branches, bit for bit. */
function expectKept(before: Evidence["before"], after: Evidence["after"]): void {
  expect(before[0]?.size).toBeGreaterThan(0);
  for (const held of before)
    for (const [checkpoint, stored] of held) expect(after.get(checkpoint)).toBe(stored);
}
