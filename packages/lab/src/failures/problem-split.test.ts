import fc from "fast-check";
import { expect, it } from "vitest";

import { splitProblems, tasksOn } from "./problem-split.ts";

const problems = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `problem ${at}`);

it("puts no problem into two parts", () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 300 }), fc.integer({ min: 0, max: 1000 }), (count, seed) => {
      const { fit, calibrate, test } = splitProblems(problems(count), seed);
      const all = [...fit, ...calibrate, ...test];
      expect(new Set(all).size).toBe(count);
      expect(all).toHaveLength(count);
    }),
  );
});

it("gives tasks on all problems before one comes again, each under seeds that no other calibration has", () => {
  const first = [...take(tasksOn(problems(3), 1), 7)];
  expect(first.map(({ problem }) => problem)).toEqual([...problems(3), ...problems(3), "problem 0"]);
  expect(new Set(first.map(({ id }) => id)).size).toBe(7);
  const seeds = new Set(first.map(({ seed }) => seed));
  for (const { seed } of take(tasksOn(problems(3), 2), 7)) expect(seeds.has(seed)).toBe(false);
});

function* take<T>(values: Iterable<T>, count: number): Generator<T, void> {
  let taken = 0;
  for (const value of values) {
    if (taken === count) return;
    taken += 1;
    yield value;
  }
}
