import { seededRandom } from "../conformal/index.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  calibrate,
  constantScorer,
  explainSteps,
  isExplaining,
  judgePanel,
  type Mark,
  MARK_WEIGHTS,
  parseCalibration,
  recordedScorer,
  scorerFromModel,
  ScorerModelError,
  type StepScorer,
} from "../index.ts";
import { hostileTrajectories } from "../testing/hostile-trajectories.ts";
import { sampleTrajectories, testStepScorer } from "../testing/index.ts";

const runs = sampleTrajectories(20, 1);
const everyRun = [...runs, ...sampleTrajectories(5, 1), ...hostileTrajectories()];

const opinionsBy = (marksOf: (length: number) => readonly Mark[]) =>
  new Map(everyRun.map(({ id, steps }) => [id, { kind: "marks", steps: marksOf(steps.length) } as const]));

function judge(name: string, seed: number): StepScorer {
  const random = seededRandom(seed);
  const markOf = (): Mark => ([1, 1, 0, -1, null] as const)[Math.floor(5 * random())] ?? 1;
  return recordedScorer({ name, opinions: opinionsBy((length) => Array.from({ length }, markOf)) });
}

const judges = [1, 2, 3, 4, 5].map((seed) => judge(`judge-${seed}`, seed));
const scoresBy = (scorer: StepScorer) => Promise.all(runs.map((run) => scorer.score(run)));

testStepScorer({ describe, it }, "a panel of judges", () => judgePanel(judges));

describe("judgePanel", () => {
  it("gives one judge the scores of its marks", async () => {
    for (const one of judges) {
      const panel = judgePanel([one]);
      expect(await scoresBy(panel)).toEqual(await scoresBy(one));
      expect(panel.shares).toBe(true);
    }
  });

  it("gives shares that sum to 1, whatever judges say and however many they are", async () => {
    const [run] = runs;
    if (run === undefined) throw new Error("Expected a sample.");
    const marks = fc.array(fc.constantFrom<Mark[]>(1, 0, -1, null), {
      minLength: run.steps.length,
      maxLength: run.steps.length,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(marks, { minLength: 1, maxLength: 30 }), async (said) => {
        const panel = judgePanel(
          said.map((steps, at) =>
            recordedScorer({ name: `${at}`, opinions: new Map([[run.id, { kind: "marks", steps }]]) }),
          ),
        );
        const scores = await panel.score(run);
        for (const score of scores) expect(score).toBeGreaterThanOrEqual(0);
        expect(scores.reduce((sum, score) => sum + score, 0)).toBeCloseTo(1, 12);
      }),
      { numRuns: 50 },
    );
  });

  it("does not depend on the judges' order", async () => {
    const [one, other] = [judgePanel(judges), judgePanel(judges.toReversed())];
    expect(other.fingerprint).toBe(one.fingerprint);
    expect(await scoresBy(other)).toEqual(await scoresBy(one));
  });

  it("does not depend on the judges' names, but for its fingerprint", async () => {
    const renamed = judgePanel([1, 2, 3, 4, 5].map((seed) => judge(`z-${9 - seed}`, seed)));
    expect(renamed.fingerprint).not.toBe(judgePanel(judges).fingerprint);
    expect(await scoresBy(renamed)).toEqual(await scoresBy(judgePanel(judges)));
  });

  it("is the surer the more judges agree", async () => {
    const [run] = runs;
    const agreed = (count: number) =>
      judgePanel(
        Array.from({ length: count }, (_, at) =>
          recordedScorer({
            name: `${at}`,
            opinions: opinionsBy((length) => Array.from({ length }, (__, step) => (step === 1 ? -1 : 1))),
          }),
        ),
      );
    if (run === undefined) throw new Error("Expected a sample.");
    const shares = await Promise.all([1, 2, 5, 20].map(async (count) => (await agreed(count).score(run))[1]));
    expect(shares).toEqual(shares.toSorted((a = 0, b = 0) => a - b));
    expect(new Set(shares).size).toBe(4);
  });

  it("has another fingerprint with other weights", () => {
    const [sign, ...signs] = MARK_WEIGHTS.signs;
    if (sign === undefined) throw new Error("Expected weights.");
    const weights = { ...MARK_WEIGHTS, signs: [{ ...sign, five: sign.five + 1e-6 }, ...signs] };
    expect(judgePanel(judges, { weights }).fingerprint).not.toBe(judgePanel(judges).fingerprint);
  });

  it("comes back from the file of its calibration, given the judges", async () => {
    const scorer = judgePanel(judges);
    const calibration = parseCalibration(JSON.stringify(await calibrate(runs, { scorer })));
    const restored = scorerFromModel(calibration.scorerModel ?? { kind: "constant" }, judges);
    expect(restored.fingerprint).toBe(calibration.scorerFingerprint);
    expect(await scoresBy(restored)).toEqual(await scoresBy(scorer));
  });

  it("explains a step by the votes and by its place", async () => {
    const scorer = judgePanel(judges);
    const [run] = runs;
    if (run === undefined || !isExplaining(scorer)) throw new Error("Expected an explanation.");
    const [explained] = await explainSteps(run, scorer, [0]);
    expect(explained?.parts.map(({ says }) => says).join("; ")).toMatch(/by the marks of \d of 5 members/);
    expect(explained?.parts.length).toBeGreaterThan(1);
  });

  it("refuses no judge, and one that gives scores alone", () => {
    expect(() => judgePanel([])).toThrow(RangeError);
    expect(() => judgePanel([...judges, constantScorer()])).toThrow(
      `got "${constantScorer().fingerprint}", which gives scores alone`,
    );
    const { model } = judgePanel(judges.slice(0, 1));
    const mute = judges.slice(0, 1).map(({ fingerprint }) => ({ ...constantScorer(), fingerprint }));
    expect(() => scorerFromModel(model, mute)).toThrow(ScorerModelError);
  });
});
