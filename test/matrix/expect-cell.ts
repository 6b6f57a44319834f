import { expect } from "vitest";

import type { Evidence } from "./run-cell.ts";
import type { Shape } from "./shape.ts";

/** What a rollback promises, whatever the graph and the store. */
export function expectCell(shape: Shape, evidence: Evidence): void {
  const { failed, statuses, reran, before, after, rolledBack, right } = evidence;
  expect(statuses).toEqual(shape.statuses ?? ["recovered"]);
  expect(failed?.attribution?.status).toBe("bounded");
  expect({ kind: "superstep", ...failed?.rewind }).toMatchObject({
    kind: shape.kind ?? "superstep",
    strategy: "set",
  });
  expect(reran).toEqual(shape.reruns);
  expect(rolledBack).toEqual(right);
  expectKept(before, after);
}

/** What a rollback that cannot make the run right must do all the same: say so, and keep what was there. */
export function expectLimit({ statuses, before, after }: Evidence): void {
  expect(statuses).toEqual([expect.stringMatching(/^gave-up: Attempt 2 failed/)]);
  expectKept(before, after);
}

/** The failed branch, bit for bit. */
function expectKept(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): void {
  expect(before.size).toBeGreaterThan(0);
  for (const [checkpoint, stored] of before) expect(after.get(checkpoint)).toBe(stored);
}
