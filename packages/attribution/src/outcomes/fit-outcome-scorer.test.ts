import { describe, expect, it } from "vitest";

import { scorerMetrics } from "../conformal/evaluation/index.ts";
import { seededRandom } from "../conformal/index.ts";
import {
  calibrate,
  fitLogitScorer,
  fitOutcomeScorer,
  labelEvidence,
  parseCalibration,
  scorerFromModel,
} from "../index.ts";
import { sampleTrajectories, testFitScorer } from "../testing/index.ts";
import type { LabelledTrajectory } from "../trajectory/index.ts";
import type { StepScorer } from "../scorers/step-scorer.ts";
import { storedModel } from "../scorers/stored-model.ts";
import { featureCache } from "../scorers/feature-cache.ts";
import { evidenceRows } from "./evidence-rows.ts";
import type { FailureEvidence, TriedStart } from "./failure-evidence.ts";
import { sharesBy } from "./held-out-verdicts.ts";
import { learnScorer } from "./learn-scorer.ts";
import { unsureAtTheMistake } from "../fixtures/unsure-at-the-mistake.ts";

/** A world in which it is known how retries end. */
const WORLD = { reaching: 0.9, missing: 0.02, errorRate: 0.03 };

type StartOf = (failure: LabelledTrajectory, random: () => number) => number;
const evenly: StartOf = ({ steps }, random) => Math.floor(random() * steps.length);

/** Evidence of failures that are tried again, each so many times. */
function triedFailures(
  failures: readonly LabelledTrajectory[],
  tries: number,
  { startOf = evenly, isReversed = false }: { startOf?: StartOf; isReversed?: boolean } = {},
): readonly FailureEvidence[] {
  const random = seededRandom(7);
  return failures.map((trajectory) => ({
    trajectory,
    tried: Array.from({ length: tries }, (): TriedStart => {
      const { label, steps } = trajectory;
      const start = startOf(trajectory, random);
      const reaches = isReversed ? label.decisiveStep < start : label.decisiveStep >= start;
      const flawless = (1 - WORLD.errorRate) ** (steps.length - start);
      const isAccepted = random() < (reaches ? WORLD.reaching * flawless : WORLD.missing);
      return { start, kind: "retry", status: isAccepted ? "accepted" : "rejected" };
    }),
  }));
}

/** Each failure is tried again from its second and its fourth step; the steps alone decide. */
function triedBySteps(failures: readonly LabelledTrajectory[]): readonly FailureEvidence[] {
  return failures.map((trajectory) => {
    const { label, steps } = trajectory;
    const tried = (start: number, kind: TriedStart["kind"]): TriedStart => ({
      start,
      kind,
      status: label.decisiveStep >= start ? "accepted" : "rejected",
    });
    return { trajectory, tried: [tried(1, "retry"), tried(3 % steps.length, "replay")] };
  });
}

async function auroc(scorer: StepScorer, fresh: readonly LabelledTrajectory[]): Promise<number> {
  const scored = await Promise.all(
    fresh.map(async (trajectory) => ({
      decisiveStep: trajectory.label.decisiveStep,
      stepScores: await scorer.score(trajectory),
    })),
  );
  return scorerMetrics(scored).auroc;
}

function learntFrom(scorer: StepScorer) {
  const model = storedModel(scorer);
  if (model?.kind !== "logit" || model.learntFrom === undefined) throw new Error("Expected a logit model.");
  return { ...model, learntFrom: model.learntFrom };
}

testFitScorer({ describe, it }, "the outcome scorer", (labelled) =>
  fitOutcomeScorer(labelled.map(labelEvidence)),
);

