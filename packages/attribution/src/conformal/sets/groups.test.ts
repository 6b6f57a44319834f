import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawInformative, drawMany, drawUninformative } from "../fixtures/draw-failure.ts";
import { calibrateSets, type LabelledRun, SmallSampleError } from "../index.ts";
import { seededRandom } from "../seeded-random.ts";

const options = { method: "suffix", alpha: 0.2 } as const;

const asRun = (
  { stepScores, decisiveStep }: ReturnType<typeof drawInformative>,
  random: () => number,
  group?: string,
): LabelledRun => ({
  stepScores,
  decisiveSteps: [decisiveStep],
  draw: Math.floor(2 ** 32 * random()),
  ...(group === undefined ? {} : { group }),
});

/** Two in three are of an easy system, one in three of a hard one. */
function drawGrouped(random: () => number): LabelledRun {
  return random() < 2 / 3
    ? asRun(drawInformative(random), random, "easy")
    : asRun(drawUninformative(random), random, "hard");
}

const drawHard = (random: () => number): LabelledRun => asRun(drawUninformative(random), random, "hard");
const without = ({ decisiveSteps, draw, stepScores }: LabelledRun): LabelledRun => ({
  decisiveSteps,
  draw,
  stepScores,
});
const isHeld = (steps: readonly number[], { decisiveSteps }: LabelledRun): boolean =>
  decisiveSteps.every((step) => steps.includes(step));

describe("groups", () => {
  it("covers 1 - alpha within each group, where one threshold for all does not", () => {
    const random = seededRandom(17);
    const tally = { runs: 0, own: 0, shared: 0 };
    for (let draw = 0; draw < 500; draw += 1) {
      const failures = drawMany(60, drawGrouped, random);
      const own = calibrateSets(failures, options);
      const shared = calibrateSets(failures.map(without), options);
      for (const run of drawMany(10, drawHard, random)) {
        tally.runs += 1;
        if (isHeld(own.setOf(run).steps, run)) tally.own += 1;
        if (isHeld(shared.setOf(without(run)).steps, run)) tally.shared += 1;
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
        decisiveSteps: fc.constantFrom([0], [1]),
        draw: fc.nat(),
      }),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(grouped, (failures) => {
        const sets = calibrateSets(failures, options);
        for (const { group } of failures) {
          const members = failures.filter((each) => each.group === group).map(without);
          const run = { stepScores: [0.1, 0.3, 0.2], draw: 1 };
          const alone = calibrateSets(members, options).setOf(run);
          expect(sets.setOf({ ...run, group })).toEqual({
            ...alone,
            reason: `Group "${group}": ${alone.reason}`,
          });
          expect(sets.countFor({ group })).toBe(members.length);
        }
      }),
    );
  });

  const random = seededRandom(4);
  const many = drawMany(30, drawInformative, random).map((each) => asRun(each, random, "large"));
  const few = drawMany(3, drawInformative, random).map((each) => asRun(each, random, "small"));
  const of = (group: string, stepScores = [0.1, 0.1, 0.9]) => ({ group, stepScores, draw: 0 });

  it("gives every step to groups with too few labels, and to those that it has never seen", () => {
    const sets = calibrateSets([...many, ...few], options);
    for (const group of ["small", "unseen"]) {
      const set = sets.setOf(of(group));
      expect(set).toMatchObject({ steps: [0, 1, 2], guarantee: "exact", trivial: { needed: 4 } });
      expect(set.reason).toContain(`Group "${group}": Every step`);
    }
    expect(sets.setOf(of("large"))).toEqual({
      ...calibrateSets(many.map(without), options).setOf(of("large")),
      reason: expect.stringMatching(/^Group "large": /),
    });
  });

  it("pools all groups for small ones if told to, and says that this bounds no single group", () => {
    const sets = calibrateSets([...many, ...few], { ...options, smallGroups: "pooled" });
    for (const group of ["small", "unseen"]) {
      const set = sets.setOf(of(group));
      expect(set).toMatchObject({ guarantee: "approximate", drawn: { average: 0.8 } });
      expect([27 / 34, 28 / 34]).toContain(set.level);
      expect(set.reason).toMatch(/all groups are pooled: .* together, not for this group/);
    }
    expect(sets.setOf(of("large"))).toMatchObject({ guarantee: "exact", drawn: { average: 0.8 } });
  });

  it("keeps the other reasons why sets are approximate beside the pool", () => {
    const approximate = "it was fitted across folds";
    const pooled = { ...options, smallGroups: "pooled", approximate } as const;
    expect(calibrateSets([...many, ...few], pooled).setOf(of("small")).reason).toMatch(
      /not guaranteed since it was fitted across folds, and its group has too few labels/,
    );
  });

  it("gives every step where the pool, too, is small", () => {
    const sets = calibrateSets(few, { ...options, smallGroups: "pooled" });
    expect(sets.setOf(of("small", [1, 2]))).toMatchObject({ steps: [0, 1], trivial: { needed: 4 } });
  });

  it("follows `smallSample` in groups that are not pooled", () => {
    expect(() => calibrateSets([...many, ...few], { ...options, smallSample: "throw" })).toThrow(
      SmallSampleError,
    );
    const most = calibrateSets([...many, ...few], { ...options, smallSample: "max" });
    expect(most.setOf(of("small", [1, 2]))).toMatchObject({ level: 0.75, shortfall: { needed: 4 } });
  });
});
