import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { comparePolicies, type PolicyRun } from "../index.ts";

/** A failed run that the k-th rollback recovered; 0 says that none did. */
const run = (name: string, k: number, steps: number): PolicyRun => ({
  run: name,
  steps,
  ...(k === 0 ? {} : { recoveredBy: k }),
});

const restarted = [run("a", 1, 8), run("b", 2, 16), run("c", 0, 24), run("d", 1, 8)];
const planned = [run("d", 1, 2), run("c", 0, 9), run("b", 0, 9), run("a", 1, 4)];

describe("comparePolicies", () => {
  it("tells how many runs each policy recovers and in how many steps, less those of the other on the same runs", () => {
    const [base, other] = comparePolicies({ restart: restarted, planned }, { against: "restart" });
    expect(base).toMatchObject({ policy: "restart", n: 4, recovered: 0.75, steps: 14 });
    expect(base?.against.recovered).toEqual({ difference: 0, interval: { lower: 0, upper: 0 } });
    expect(other).toMatchObject({ policy: "planned", n: 4, recovered: 0.5, steps: 6 });
    expect(other?.against.recovered.difference).toBe(-0.25);
    expect(other?.against.steps.difference).toBe(-8);
  });

  it("gives intervals that hold the mean difference, and depend on the seed alone", () => {
    const anyRuns = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 3 }), fc.nat(50), fc.integer({ min: 0, max: 3 }), fc.nat(50)),
      { minLength: 1, maxLength: 25 },
    );
    fc.assert(
      fc.property(anyRuns, (drawn) => {
        const runs = {
          first: drawn.map(([k, steps], at) => run(`${at}`, k, steps)),
          second: drawn.map(([, , k, steps], at) => run(`${at}`, k, steps)),
        };
        const made = comparePolicies(runs, { against: "first", seed: 3 });
        expect(comparePolicies(runs, { against: "first", seed: 3 })).toEqual(made);
        for (const { difference, interval } of Object.values(made[1]?.against ?? {})) {
          expect(interval.lower).toBeLessThanOrEqual(difference + 1e-9);
          expect(interval.upper).toBeGreaterThanOrEqual(difference - 1e-9);
        }
      }),
      { numRuns: 25 },
    );
  });

  it("draws the runs of one unit together, so that copies of a run tell no more than the run", () => {
    const copies = (runs: readonly PolicyRun[], copy: number): readonly PolicyRun[] =>
      runs.map((each) => ({ ...each, run: `${each.run}/${copy}` }));
    const twice = (runs: readonly PolicyRun[]) => [...copies(runs, 1), ...copies(runs, 2)];
    const [, once] = comparePolicies({ restart: restarted, planned }, { against: "restart" });
    const runs = { restart: twice(restarted), planned: twice(planned) };
    const unitOf = (name: string): string => name.split("/")[0] ?? name;
    const [, both] = comparePolicies(runs, { against: "restart", unitOf });
    expect(both?.against).toEqual(once?.against);
  });

  it("refuses runs that are not those of the other policy", () => {
    const compared = (other: readonly PolicyRun[], against = "restart") =>
      comparePolicies({ restart: restarted, planned: other }, { against });
    expect(() => compared(planned.slice(1))).toThrow('Expected run "d" of the policy planned, got none.');
    expect(() => compared([...planned, run("e", 1, 1)])).toThrow("Expected the 4 runs of restart");
    expect(() => compared([...planned, run("a", 1, 1)])).toThrow('Run "a" is named twice.');
    expect(() => compared([...planned.slice(1), run("d", 1, -1)])).toThrow("`steps`");
    expect(() => compared(planned, "escalate")).toThrow('one of restart, planned, got "escalate"');
    expect(() => comparePolicies({ restart: [] }, { against: "restart" })).toThrow("at least one failed run");
  });
});
