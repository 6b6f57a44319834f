import { describe, expect, it } from "vitest";
import fc from "fast-check";

import { type Mark } from "../index.ts";
import { markScores } from "./mark-scores.ts";

const aMark = fc.constantFrom<Mark[]>(1, 0, -1, null);
const someMarks = fc.array(aMark, { minLength: 1, maxLength: 40 });

/** Marks, a place among them, and what it gets of the suspicion with each of two marks. */
function shares(marks: readonly Mark[], at: number, before: Mark, after: Mark): readonly [number, number] {
  const shareOf = (mark: Mark) => markScores(marks.with(at, mark))[at] ?? Number.NaN;
  return [shareOf(before), shareOf(after)];
}

const placed = someMarks.chain((marks) =>
  fc.record({ marks: fc.constant(marks), at: fc.nat(marks.length - 1) }),
);
/** A place after a step that is marked wrong. */
const later = placed.map(({ at, marks }) => ({ marks: [-1 as const, ...marks], at: at + 1 }));

describe("markScores", () => {
  it("gives shares in [0, 1] that sum to 1", () => {
    fc.assert(
      fc.property(someMarks, (marks) => {
        const scores = markScores(marks);
        expect(scores).toHaveLength(marks.length);
        for (const score of scores) expect(score).toBeGreaterThan(0);
        expect(scores.reduce((sum, score) => sum + score, 0)).toBeCloseTo(1, 12);
      }),
    );
    expect(markScores([])).toEqual([]);
  });

  it("suspects a neutral step more than a right one in its place", () => {
    fc.assert(
      fc.property(placed, ({ at, marks }) => {
        fc.pre(marks.length > 1);
        const [right, neutral] = shares(marks, at, 1, 0);
        expect(neutral).toBeGreaterThan(right);
      }),
    );
  });

  it("suspects a step without a mark as a neutral one", () => {
    fc.assert(
      fc.property(someMarks, (marks) => {
        expect(markScores(marks)).toEqual(markScores(marks.map((mark) => mark ?? 0)));
      }),
    );
  });

  it("suspects a step that is wrong after another one less than a neutral one, and more than a right one", () => {
    fc.assert(
      fc.property(later, ({ at, marks }) => {
        const [right, wrong] = shares(marks, at, 1, -1);
        const [neutral] = shares(marks, at, 0, -1);
        expect(wrong).toBeGreaterThan(right);
        expect(neutral).toBeGreaterThan(wrong);
      }),
    );
  });

  it("suspects a step most if it is the first wrong one", () => {
    fc.assert(
      fc.property(placed, ({ at, marks }) => {
        const before = marks.slice(0, at).map((mark) => (mark === -1 ? 1 : mark));
        const after = marks.slice(at + 1);
        fc.pre(marks.length > 1);
        const share = (mark: Mark) => markScores([...before, mark, ...after])[at] ?? Number.NaN;
        expect(share(-1)).toBeGreaterThan(share(1));
      }),
    );
  });

  it("goes by places where marks do not tell steps apart", () => {
    const scores = markScores(Array.from({ length: 8 }, () => 1 as const));
    expect(new Set(scores).size).toBe(8);
    expect(scores[0]).toBeGreaterThan(scores[7] ?? 1);
  });
});
