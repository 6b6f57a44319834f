import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { seededRandom } from "../conformal/index.ts";
import { choiceOf, sharesOf } from "../logit/choice.ts";
import { likelihoods, toBelief } from "./belief.ts";
import { type Chances, chanceOfVerdict, likeliestChances, logPrior } from "./chances.ts";
import { fitByOutcomes } from "./fit-by-outcomes.ts";
import type { OutcomeCase } from "./outcome-case.ts";

const ERROR_RATE = 0.05;
const CHANCES: Chances = { reaching: 0.8, missing: 0.05, stuck: 0 };

const value = fc.double({ min: -3, max: 3, noNaN: true });
const chance = fc.double({ min: 0.01, max: 0.99, noNaN: true });
const anyChances: fc.Arbitrary<Chances> = fc
  .tuple(chance, chance, chance)
  .map(([a, b, stuck]) => ({ reaching: Math.max(a, b), missing: Math.min(a, b), stuck }));

const anyCase: fc.Arbitrary<OutcomeCase> = fc
  .array(fc.tuple(value, value), { minLength: 1, maxLength: 7 })
  .chain((rows) => {
    const step = fc.nat({ max: rows.length - 1 });
    const verdicts = fc.array(fc.record({ start: step, isAccepted: fc.boolean() }), { maxLength: 5 });
    return fc.tuple(step, step, verdicts).map(([a, b, judged]) => ({
      choice: choiceOf(rows, Math.min(a, b)),
      length: rows.length,
      first: Math.min(a, b),
      last: Math.max(a, b),
      verdicts: judged,
    }));
  });
const anyCases = fc.array(anyCase, { minLength: 1, maxLength: 8 });

/** A failure of four steps that look alike, with one verdict. */
function belief(start: number, isAccepted: boolean): readonly number[] {
  const shares = Float64Array.of(0.25, 0.25, 0.25, 0.25);
  const { choice, ...rest } = {
    choice: choiceOf([[0], [0], [0], [0]], 0),
    length: 4,
    first: 0,
    last: 3,
    verdicts: [{ start, isAccepted }],
  };
  toBelief(shares, likelihoods({ choice, ...rest }, CHANCES, ERROR_RATE).logs);
  return [...shares];
}

describe("the belief about a failure", () => {
  it("sums to 1 and is in proportion to shares and likelihoods", () => {
    fc.assert(
      fc.property(anyCase, anyChances, value, value, (each, chances, a, b) => {
        const shares = new Float64Array(each.length);
        sharesOf(each.choice, Float64Array.of(a, b), shares);
        const before = [...shares];
        const { free, logs } = likelihoods(each, chances, ERROR_RATE);
        const log = toBelief(shares, logs);
        const stuck = each.verdicts.length === 0 ? 0 : chances.stuck;
        const isEachRejected = each.verdicts.every(({ isAccepted }) => !isAccepted);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
        for (const [step, share] of shares.entries()) {
          const isPossible = step >= each.first && step <= each.last;
          const ofFree = each.verdicts.reduce(
            (product, verdict) =>
              product *
              chanceOfVerdict(verdict, step, (1 - ERROR_RATE) ** (each.length - verdict.start), chances),
            1 - stuck,
          );
          const likelihood = isPossible ? ofFree + (isEachRejected ? stuck : 0) : 0;
          expect(share * Math.exp(log)).toBeCloseTo((before[step] ?? 0) * likelihood, 10);
          if (isPossible) expect((free[step] ?? 0) * likelihood).toBeCloseTo(ofFree, 10);
        }
      }),
    );
  });

  it("lies at an accepted start or behind it, and before a rejected one", () => {
    const [accepted, rejected] = [belief(2, true), belief(2, false)];
    // The odds of a step that the start reaches to one that it does not: a (1 - e)^2 to c, and what is left of both.
    const reached = CHANCES.reaching * (1 - ERROR_RATE) ** 2;
    for (const [early, late] of [
      [0, 2],
      [1, 3],
    ] as const) {
      expect((accepted[late] ?? 0) / (accepted[early] ?? 0)).toBeCloseTo(reached / CHANCES.missing, 9);
      expect((rejected[late] ?? 0) / (rejected[early] ?? 0)).toBeCloseTo(
        (1 - reached) / (1 - CHANCES.missing),
        9,
      );
    }
  });

  it("stays as it was where the run was tried from its beginning", () => {
    for (const isAccepted of [true, false])
      for (const share of belief(0, isAccepted)) expect(share).toBeCloseTo(0.25, 12);
  });
});

