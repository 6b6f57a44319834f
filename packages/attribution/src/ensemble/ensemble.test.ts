import { seededRandom } from "../conformal/index.ts";
import type { LabelledTrajectory, Trajectory } from "../trajectory/index.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  attribute,
  calibrate,
  constantScorer,
  crossCalibrate,
  ensemble,
  EnsembleMemberError,
  fitAndCalibrate,
  fitLogitScorer,
  fitPositionScorer,
  parseCalibration,
  scorerFromModel,
  ScorerModelError,
  type FittedScorer,
  type StepScorer,
} from "../index.ts";
import type { EnsembleModel } from "../scorers/scorer-model.ts";
import { sampleTrajectories, testFitScorer, testStepScorer } from "../testing/index.ts";
import { pool } from "./ensemble-scorer.ts";

testFitScorer({ describe, it }, "an ensemble", ensemble([fitPositionScorer, constantScorer()]));
testStepScorer({ describe, it }, "an ensemble with a foreign member", () =>
  ensemble([byLength, fitPositionScorer], { local: "positions" })(sampleTrajectories(12, 5)),
);

/** Reads no text. */
const FAST = { local: "none" } as const;

/** No fitted scorer: the longer its text, the more suspect a step. */
const byLength: StepScorer = {
  fingerprint: "by-length",
  score: async ({ steps }, signal) => {
    signal?.throwIfAborted();
    return steps.map(({ content }) => content.length / (content.length + 50));
  },
};

const labelOf = (trajectory: Trajectory): number => trajectory.label?.decisiveStep ?? -1;

/** Knows the decisive step of the trajectories that it is told to know, and says nothing of the others. */
const knowing = (fingerprint: string, knows: (trajectory: Trajectory) => boolean): StepScorer => ({
  fingerprint,
  score: async (trajectory) =>
    trajectory.steps.map((_, index) =>
      knows(trajectory) ? (index === labelOf(trajectory) ? 0.9 : 0.05) : 0.3,
    ),
});

const noisy = (fingerprint: string, seed: number): StepScorer => {
  const random = seededRandom(seed);
  const said = new Map<string, readonly number[]>();
  return {
    fingerprint,
    score: async ({ id, steps }) => {
      const scores = said.get(id) ?? steps.map(() => random());
      said.set(id, scores);
      return scores;
    },
  };
};

const modelOf = ({ model }: FittedScorer): EnsembleModel => {
  if (model.kind !== "ensemble")
    throw new Error(`Expected an ensemble, got a model of kind "${model.kind}".`);
  return model;
};

const hits = async (scorer: StepScorer, labelled: readonly LabelledTrajectory[]): Promise<number> => {
  let count = 0;
  for (const trajectory of labelled) {
    const scores = await scorer.score(trajectory);
    if (scores.filter((score) => score >= (scores[labelOf(trajectory)] ?? 2)).length === 1) count += 1;
  }
  return count;
};

const evenId = ({ id }: Trajectory) => Number.parseInt(id.at(-1) ?? "", 10) % 2 === 0;
const training = sampleTrajectories(40, 11);
const fresh = sampleTrajectories(40, 12);

