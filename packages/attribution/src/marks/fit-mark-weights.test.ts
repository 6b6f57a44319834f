import { seededRandom } from "../conformal/index.ts";
import { describe, expect, it } from "vitest";

import { fitMarkWeights, type Mark, type MarkedFailure, NotEnoughLabelsError } from "../index.ts";

/** Judges that mark the decisive step wrong with probability `hits`, and any other with 0.1. */
function failures(count: number, judges: number, hits: number): readonly MarkedFailure[] {
  const random = seededRandom(7);
  return Array.from({ length: count }, () => {
    const length = 3 + Math.floor(6 * random());
    const decisiveStep = Math.floor(length * random());
    const marks = () =>
      Array.from({ length }, (_, step): Mark => (random() < (step === decisiveStep ? hits : 0.1) ? -1 : 1));
    return { decisiveStep, judges: Array.from({ length: judges }, marks) };
  });
}

/** Gain of the first wrong step's logit by its marks. */
function firstWrong(said: readonly MarkedFailure[]): { readonly one: number; readonly five: number } {
  const found = fitMarkWeights(said).signs.filter(({ says }) => says === "wrong" || says === "firstWrong");
  const sum = (count: "one" | "five") => found.reduce((total, sign) => total + sign[count], 0);
  return { one: sum("one"), five: sum("five") };
}

describe("fitMarkWeights", () => {
  it("trusts several judges more than one, and good ones more than bad ones", () => {
    const good = firstWrong(failures(80, 4, 0.8));
    expect(good.one).toBeGreaterThan(1);
    expect(good.five).toBeGreaterThan(good.one + 1);
    expect(firstWrong(failures(80, 4, 0.2)).one).toBeLessThan(good.one / 2);
  });

  it("does not depend on the order of failures or judges", () => {
    const said = failures(30, 3, 0.8);
    const turned = said.toReversed().map(({ judges, ...rest }) => ({ ...rest, judges: judges.toReversed() }));
    const numbers = ({ positions, signs }: ReturnType<typeof fitMarkWeights>) => [
      ...signs.flatMap(({ five, one }) => [one, five]),
      ...positions.map(({ weight }) => weight),
    ];
    const [one, other] = [numbers(fitMarkWeights(said)), numbers(fitMarkWeights(turned))];
    one.forEach((weight, at) => expect(other[at]).toBeCloseTo(weight, 5));
  });

  it("gives numbers of six digits, so that every machine makes the same file", () => {
    const { positions, signs } = fitMarkWeights(failures(20, 2, 0.8));
    for (const weight of [
      ...signs.flatMap(({ five, one }) => [one, five]),
      ...positions.map((p) => p.weight),
    ])
      expect(weight).toBe(Number(weight.toPrecision(6)));
  });

  it("refuses to fit to nothing", () => {
    expect(() => fitMarkWeights([])).toThrow(NotEnoughLabelsError);
  });
});