describe("an attempt whose retries are all rejected", () => {
  /** How likely the first of four steps is the mistake, after a rejection from each of these starts. */
  const first = (starts: readonly number[], chances: Chances): number => {
    const verdicts = starts.map((start) => ({ start, isAccepted: false }));
    const shares = Float64Array.of(0.25, 0.25, 0.25, 0.25);
    const each = { choice: choiceOf([[0], [0], [0], [0]], 0), length: 4, first: 0, last: 3, verdicts };
    toBelief(shares, likelihoods(each, chances, ERROR_RATE).logs);
    return shares[0] ?? 0;
  };

  it("tells less of its mistake where attempts may be stuck, and most are", () => {
    const [none = 0, some = 0, most = 0] = [0, 0.2, 0.99].map((stuck) =>
      first([3, 2, 1], { ...CHANCES, stuck }),
    );
    expect(some).toBeLessThan(none - 0.1);
    expect(most).toBeLessThan(some - 0.1);
    expect(most).toBeCloseTo(0.25, 1);
  });

  it("is likelier stuck with each rejection, and never with one that is accepted", () => {
    const freeOf = (rejected: number, accepted: number): number => {
      const verdicts = Array.from({ length: rejected + accepted }, (_, at) => ({
        start: 0,
        isAccepted: at >= rejected,
      }));
      const each = { choice: choiceOf([[0]], 0), length: 1, first: 0, last: 0, verdicts };
      return likelihoods(each, { ...CHANCES, stuck: 0.2 }, ERROR_RATE).free[0] ?? Number.NaN;
    };
    expect(freeOf(0, 0)).toBe(1);
    expect(freeOf(1, 0)).toBeGreaterThan(freeOf(2, 0));
    expect(freeOf(2, 0)).toBeGreaterThan(freeOf(3, 0));
    expect(freeOf(3, 1)).toBe(1);
  });
});

describe("the chances of a retry", () => {
  it("are the likeliest for a belief, among those where a start that reaches the mistake is accepted more often", () => {
    fc.assert(
      fc.property(anyCases, anyChances, chance, (cases, other, isFree) => {
        const free = cases.map(({ length }) => new Float64Array(length).fill(isFree / length));
        const height = (chances: Chances): number =>
          cases.reduce((sum, { length, verdicts }) => {
            const ofStep = (step: number): number =>
              verdicts.reduce(
                (log, verdict) =>
                  log +
                  Math.log(
                    chanceOfVerdict(verdict, step, (1 - ERROR_RATE) ** (length - verdict.start), chances),
                  ),
                0,
              );
            const ofMistakes = Array.from({ length }, (_, step) => ofStep(step) / length);
            const ofStuck =
              verdicts.length === 0
                ? 0
                : isFree * Math.log1p(-chances.stuck) + (1 - isFree) * Math.log(chances.stuck);
            return sum + ofStuck + isFree * ofMistakes.reduce((a, b) => a + b);
          }, logPrior(chances));
        expect(height(other)).toBeLessThanOrEqual(height(likeliestChances(cases, free, ERROR_RATE)) + 1e-9);
      }),
    );
  });

  it("never say that a start behind the mistake is accepted more often", () => {
    const cases = Array.from({ length: 40 }, (_, at) => ({
      choice: choiceOf([[0], [0]], 0),
      length: 2,
      first: 0,
      last: 0,
      verdicts: [{ start: at % 2, isAccepted: at % 2 === 1 }],
    }));
    const beliefs = cases.map(() => Float64Array.of(1, 0));
    const { missing, reaching } = likeliestChances(cases, beliefs, ERROR_RATE);
    expect(reaching).toBe(missing);
  });

  it("are the means of the priors without a verdict", () => {
    const { missing, reaching, stuck } = likeliestChances([], [], ERROR_RATE);
    expect(stuck).toBeCloseTo(0.1, 9);
    expect(reaching).toBeCloseTo(0.75, 9);
    expect(missing).toBeCloseTo(0.05, 9);
  });
});

