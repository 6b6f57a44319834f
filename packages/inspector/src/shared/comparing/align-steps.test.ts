import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { alignSteps } from "./align-steps.ts";

const steps = (agents: string) => Array.from(agents, (agent) => ({ agent, node: agent, depth: 0 }));
const indices = (agents: string) => Array.from(agents, (_, index) => index);
const attempts = fc.record({
  a: fc.string({ unit: fc.constantFrom("m", "t", "c"), maxLength: 12 }),
  b: fc.string({ unit: fc.constantFrom("m", "t", "c"), maxLength: 12 }),
  kept: fc.nat(6),
  mostUnpaired: fc.constantFrom(0, 3, 2_000),
});

describe("alignSteps", () => {
  it("shows every step of both attempts once and in order", () => {
    fc.assert(
      fc.property(attempts, ({ a, b, kept, mostUnpaired }) => {
        const rows = alignSteps(steps(a), steps(b), kept, mostUnpaired);
        expect(rows.flatMap((row) => row.a ?? [])).toEqual(indices(a));
        expect(rows.flatMap((row) => row.b ?? [])).toEqual(indices(b));
      }),
    );
  });

  it("pairs only steps of one agent after the fork, and kept steps by position before it", () => {
    fc.assert(
      fc.property(attempts, ({ a, b, kept, mostUnpaired }) => {
        const rows = alignSteps(steps(a), steps(b), kept, mostUnpaired);
        const shared = Math.min(kept, a.length, b.length);
        for (const [index, row] of rows.entries()) {
          expect(row.kind === "kept").toBe(index < shared);
          if (row.kind === "kept") expect([row.a, row.b]).toEqual([index, index]);
          if (row.kind === "paired") expect(a[row.a]).toBe(b[row.b]);
        }
      }),
    );
  });

  it("leaves as few steps alone as any alignment in order can", () => {
    fc.assert(
      fc.property(attempts, ({ a, b }) => {
        const paired = alignSteps(steps(a), steps(b), 0).filter(({ kind }) => kind === "paired");
        expect(paired).toHaveLength(longestCommon(a, b));
      }),
    );
  });

  it("pairs an attempt with itself from end to end, even where it may not look for an alignment", () => {
    fc.assert(
      fc.property(attempts, ({ a, kept, mostUnpaired }) => {
        const rows = alignSteps(steps(a), steps(a), kept, mostUnpaired);
        expect(rows.every((row) => row.a === row.b)).toBe(true);
      }),
    );
  });

  it("tells a subgraph's step from one of the outermost graph", () => {
    const inner = [{ agent: "m", node: "m", depth: 1 }];
    expect(alignSteps(steps("m"), inner, 0).map(({ kind }) => kind)).toEqual(["only-a", "only-b"]);
  });

  it("lays attempts that have nothing in common out by position", () => {
    const rows = alignSteps(steps("mt"), steps("ct"), 0, 0);
    expect(rows.map(({ kind }) => kind)).toEqual(["only-a", "only-b", "paired"]);
  });
});

function longestCommon(a: string, b: string): number {
  if (a === "" || b === "") return 0;
  if (a[0] === b[0]) return 1 + longestCommon(a.slice(1), b.slice(1));
  return Math.max(longestCommon(a.slice(1), b), longestCommon(a, b.slice(1)));
}
