import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { alignRanges } from "./ranges.ts";

const stated = (...ranges: readonly (readonly [number, number])[]) =>
  ranges.map(([first, last]) => ({ first, last }));
const found = (length: number, ...ranges: readonly (readonly [number, number])[]) => {
  const { aligned, mismatches } = alignRanges(stated(...ranges), length);
  return { ranges: aligned.map(({ start, end }) => [start, end]), mismatches };
};

describe("alignRanges", () => {
  it("counts from 0 what models count from 1", () => {
    expect(found(6, [1, 2], [3, 6])).toEqual({
      ranges: [
        [0, 1],
        [2, 5],
      ],
      mismatches: [],
    });
  });

  it("takes ranges that count from 0 as they are", () => {
    expect(found(6, [0, 1], [2, 5])).toEqual({
      ranges: [
        [0, 1],
        [2, 5],
      ],
      mismatches: [],
    });
  });

  it("mends neighbours that share a step, leave one out, or come in another order", () => {
    expect(found(6, [1, 3], [3, 6])).toEqual({
      ranges: [
        [0, 1],
        [2, 5],
      ],
      mismatches: [],
    });
    expect(found(6, [4, 6], [1, 2])).toEqual({
      ranges: [
        [0, 2],
        [3, 5],
      ],
      mismatches: [],
    });
  });

  it("names steps that belong to no subtask or to several", () => {
    expect(found(9, [1, 2], [5, 9]).mismatches).toEqual(["steps 3 to 4 belong to no subtask"]);
    expect(found(9, [1, 6], [4, 9]).mismatches).toEqual(["steps 4 to 6 belong to more than one subtask"]);
    expect(found(9, [3, 9]).mismatches).toEqual(["steps 1 to 2 belong to no subtask"]);
    expect(found(9, [1, 5]).mismatches).toEqual(["steps 6 to 9 belong to no subtask"]);
  });

  it("names ranges that are none", () => {
    expect(found(4, [1, 4], [3, 9]).mismatches).toEqual(["3 to 9 is no range of the steps 1 to 4"]);
    expect(found(4, [1, 4], [3, 2]).mismatches).toEqual(["3 to 2 is no range of the steps 1 to 4"]);
  });

  it("has nothing to go by where no range begins at a step", () => {
    expect(found(4, [7, 9]).ranges).toEqual([]);
  });

  it("always gives a partition of the steps, whatever is stated", () => {
    const number = fc.oneof(fc.integer({ min: -3, max: 15 }), fc.double());
    fc.assert(
      fc.property(
        fc.array(fc.record({ first: number, last: number }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 12 }),
        (ranges, length) => {
          const { aligned } = alignRanges(ranges, length);
          const covered = aligned.flatMap(({ start, end }) =>
            Array.from({ length: end - start + 1 }, (_, offset) => start + offset),
          );
          const all = Array.from({ length }, (_, step) => step);
          expect(covered).toEqual(aligned.length === 0 ? [] : all);
        },
      ),
    );
  });
});