describe("fitByOutcomes", () => {
  it("never loses penalised likelihood from round to round, and ends", () => {
    fc.assert(
      fc.property(anyCases, fc.constantFrom(0.3, 3, 100), (cases, l2) => {
        const { heights } = fitByOutcomes(cases, { width: 2, l2, errorRate: ERROR_RATE });
        for (const [round, height] of heights.entries())
          expect(height).toBeGreaterThanOrEqual((heights[round - 1] ?? -Infinity) - 1e-9);
        expect(heights.length).toBeLessThan(500);
        expect(heights.length).toBeGreaterThan(1);
      }),
    );
  });

  it("knows the slope and the curvature of what it has fitted", () => {
    fc.assert(
      fc.property(anyCases, (cases) => {
        const { part, weights } = fitByOutcomes(cases, { width: 2, l2: 3, errorRate: ERROR_RATE });
        const { curvature, gradient, logLikelihoodAt } = part([...cases.keys()]);
        const at = (a: number, b: number): number =>
          logLikelihoodAt(Float64Array.of((weights[0] ?? 0) + a, (weights[1] ?? 0) + b));
        const h = 1e-3;
        expect((at(h, 0) - at(-h, 0)) / (2 * h)).toBeCloseTo(gradient[0] ?? Number.NaN, 3);
        expect((at(0, h) - at(0, -h)) / (2 * h)).toBeCloseTo(gradient[1] ?? Number.NaN, 3);
        const mixed = (at(h, h) - at(h, -h) - at(-h, h) + at(-h, -h)) / (4 * h * h);
        expect(-mixed).toBeCloseTo(curvature[2] ?? Number.NaN, 2);
        expect(-(at(h, 0) - 2 * at(0, 0) + at(-h, 0)) / (h * h)).toBeCloseTo(curvature[0] ?? Number.NaN, 2);
      }),
    );
  });

  it("finds how many attempts are stuck where each is tried often, whether their mistakes are known or not", () => {
    const random = seededRandom(1);
    for (const isKnown of [true, false]) {
      const cases = Array.from({ length: 400 }, () => {
        const mistake = Math.floor(4 * random());
        const isStuck = random() < 0.3;
        return {
          choice: choiceOf(
            [0, 1, 2, 3].map((step) => [step === mistake ? 1 : 0]),
            mistake,
          ),
          length: 4,
          first: isKnown ? mistake : 0,
          last: isKnown ? mistake : 3,
          verdicts: [0, 0, 1, 2, 3].map((start) => ({
            start,
            isAccepted: !isStuck && start <= mistake && random() < 0.7,
          })),
        };
      });
      const { chances } = fitByOutcomes(cases, { width: 1, l2: 3, errorRate: 0 });
      // Three standard errors of 400 draws.
      expect(Math.abs(chances.stuck - 0.3)).toBeLessThan(0.07);
      expect(Math.abs(chances.reaching - 0.7)).toBeLessThan(0.05);
    }
  });

  it("learns nothing from failures that were tried from their beginning alone", () => {
    const rows = [[1], [0], [-1]];
    const cases = [true, false, true].map((isAccepted) => ({
      choice: choiceOf(rows, 0),
      length: 3,
      first: 0,
      last: 2,
      verdicts: [{ start: 0, isAccepted }],
    }));
    expect(fitByOutcomes(cases, { width: 1, l2: 3, errorRate: 0 }).weights[0]).toBeCloseTo(0, 9);
  });
});
