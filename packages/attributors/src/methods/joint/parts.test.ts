import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { joinScores } from "./join-scores.ts";
import { partsOf } from "./parts.ts";

const costs = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 60 });
const budget = fc.integer({ min: 1, max: 200 });
const overlap = fc.integer({ min: 0, max: 6 });

const stepsOf = ({ from, to }: { readonly from: number; readonly to: number }) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe("partsOf", () => {
  it("cuts greedily, the overlap as far as it fits", () => {
    expect(partsOf([3, 3, 3, 3, 3], 9, 1)).toEqual([
      { from: 0, to: 2 },
      { from: 2, to: 4 },
    ]);
    expect(partsOf([3, 9, 1], 9, 2)).toEqual([
      { from: 0, to: 0 },
      { from: 1, to: 1 },
      { from: 2, to: 2 },
    ]);
  });

  it("puts every step into a part, keeps to budget and overlap, and always moves forward", () => {
    fc.assert(
      fc.property(costs, budget, overlap, (each, most, shared) => {
        const parts = partsOf(each, most, shared);
        expect(new Set(parts.flatMap(stepsOf)).size).toBe(each.length);
        parts.forEach((part, index) => {
          const cost = stepsOf(part).reduce((sum, step) => sum + (each[step] ?? 0), 0);
          expect(cost <= most || part.from === part.to).toBe(true);
          const before = parts[index - 1];
          if (before === undefined) return;
          expect(part.to).toBeGreaterThan(before.to);
          expect(part.from).toBeGreaterThan(before.from);
          expect(before.to - part.from + 1).toBeLessThanOrEqual(shared);
        });
      }),
    );
  });
});

describe("joinScores", () => {
  it("gives every step its score, however the trace was cut, if the parts agree", () => {
    fc.assert(
      fc.property(
        costs,
        budget,
        overlap,
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        (each, most, shared, draw) => {
          const truth = each.map(() => draw.next().value ?? 0);
          const said = partsOf(each, most, shared).map((part) => {
            const steps = stepsOf(part);
            return { steps, scores: steps.map((step) => truth[step]) };
          });
          expect(joinScores(each.length, said)).toEqual(truth);
        },
      ),
    );
  });

  it("takes the mean where parts disagree, and leaves out what is missing", () => {
    const parts = [
      { steps: [0, 1], scores: [0.2, 0.4] },
      { steps: [1, 2], scores: [0.8, undefined] },
    ];
    expect(joinScores(3, parts)).toEqual([0.2, expect.closeTo(0.6), undefined]);
    const three = [0.1, 0.2, 0.6].map((score) => ({ steps: [0], scores: [score] }));
    expect(joinScores(1, three)).toEqual([expect.closeTo(0.3, 12)]);
  });
});
