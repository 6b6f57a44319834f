import { expect, it } from "vitest";

import { seededRandom } from "../seeded-random.ts";
import { bootstrapInterval } from "./bootstrap-interval.ts";

it("is the same for the same seed, and is a point where all trajectories agree", () => {
  const values = Array.from({ length: 40 }, seededRandom(7));
  expect(bootstrapInterval(values, 1)).toEqual(bootstrapInterval(values, 1));
  expect(bootstrapInterval(values, 1)).not.toEqual(bootstrapInterval(values, 2));
  expect(bootstrapInterval([0.25, Number.NaN, 0.25], 1)).toEqual({ lower: 0.25, upper: 0.25 });
  expect(bootstrapInterval([Number.NaN], 1)).toBeUndefined();
});

it("holds the mean about as often as it says", () => {
  const random = seededRandom(5);
  const rounds = 200;
  let held = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { lower, upper } = bootstrapInterval(Array.from({ length: 60 }, random), round) ?? {
      lower: 1,
      upper: 0,
    };
    held += lower <= 0.5 && 0.5 <= upper ? 1 : 0;
  }
  // 190 expected; five standard deviations of a binomial are 15.
  expect(Math.abs(held - 0.95 * rounds)).toBeLessThan(16);
});

it("draws units, not values: what is repeated ten times tells no more", () => {
  const values = Array.from({ length: 30 }, seededRandom(3));
  const repeated = values.flatMap((value) => Array.from({ length: 10 }, () => value));
  const unitOf = values.flatMap((_, index) => Array.from({ length: 10 }, () => `problem ${index}`));
  const [alone, together, apart] = [
    bootstrapInterval(values, 1),
    bootstrapInterval(repeated, 1, unitOf),
    bootstrapInterval(repeated, 1),
  ];
  expect(together?.lower).toBeCloseTo(alone?.lower ?? Number.NaN, 12);
  expect(together?.upper).toBeCloseTo(alone?.upper ?? Number.NaN, 12);
  expect((apart?.upper ?? 1) - (apart?.lower ?? 0)).toBeLessThan(
    ((alone?.upper ?? 0) - (alone?.lower ?? 1)) / 2,
  );
});