describe("ensemble", () => {
  it("is to the bit what it was before, where no step has log-probabilities", async () => {
    const { fingerprint } = await ensemble([fitPositionScorer])(sampleTrajectories(30, 46));
    expect(fingerprint).toBe("ensemble-11ea1549116a17af");
  });

  it("learns from log-probabilities where steps have them, with all local features alone", async () => {
    const unsure = sampleTrajectories(30, 46).map((run) => ({
      ...run,
      steps: run.steps.map((step) => ({
        ...step,
        logprobs: {
          tokens: 5,
          mean: step.index === run.label.decisiveStep ? -1 : -0.1,
          least: -3,
          unlikely: 0,
        },
      })),
    }));
    const featuresOf = async (local: "all" | "positions") => {
      const { model } = await ensemble([constantScorer()], { local })(unsure);
      if (model?.kind !== "ensemble") throw new Error("Expected an ensemble.");
      return model.columns.flatMap((column, at) =>
        column.from === "feature" ? [{ name: column.name, weight: model.weights[at] ?? 0 }] : [],
      );
    };
    const found = (await featuresOf("all")).find(({ name }) => name === "surpriseMean");
    expect(found?.weight).toBeGreaterThan(0.1);
    expect((await featuresOf("positions")).map(({ name }) => name)).not.toContain("surpriseMean");
  });

  it("adds up what its members know", async () => {
    const [evens, odds] = [knowing("evens", evenId), knowing("odds", (trajectory) => !evenId(trajectory))];
    const both = await ensemble([evens, odds], FAST)(training);
    expect(await hits(evens, fresh)).toBe(20);
    expect(await hits(odds, fresh)).toBe(20);
    expect(await hits(both, fresh)).toBe(40);
  });

  it("gives weight to what knows, hardly any to noise, and a negative one to what misleads", async () => {
    const misleading: StepScorer = {
      fingerprint: "misleading",
      score: async (trajectory) =>
        trajectory.steps.map((_, index) => (index === labelOf(trajectory) ? 0.1 : 0.4)),
    };
    const half = knowing("half", evenId);
    const { weights } = modelOf(await ensemble([half, noisy("noise", 3), misleading], FAST)(training));
    expect(weights[0]).toBeGreaterThan(0.3);
    expect(Math.abs(weights[1] ?? 1)).toBeLessThan(0.3 * (weights[0] ?? 0));
    expect(weights[2]).toBeLessThan(-0.3);
  });

  it("judges members that are yet to be fitted by failures that they were not fitted to", async () => {
    const memorising = (labelled: readonly LabelledTrajectory[]): FittedScorer => ({
      ...constantScorer(),
      ...knowing("memorising", (trajectory) => labelled.some(({ id }) => id === trajectory.id)),
    });
    const { weights } = modelOf(await ensemble([memorising, knowing("half", evenId)], FAST)(training));
    expect(weights[0]).toBe(0);
    expect(weights[1]).toBeGreaterThan(0.3);
  });

  it("never lowers a step for a higher score of a member with positive weight, nor raises another one", () => {
    const unit = fc.double({ min: -6, max: 6, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(unit, unit, unit), { minLength: 1, maxLength: 8 }),
        fc.array(fc.double({ min: 0, max: 3, noNaN: true }), { minLength: 3, maxLength: 3 }),
        fc.nat(),
        fc.nat(2),
        fc.double({ min: 0, max: 5, noNaN: true }),
        (rows, weights, pick, member, more) => {
          const step = pick % rows.length;
          const model = { means: [0, 1, -1], deviations: [1, 2, 3], weights };
          const raised = rows.map((row, index) =>
            row.map((value, at) => (index === step && at === member ? value + more : value)),
          );
          const [before, after] = [pool(model, rows), pool(model, raised)];
          after.forEach((score, index) => {
            const change = score - (before[index] ?? Number.NaN);
            expect(index === step ? change : -change).toBeGreaterThanOrEqual(-1e-12);
          });
        },
      ),
    );
  });

  it("asks a scorer that is given as it is once for each failure that it fits to, however often", async () => {
    let asked = 0;
    const counting: StepScorer = {
      fingerprint: "counting",
      score: async ({ steps }) => {
        asked += 1;
        return steps.map((_, index) => (index + 1) / (steps.length + 1));
      },
    };
    const fit = ensemble([counting, fitPositionScorer], FAST);
    await fit(training);
    await fit(training);
    expect(asked).toBe(training.length);
    await crossCalibrate(training, { fit, seed: 1 });
    expect(asked).toBe(2 * training.length);
  });

  it("changes its fingerprint with its members and with its weights", async () => {
    const members = [byLength, fitPositionScorer];
    const [one, same, other, more] = await Promise.all([
      ensemble(members, FAST)(training),
      ensemble(members, FAST)(training),
      ensemble([{ ...byLength, fingerprint: "by-length-2" }, fitPositionScorer], FAST)(training),
      ensemble(members, FAST)(training.slice(1)),
    ]);
    expect(same.fingerprint).toBe(one.fingerprint);
    expect(new Set([one, other, more].map(({ fingerprint }) => fingerprint)).size).toBe(3);
  });

  it("refuses to be made of nothing, and to be fitted to nothing", async () => {
    expect(() => ensemble([])).toThrow("`members`");
    await expect(ensemble([byLength])([])).rejects.toMatchObject({ code: "NOT_ENOUGH_LABELS" });
  });
});

describe("an ensemble with a calibration", () => {
  const calibrated = () =>
    fitAndCalibrate(training, { fit: ensemble([byLength, fitPositionScorer]), seed: 1 });

  it("attributes as any fitted scorer does", async () => {
    const { calibration, scorer } = await calibrated();
    for (const trajectory of fresh.slice(0, 3)) {
      const { scores, set, status } = await attribute(trajectory, { scorer, calibration });
      expect(set).toMatchObject({ guarantee: "exact", level: 0.8 });
      // A suffix from the first step on leaves none out.
      expect(status).toBe(scores.indexOf(Math.max(...scores)) > 0 ? "bounded" : "unbounded");
    }
  });

  it("comes back from the file with its weights and local members, given the others", async () => {
    const { calibration, scorer } = await calibrated();
    const { scorerModel } = parseCalibration(JSON.stringify(calibration));
    const restored = scorerFromModel(scorerModel ?? { kind: "constant" }, [constantScorer(), byLength]);
    expect(restored.fingerprint).toBe(calibration.scorerFingerprint);
    for (const trajectory of fresh)
      expect(await restored.score(trajectory)).toEqual(await scorer.score(trajectory));
  });

  it("comes back as a member of another ensemble, too", async () => {
    const inner = await ensemble([byLength, fitLogitScorer], FAST)(training);
    const outer = await ensemble([inner, constantScorer()], FAST)(training);
    const calibration = await calibrate(fresh, { scorer: outer });
    const { scorerModel } = parseCalibration(JSON.stringify(calibration));
    const restored = scorerFromModel(scorerModel ?? { kind: "constant" }, [byLength]);
    expect(restored.fingerprint).toBe(outer.fingerprint);
  });

  it("does not come back without the members that are not in the file, or with others", async () => {
    const { scorer } = await calibrated();
    const others = [[], [{ ...byLength, fingerprint: "by-length-2" }]];
    for (const members of others) {
      const restoring = () => scorerFromModel(scorer.model, members);
      expect(restoring).toThrow(EnsembleMemberError);
      expect(restoring).toThrow('"by-length"');
    }
    expect(() => scorerFromModel(scorer.model, others[1])).toThrow("by-length-2");
  });

  it("does not come back with a member's model that its fingerprint does not belong to", async () => {
    const model = modelOf((await calibrated()).scorer);
    const members = model.members.map((member) =>
      member.model === undefined ? member : { ...member, model: { kind: "constant" } as const },
    );
    expect(() => scorerFromModel({ ...model, members }, [byLength])).toThrow(ScorerModelError);
  });
});
