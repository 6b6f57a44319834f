import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";

import { drawInformative, drawMany } from "../fixtures/draw-failure.ts";
import { calibrateSets, conformalRank, type LabelledRun, nonconformity, pacRank } from "../index.ts";
import { seededRandom } from "../seeded-random.ts";
import { labelsFor } from "../threshold-rank.ts";
import { missOf } from "./scored-run.ts";
import type { SetOptions } from "./set-options.ts";

const BY_REPLAY = { convention: "last-recovering-start" } as const;
/** Runs of two steps whose first has this nonconformity by the method `vanilla`. */
const runAt = (value: number, draw: number): LabelledRun => ({
  stepScores: [1 - value, value],
  decisiveSteps: [0],
  draw,
});
const missAt = (draw: number): LabelledRun => missOf({ stepScores: [0.5, 0.5], draw });

const values = fc.uniqueArray(fc.integer({ min: 1, max: 499 }), { minLength: 1, maxLength: 30 });
const counts = fc.nat(12);
const alphas = fc.integer({ min: 1, max: 95 }).map((percent) => percent / 100);

/** n runs that have a start, and so many that have none. */
const failuresOf = (found: readonly number[], misses: number) => [
  ...found.map((value, index) => runAt(value / 1000, index)),
  ...Array.from({ length: misses }, (_, index) => missAt(found.length + index)),
];
const thresholdOf = (failures: readonly LabelledRun[], options: Partial<SetOptions>) =>
  calibrateSets(failures, { method: "vanilla", alpha: 0.2, u: 0, ...BY_REPLAY, ...options }).thresholdFor({});

describe("failures that no replay recovers", () => {
  it("count as infinite nonconformities: the threshold is the one of the same rank among all of them", () => {
    fc.assert(
      fc.property(values, counts, alphas, (found, misses, alpha) => {
        const n = found.length + misses;
        const sorted = found.toSorted((a, b) => a - b).map((value) => value / 1000);
        const expected = sorted[conformalRank(n, alpha, 0) - 1] ?? Infinity;
        const threshold = thresholdOf(failuresOf(found, misses), { alpha });
        expect(threshold?.n).toBe(n);
        expect(Math.abs((threshold?.value ?? 0) - expected) < 1e-6 || threshold?.value === expected).toBe(
          true,
        );
      }),
    );
  });

  it("leave every step in where the rank is one of theirs, and the set says which alpha is the smallest", () => {
    const set = calibrateSets(failuresOf([100, 200, 300, 400, 450, 480, 490], 2), {
      method: "vanilla",
      alpha: 0.2,
      ...BY_REPLAY,
    }).setOf({ stepScores: [0.9, 0.1], draw: 1 });
    expect(set).toMatchObject({ steps: [0, 1], level: 0.7, trivial: { needed: 14 } });
    expect(set.reason).toBe(
      "Every step is in the set: alpha 0.2 needs 14 labelled failures or more if 2 count as misses, and there are 9; the smallest alpha that they allow is 0.3.",
    );
  });

  it("allow the smallest alpha that is told, and as many labels as are said to be needed", () => {
    fc.assert(
      fc.property(values, counts, alphas, fc.constantFrom(undefined, 0.1), (found, misses, alpha, delta) => {
        const n = found.length + misses;
        const goal = delta === undefined ? {} : { delta };
        const all = calibrateSets(failuresOf(found, misses), {
          method: "vanilla",
          alpha,
          ...goal,
          ...BY_REPLAY,
        });
        const { trivial } = all.setOf({ stepScores: [0.9, 0.1], draw: 1 });
        const told = / allow is (\S+?)\.?$/.exec(trivial?.reason ?? "")?.[1];
        if (told === undefined) return;
        expect(Number(told)).toBeGreaterThan(alpha);
        expect(thresholdOf(failuresOf(found, misses), { alpha: Number(told), ...goal })?.value).toBeLessThan(
          1,
        );
        const rank = (count: number) =>
          delta === undefined ? conformalRank(count, alpha) : (pacRank(count, alpha, delta) ?? count + 1);
        const needed = labelsFor({ alpha, ...goal }, misses);
        expect(trivial?.needed).toBe(needed);
        expect(needed).toBeGreaterThan(n);
        expect(rank(needed)).toBeLessThanOrEqual(needed - misses);
        expect(rank(needed - 1)).toBeGreaterThan(needed - 1 - misses);
      }),
    );
  });

  it("are told beside the promise, which is about the last start from which a replay recovered", () => {
    const failures = failuresOf([10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110], 1);
    for (const method of ["suffix", "interval", "list", "left", "selected"] as const) {
      const set = calibrateSets(failures, { method, alpha: 0.4, ...BY_REPLAY }).setOf({
        stepScores: [0.1, 0.9],
        draw: 1,
      });
      expect(set.reason).toContain("from 12 labelled failures, 1 of them counted as misses");
      expect(set.reason).toContain(
        "promised to begin at or before the last start from which a replay recovered",
      );
      expect(set.reason).not.toMatch(/decisive step|first mistake/);
    }
  });

  it("lower what a set of every step promises, since nobody can promise a start where there is none", () => {
    const sets = calibrateSets(failuresOf([100, 200, 300], 1), { method: "suffix", alpha: 0, ...BY_REPLAY });
    expect(sets.setOf({ stepScores: [1, 0], draw: 1 }).level).toBe(3 / 5);
    const none = calibrateSets([], { method: "suffix", alpha: 0.2, ...BY_REPLAY });
    expect(none.setOf({ stepScores: [1, 0], draw: 1 }).level).toBe(0);
  });

  it("throw with `throw` where they leave no threshold", () => {
    expect(() => thresholdOf(failuresOf([1, 2, 3, 4, 5, 6], 2), { smallSample: "throw" })).toThrow(
      /at least 14 labelled failures/,
    );
  });
});

