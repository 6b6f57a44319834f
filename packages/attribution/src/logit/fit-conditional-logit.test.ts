import { readFileSync } from "node:fs";

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { choiceOf } from "./choice.ts";
import { logLikelihood } from "./climb.ts";
import { fitConditionalLogit } from "./fit-conditional-logit.ts";
import { softmax } from "./softmax.ts";
import { weighCandidates } from "./weigh-candidates.ts";

const golden = z
  .object({
    X: z.array(z.array(z.number())),
    starts: z.array(z.number()),
    y: z.array(z.number()),
    l2: z.number(),
    w: z.array(z.number()),
  })
  .parse(JSON.parse(readFileSync(new URL("fixtures/conditional-logit-fit.json", import.meta.url), "utf8")));
const goldenChoices = golden.y.map((chosen, index) =>
  choiceOf(golden.X.slice(golden.starts[index], golden.starts[index + 1]), chosen),
);
const goldenWidth = golden.w.length;

const value = fc.double({ min: -3, max: 3, noNaN: true });
const choice = fc
  .array(fc.tuple(value, value), { minLength: 1, maxLength: 6 })
  .chain((rows) => fc.nat(rows.length - 1).map((chosen) => choiceOf(rows, chosen)));
const choices = fc.array(choice, { minLength: 1, maxLength: 8 });

describe("fitConditionalLogit", () => {
  it("gives the golden weights", () => {
    fitConditionalLogit(goldenChoices, goldenWidth, golden.l2).forEach((weight, index) => {
      expect(weight).toBeCloseTo(golden.w[index] ?? Number.NaN, 8);
    });
  });

  it("reaches a maximum: the penalised likelihood is lower all around", () => {
    fc.assert(
      fc.property(choices, value, value, (data, a, b) => {
        const weights = fitConditionalLogit(data, 2, 1);
        const height = (w: Float64Array) =>
          logLikelihood(data, w) - w.reduce((sum, each) => sum + each ** 2, 0) / 2;
        const moved = weights.map((weight, index) => weight + (index === 0 ? a : b) / 100);
        expect(height(moved)).toBeLessThanOrEqual(height(weights) + 1e-9);
      }),
    );
  });

  it("ends at the same weights wherever it starts", () => {
    fc.assert(
      fc.property(choices, value, value, (data, a, b) => {
        const [fromZero, fromThere] = [
          fitConditionalLogit(data, 2, 1),
          fitConditionalLogit(data, 2, 1, { start: Float64Array.of(a, b) }),
        ];
        fromZero.forEach((weight, index) => expect(fromThere[index]).toBeCloseTo(weight, 6));
      }),
    );
  });

  it("gives a feature that never varies no weight", () => {
    const data = [
      choiceOf(
        [
          [7, 1],
          [7, 2],
          [7, 0],
        ],
        1,
      ),
    ];
    expect(fitConditionalLogit(data, 2, 3)[0]).toBe(0);
  });

  it("counts features from any origin alike", () => {
    const rows = [
      [0, 1],
      [1, 0],
      [0, 0],
    ];
    const [plain, moved] = [[], [1, -0.5]].map((origin) =>
      fitConditionalLogit([choiceOf(rows, 1, origin)], 2, 3),
    );
    plain?.forEach((weight, index) => expect(moved?.[index]).toBeCloseTo(weight, 9));
  });

  it("fits the first features as if there were no others", () => {
    const rows = [
      [1, 0, 2],
      [0, 1, 1],
      [0, 0, 0],
    ];
    const alone = fitConditionalLogit(
      [
        choiceOf(
          rows.map((row) => row.slice(0, 2)),
          1,
        ),
      ],
      2,
      3,
    );
    expect(fitConditionalLogit([choiceOf(rows, 1)], 2, 3)).toEqual(alone);
  });

  it("takes a step of probability 1 as the chosen one", () => {
    fc.assert(
      fc.property(choices, (data) => {
        const certain = data.map((each) => {
          const shares = new Float64Array(each.starts.length - 1);
          if (typeof each.chosen === "number") shares[each.chosen] = 1;
          return { ...each, chosen: shares };
        });
        const weights = fitConditionalLogit(data, 2, 1);
        fitConditionalLogit(certain, 2, 1).forEach((weight, index) =>
          expect(weight).toBeCloseTo(weights[index] ?? Number.NaN, 9),
        );
      }),
    );
  });

  it("fits probabilities of steps as copies in their proportion would be fitted", () => {
    const rows = [
      [3, 1],
      [0, 1],
      [-2, -1],
    ];
    const copies = [0, 0, 1, 2].map((chosen) => choiceOf(rows, chosen));
    const weights = fitConditionalLogit(copies, 2, 4);
    const soft = fitConditionalLogit([choiceOf(rows, Float64Array.of(0.5, 0.25, 0.25))], 2, 1);
    soft.forEach((weight, index) => expect(weight).toBeCloseTo(weights[index] ?? Number.NaN, 9));
  });
});

describe("weighCandidates", () => {
  const likeliest = (...args: Parameters<typeof weighCandidates>) => weighCandidates(...args)[0];

  it("prefers the strongest penalty where features say nothing, and the weakest where they say all", () => {
    const rows = [[0], [1], [0], [0]];
    const telling = Array.from({ length: 40 }, () => choiceOf(rows, 1));
    const silent = Array.from({ length: 40 }, (_, index) => choiceOf(rows, index % 4));
    expect(likeliest(telling, [1], 0)).toMatchObject({ l2: 3, width: 1 });
    expect(likeliest(silent, [1], 0)).toMatchObject({ l2: 300, width: 1 });
  });

  it("holds the weights that are fitted to all, whatever it weighs them by", () => {
    fc.assert(
      fc.property(choices, (data) => {
        for (const { l2, weights, width } of weighCandidates(data, [1, 2], 0)) {
          fitConditionalLogit(data, width, l2).forEach((weight, index) =>
            expect(weights[index]).toBeCloseTo(weight, 4),
          );
        }
      }),
    );
  });

  it("gives shares that sum to 1, likeliest first", () => {
    fc.assert(
      fc.property(choices, (data) => {
        const shares = weighCandidates(data, [1, 2], 0).map(({ share }) => share);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
        expect(shares).toEqual(shares.toSorted((a, b) => b - a));
      }),
    );
  });

  it("adds features only where they tell more", () => {
    const withSecond = (second: (step: number, chosen: number) => number) =>
      Array.from({ length: 40 }, (_, index) =>
        choiceOf(
          [0, 1, 2, 3].map((step) => [0, second(step, index % 4)]),
          index % 4,
        ),
      );
    const telling = withSecond((step, chosen) => (step === chosen ? 1 : 0));
    const empty = withSecond(() => 0);
    expect(likeliest(telling, [1, 2], 0)).toMatchObject({ width: 2 });
    expect(weighCandidates(empty, [1, 2], 0).every(({ width }) => width === 1)).toBe(true);
  });

  it("takes the strongest penalty when one trajectory is all there is", () => {
    expect(weighCandidates([choiceOf([[1], [2]], 0)], [1], 0)).toMatchObject([
      { width: 1, l2: 300, share: 1 },
    ]);
  });
});

describe("softmax", () => {
  it("sums to 1 and keeps the order, however large the values", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1 }), (values) => {
        const shares = softmax(values);
        expect(shares.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 9);
        values.forEach((each, index) => {
          values.forEach((other, rank) => {
            if (each <= other) expect(shares[index]).toBeLessThanOrEqual(shares[rank] ?? Number.NaN);
          });
        });
      }),
    );
  });
});