describe("fitOutcomeScorer", () => {
  const failures = sampleTrajectories(60, 1);
  const fresh = sampleTrajectories(100, 2);

  it.each([2, 7, 40])("fits labels alone as the logit scorer is fitted to them (%d)", (count) => {
    const labelled = sampleTrajectories(count, 30 + count);
    const model = learntFrom(fitOutcomeScorer(labelled.map(labelEvidence), { seed: 4 }));
    const expected = storedModel(fitLogitScorer(labelled, { seed: 4 }));
    if (expected?.kind !== "logit") throw new Error("Expected a logit model.");
    expect(model).toMatchObject({ l2: expected.l2, features: expected.features, means: expected.means });
    // Sums of logarithms are taken in another order.
    for (const [at, weight] of expected.weights.entries()) expect(model.weights[at]).toBeCloseTo(weight, 9);
  });

  it("is to the bit what it was before, where no step has log-probabilities", () => {
    expect(fitOutcomeScorer(triedBySteps(sampleTrajectories(30, 46))).fingerprint).toBe(
      "logit-f0e1b3af1e3e556c",
    );
    const labels = sampleTrajectories(30, 46).map(labelEvidence);
    expect(fitOutcomeScorer(labels).fingerprint).toBe("logit-37587ea6008fabe3");
  });

  it("learns from log-probabilities where steps have them, as the logit scorer does", async () => {
    const unsure = sampleTrajectories(40, 47).map(unsureAtTheMistake);
    const scorer = fitOutcomeScorer(triedBySteps(unsure), { features: featureCache() });
    const { features, weights } = learntFrom(scorer);
    expect(weights[features.indexOf("surpriseMean")]).toBeGreaterThan(0.05);
    expect(learntFrom(fitOutcomeScorer(triedBySteps(unsure))).weights).toEqual(weights);
    const [run] = sampleTrajectories(1, 48).map(unsureAtTheMistake);
    if (run === undefined) throw new Error("Expected a sample.");
    const told = await scorer.score(run);
    expect(told.indexOf(Math.max(...told))).toBe(run.label.decisiveStep);
    // A model learnt from numbers alone scores as the scorer does.
    const byRows = sharesBy(learntFrom(scorer), evidenceRows({ trajectory: run, tried: [] }));
    for (const [step, share] of byRows.entries()) expect(share).toBeCloseTo(told[step] ?? Number.NaN, 12);
  });

  it("compares models of which one knows log-probabilities and the other does not, each by its own features", async () => {
    const unsure = sampleTrajectories(40, 47).map(unsureAtTheMistake);
    const evidence = triedBySteps(unsure).map((each) => evidenceRows(each));
    const inForce = learntFrom(fitOutcomeScorer(triedBySteps(sampleTrajectories(40, 47))));
    expect(inForce.features).not.toContain("surpriseMean");
    const { comparison, model } = await learnScorer(evidence, { inForce });
    expect(model.features).toContain("surpriseMean");
    expect(Number.isFinite(comparison.gain)).toBe(true);
  });

  it("learns from verdicts where the mistakes lie, nearly as well as from labels", async () => {
    const scorer = fitOutcomeScorer(triedFailures(failures, 3));
    const byLabels = await auroc(fitLogitScorer(failures), fresh);
    expect(await auroc(scorer, fresh)).toBeGreaterThan(byLabels - 0.03);
    const { missing, reaching } = learntFrom(scorer).learntFrom;
    expect(Math.abs(reaching - WORLD.reaching)).toBeLessThan(0.07);
    expect(Math.abs(missing - WORLD.missing)).toBeLessThan(0.03);
  });

  it("goes wrong where starts reach forward instead of back", async () => {
    const scorer = fitOutcomeScorer(triedFailures(failures, 1, { isReversed: true }));
    expect(await auroc(scorer, fresh)).toBeLessThan(0.6);
  });

  it("learns from starts that a policy chose by looking at the run", async () => {
    // It goes back to the step with the longest text, which the features see.
    const longest: StartOf = ({ steps }) =>
      steps.reduce((best, { content, index }) => {
        return content.length > (steps[best]?.content.length ?? 0) ? index : best;
      }, 0);
    const scorer = fitOutcomeScorer(triedFailures(failures, 1, { startOf: longest }));
    expect(await auroc(scorer, fresh)).toBeGreaterThan(0.95);
  });

  it("is the same with failures about which nobody came to a verdict", () => {
    const known = triedFailures(failures.slice(0, 40), 2);
    const [one, ...others] = known;
    if (one === undefined) throw new Error("Expected a failure.");
    const mute: TriedStart = { start: 0, kind: "replay", status: "inconclusive" };
    const nothing = sampleTrajectories(10, 5).map((trajectory) => ({ trajectory, tried: [mute] }));
    const whole = sampleTrajectories(5, 6).map((trajectory) => ({
      trajectory,
      tried: [],
      mistake: { start: 0, end: trajectory.steps.length - 1 },
    }));
    const fitted = learntFrom(fitOutcomeScorer(known));
    const { learntFrom: counts, ...model } = learntFrom(
      fitOutcomeScorer([{ ...one, tried: [...one.tried, mute] }, ...others, ...nothing, ...whole]),
    );
    expect({ ...model, learntFrom: fitted.learntFrom }).toEqual(fitted);
    expect(counts).toEqual({ ...fitted.learntFrom, inconclusive: 11 });
  });

  it("says what each kind of evidence contributed, and is read back from a calibration file", async () => {
    const [labelled, between, ...rest] = failures.slice(0, 30);
    if (labelled === undefined || between === undefined) throw new Error("Expected failures.");
    const scorer = fitOutcomeScorer([
      labelEvidence(labelled),
      { trajectory: between, tried: [], mistake: { start: 0, end: 1 } },
      ...triedFailures(rest, 2).map(({ trajectory, tried }) => ({
        trajectory,
        tried: [...tried, { start: 0, kind: "replay", status: "accepted" } as const],
      })),
    ]);
    expect(learntFrom(scorer).learntFrom).toMatchObject({
      failures: 30,
      labels: 1,
      intervals: 1,
      retries: 56,
      replays: 28,
      inconclusive: 0,
    });
    const file = JSON.stringify(await calibrate(fresh.slice(0, 20), { scorer }));
    const { scorerModel } = parseCalibration(file);
    if (scorerModel === undefined) throw new Error("Expected a model.");
    const restored = scorerFromModel(scorerModel);
    expect(restored.fingerprint).toBe(scorer.fingerprint);
    expect(scorerModel).toMatchObject({ learntFrom: { retries: 56 } });
  });

  it("learns from labels and verdicts together", async () => {
    const some = failures.slice(0, 20);
    const verdicts = triedFailures(some, 1);
    const both = verdicts.map((each, at) => {
      const failure = some[at];
      return failure === undefined || at >= 10 ? each : { ...labelEvidence(failure), tried: each.tried };
    });
    expect(await auroc(fitOutcomeScorer(both), fresh)).toBeGreaterThan(
      await auroc(fitOutcomeScorer(verdicts), fresh),
    );
  });

  it("takes the error rate of redone steps from the agent's history", () => {
    const evidence = triedFailures(failures.slice(0, 20), 2);
    const history = { firstAttempts: [{ length: 8, succeeded: 10, failed: 990 }], redos: [] };
    const rates = [undefined, history].map(
      (each) => learntFrom(fitOutcomeScorer(evidence, each && { history: each })).learntFrom.errorRate,
    );
    expect(rates[0]).toBeCloseTo(0.033, 3);
    expect(rates[1]).toBeGreaterThan(0.3);
  });

  it("takes no label by replay for one of the first mistake", () => {
    const byReplay = failures.slice(0, 1).map((failure) => ({
      ...failure,
      label: { ...failure.label, convention: "last-recovering-start" } as const,
    }));
    expect(() => byReplay.map(labelEvidence)).toThrow("Pass its replays instead");
  });

  it("refuses to learn from nothing, and evidence about steps that are not there", () => {
    const [failure] = failures;
    if (failure === undefined) throw new Error("Expected a failure.");
    const { length } = failure.steps;
    const mute: TriedStart = { start: 0, kind: "retry", status: "inconclusive" };
    expect(() => fitOutcomeScorer([{ trajectory: failure, tried: [mute] }])).toThrow(
      expect.objectContaining({ code: "NOT_ENOUGH_LABELS" }),
    );
    for (const start of [-1, 0.5, length])
      expect(() => fitOutcomeScorer([{ trajectory: failure, tried: [{ ...mute, start }] }])).toThrow(
        `got ${start}`,
      );
    expect(() =>
      fitOutcomeScorer([{ trajectory: failure, tried: [], mistake: { start: 1, end: 0 } }]),
    ).toThrow("got 1 to 0");
  });
});