describe("labels that are ranges", () => {
  it("count with the highest nonconformity of their steps, by every method but `selected`", () => {
    const random = seededRandom(5);
    for (const method of [
      "vanilla",
      "vanilla-raw",
      "crsvp",
      "crsvp-raw",
      "left",
      "right",
      "two-way",
      "interval",
      "suffix",
      "prefix",
      "list",
    ] as const) {
      const { stepScores } = drawInformative(random);
      const [first, last] = [1, stepScores.length - 2];
      const at = (label: Pick<LabelledRun, "decisiveSteps" | "lastPossible">) =>
        calibrateSets([{ stepScores, draw: 7, ...label }], {
          method,
          alpha: 0.5,
          u: 0,
          ...BY_REPLAY,
        }).thresholdFor({})?.value ?? NaN;
      const each = Array.from({ length: last - first + 1 }, (_, index) =>
        at({ decisiveSteps: [first + index] }),
      );
      expect(at({ decisiveSteps: [first], lastPossible: last })).toBe(Math.max(...each));
    }
  });

  it("count as their first step in a set that reaches to the end", () => {
    const stepScores = [0.1, 0.4, 0.3, 0.2];
    for (const method of ["suffix", "left"] as const) {
      const scores = nonconformity(stepScores, { method });
      expect(Math.max(...scores.slice(1, 4))).toBe(scores[1]);
    }
  });
});

describe("sets by `selected`", () => {
  it("cover 1 - alpha with misses among the failures, those of fresh ones counted", () => {
    const [random, alpha, n] = [seededRandom(11), 0.3, 19];
    const draws = inject("allRounds") ? 1500 : 300;
    const drawRun = (): LabelledRun => {
      const { decisiveStep, stepScores } = drawInformative(random);
      const run = { stepScores, draw: Math.floor(2 ** 32 * random()) };
      return random() < 0.1 ? missOf(run) : { ...run, decisiveSteps: [decisiveStep] };
    };
    let [covered, fresh] = [0, 0];
    for (let draw = 0; draw < draws; draw += 1) {
      const sets = calibrateSets(drawMany(n, drawRun, random), { method: "selected", alpha, ...BY_REPLAY });
      for (const run of drawMany(10, drawRun, random)) {
        const {
          decisiveSteps: [step = -1],
        } = run;
        fresh += 1;
        if (sets.setOf(run).steps.includes(step)) covered += 1;
      }
    }
    expect(covered / fresh).toBeGreaterThan(1 - alpha - 4 * Math.sqrt((alpha * (1 - alpha)) / draws));
  });
});

describe("labels are refused", () => {
  const range: LabelledRun = { ...runAt(0.1, 1), lastPossible: 1 };
  const sets = (failures: readonly LabelledRun[], options: Partial<SetOptions>) =>
    calibrateSets(failures, { method: "suffix", alpha: 0.2, ...options });

  it("if some are misses or ranges and the convention is not the one of replays", () => {
    expect(() => sets([missAt(1)], {})).toThrow(/`convention` to be "last-recovering-start"/);
    expect(() => sets([range], {})).toThrow(/`convention` to be "last-recovering-start"/);
  });

  it("if they are ranges and the method is `selected`, which has no bound for them", () => {
    expect(() => sets([range], { method: "selected", ...BY_REPLAY })).toThrow(
      /no bound for labels that are ranges/,
    );
  });

  it("if planted ones are among those by replay, or options ask for what these have no form for", () => {
    expect(() => sets([{ ...runAt(0.1, 1), planted: true }], BY_REPLAY)).toThrow(/planted/);
    expect(() => sets([], { ...BY_REPLAY, goal: "mean" })).toThrow(/goal `first` alone/);
    expect(() => sets([], { ...BY_REPLAY, smallSample: "max" })).toThrow(/would choose the rank/);
    expect(() => sets([], { ...BY_REPLAY, plantedRates: { errorRate: 0.1, successRate: 0.5 } })).toThrow(
      /planted/,
    );
  });
});
