import { describe, expect, it } from "vitest";

import { JUDGES } from "../labelled-data/data-sets.ts";
import { markedRuns } from "../marks/marked-runs.ts";
import { measureWrongAccepts, type WrongAcceptsFigures } from "./measure-wrong-accepts.ts";
import { wrongAcceptsClaims } from "./wrong-accepts-experiment.ts";

/** Made-up runs, half of them wrong; judge 1 of five is deceived by every second wrong run, judge 2 by every third, and so on. */
const runs = markedRuns(
  Array.from({ length: 120 }, (_, at) => {
    const isWrong = at % 2 === 0;
    const marks = JUDGES.map((judge, which) => {
      const isBlamed = isWrong ? (at / 2) % (which + 2) > 0 : at % 11 === which;
      return [judge, { run: isBlamed ? -1 : 1, steps: [1, isBlamed ? -1 : 1, 1] }] as const;
    });
    const outcome = isWrong ? { outcome: -1, decisiveStep: 1 } : { outcome: 1 };
    const place = { id: `run-${at}`, subset: "domain", group: `task-${Math.floor(at / 2)}`, length: 3 };
    return `${JSON.stringify({ ...place, ...outcome, marks: Object.fromEntries(marks) })}\n`;
  }).join(""),
);

describe("measureWrongAccepts", () => {
  const figures = measureWrongAccepts(runs, { splits: 20, calibrating: 40, fresh: 50 }, 1);

  it("measures two scores, tries of all and of wrong runs, three numbers of retries and three gammas", () => {
    expect(figures).toHaveLength(36);
    expect(figures.every(({ n }) => n === 40)).toBe(true);
  });

  it("finds no more than gamma of the failed runs wrong and accepted, where the unbounded panel accepts more", () => {
    const [claim] = wrongAcceptsClaims(figures);
    expect(claim).toMatchObject({ holds: true });
    const bounded = figures.filter(({ gamma, wrongUnbounded }) => wrongUnbounded.mean > gamma);
    expect(bounded.length).toBeGreaterThan(5);
  });

  it("accepts fewer right retries with a smaller gamma", () => {
    const accepted = (gamma: number) =>
      figures.filter((each) => each.gamma === gamma).reduce((sum, { right }) => sum + right.mean, 0);
    expect(accepted(0.05)).toBeLessThan(accepted(0.2));
  });
});

describe("the claims about wrong accepts", () => {
  it("are missed where too many runs end wrong or too few right retries are accepted, and open near the bound", () => {
    const figure = (mean: number, standardError = 0.01) => ({ mean, standardError });
    const figuresOf = (right: number, wrong: number): readonly WrongAcceptsFigures[] =>
      [2, 3].map((retries) => ({
        score: "votes",
        tries: "wrong",
        retries,
        gamma: 0.2,
        n: 100,
        right: figure(right),
        wrong: figure(wrong),
        rightUnbounded: figure(1),
        wrongUnbounded: figure(1),
        nothing: 0,
      }));
    const held = (right: number, wrong: number) =>
      wrongAcceptsClaims(figuresOf(right, wrong)).map(({ holds, isOpen }) => isOpen ?? holds);
    expect(held(0.61, 0.22)).toEqual([true, true, true]);
    expect(held(0.5, 0.24)).toEqual([false, false, true]);
    expect(wrongAcceptsClaims(figuresOf(0.58, 0.2))[1]).toMatchObject({ holds: false, isOpen: true });
  });
});
