import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawInformative, drawMany, drawUninformative } from "./fixtures/draw-failure.ts";
import {
  calibrateThreshold,
  groupSet,
  type GroupedScores,
  groupThresholds,
  nonconformity,
  predictionSet,
  SmallSampleError,
} from "./index.ts";
import { seededRandom } from "./seeded-random.ts";

const options = { method: "suffix", alpha: 0.2 } as const;

/** Two in three are of an easy system, one in three of a hard one. */
function drawGrouped(random: () => number): GroupedScores {
  return random() < 2 / 3
    ? { group: "easy", ...drawInformative(random) }
    : { group: "hard", ...drawUninformative(random) };
}

const valuesOf = (failures: readonly GroupedScores[]) =>
  failures.map((each) => nonconformity(each.stepScores, options)[each.decisiveStep] ?? Number.NaN);

describe("groupThresholds", () => {
  it("covers 1 - alpha within each group, where one threshold for all does not", () => {
    const random = seededRandom(17);
    const tally = { runs: 0, own: 0, shared: 0 };
    for (let draw = 0; draw < 500; draw += 1) {
      const failures = drawMany(60, drawGrouped, random);
      const own = groupThresholds(failures, options);
      const shared = calibrateThreshold(valuesOf(failures), options);
      for (const { stepScores, decisiveStep } of drawMany(10, drawUninformative, random)) {
        tally.runs += 1;
        if (groupSet(stepScores, "hard", own).steps.includes(decisiveStep)) tally.own += 1;
        if (predictionSet(stepScores, shared).steps.includes(decisiveStep)) tally.shared += 1;
      }
    }
    expect(tally.own / tally.runs).toBeGreaterThan(0.8 - 4 * Math.sqrt(0.16 / tally.runs));
    expect(tally.shared / tally.runs).toBeLessThan(0.77);
  });

  it("is each group's own calibration, whatever the other groups hold", () => {
    const grouped = fc.array(
      fc.record({
        group: fc.constantFrom("a", "b", "__proto__"),
        stepScores: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 5 }),
        decisiveStep: fc.constantFrom(0, 1),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(grouped, (failures) => {
        for (const [group, threshold] of groupThresholds(failures, options).groups) {
          const members = failures.filter((each) => each.group === group);
          expect(threshold).toEqual(calibrateThreshold(valuesOf(members), options));
        }
      }),
    );
  });

  const random = seededRandom(4);
  const many = drawMany(30, drawInformative, random).map((each) => ({ ...each, group: "large" }));
  const few = drawMany(3, drawInformative, random).map((each) => ({ ...each, group: "small" }));

  it("gives every step to groups with too few labels, and to those that it has never seen", () => {
    const thresholds = groupThresholds([...many, ...few], options);
    for (const group of ["small", "unseen"]) {
      const set = groupSet([0.1, 0.1, 0.9], group, thresholds);
      expect(set).toMatchObject({ group, steps: [0, 1, 2], guarantee: "exact", trivial: { needed: 4 } });
      expect(set.reason).toContain(`Group "${group}": Every step`);
    }
    expect(groupSet([0.1, 0.1, 0.9], "large", thresholds)).toMatchObject({ level: 25 / 31 });
  });

  it("pools all groups for small ones if told to, and says that this bounds no single group", () => {
    const thresholds = groupThresholds([...many, ...few], { ...options, pooled: true });
    for (const group of ["small", "unseen"]) {
      const set = groupSet([0.1, 0.1, 0.9], group, thresholds);
      expect(set).toMatchObject({ guarantee: "approximate", level: 28 / 34 });
      expect(set.reason).toMatch(/all groups are pooled: .* together, not for this group/);
    }
    expect(groupSet([0.1, 0.1, 0.9], "large", thresholds)).toMatchObject({
      guarantee: "exact",
      level: 25 / 31,
    });
  });

  it("gives every step where the pool, too, is small", () => {
    const thresholds = groupThresholds(few, { ...options, pooled: true });
    expect(groupSet([1, 2], "small", thresholds)).toMatchObject({ steps: [0, 1], trivial: { needed: 4 } });
  });

  it("follows `smallSample` in groups that are not pooled", () => {
    expect(() => groupThresholds([...many, ...few], { ...options, smallSample: "throw" })).toThrow(
      SmallSampleError,
    );
    const most = groupThresholds([...many, ...few], { ...options, smallSample: "max" });
    expect(groupSet([1, 2], "small", most)).toMatchObject({ level: 0.75, shortfall: { needed: 4 } });
  });
});
