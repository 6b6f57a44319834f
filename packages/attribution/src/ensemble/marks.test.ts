import type { LabelledTrajectory } from "../trajectory/index.ts";
import { describe, expect, it } from "vitest";

import { seededRandom } from "../conformal/index.ts";
import {
  calibrate,
  constantScorer,
  ensemble,
  type EnsembleMember,
  type FittedScorer,
  type Mark,
  parseCalibration,
  recordedScorer,
  scorerFromModel,
  ScorerModelError,
  ScorerOutputError,
  type StepScorer,
} from "../index.ts";
import type { EnsembleModel } from "../scorers/scorer-model.ts";

/** Runs without any text, as opinion files describe them. */
function runs(count: number, seed: number): readonly LabelledTrajectory[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, at): LabelledTrajectory => {
    const length = 3 + Math.floor(random() * 8);
    return {
      id: `run-${seed}-${at}`,
      task: "",
      steps: Array.from({ length }, (__, index) => ({ index, agent: "", content: "" })),
      label: { decisiveStep: Math.floor(random() * length) },
    };
  });
}

/** Marks the decisive step wrong with probability `hits`, and any other with `slips`. */
function judge(
  name: string,
  seed: number,
  known: readonly LabelledTrajectory[],
  hits = 0.7,
  slips = 0.1,
): StepScorer {
  const random = seededRandom(seed);
  const marksOf = ({ label, steps }: LabelledTrajectory) =>
    steps.map((_, step): Mark => {
      const wrong = random() < (step === label.decisiveStep ? hits : slips);
      return wrong ? -1 : random() < 0.2 ? 0 : 1;
    });
  const said = known.map((each) => [each.id, { kind: "marks", steps: marksOf(each) }] as const);
  return recordedScorer({ name, opinions: new Map(said) });
}

const withoutMarks = (scorer: StepScorer): StepScorer => ({
  fingerprint: scorer.fingerprint,
  score: (trajectory) => scorer.score(trajectory),
});

const training = runs(60, 1);
const fresh = runs(120, 2);
const all = [...training, ...fresh];
const judges = [3, 4, 5].map((seed) => judge(`judge-${seed}`, seed, all));

const modelOf = ({ model }: FittedScorer): EnsembleModel => {
  if (model.kind !== "ensemble") throw new Error(`Expected an ensemble, got "${model.kind}".`);
  return model;
};

/** Mean log of what the decisive step gets of 1, on fresh runs. */
async function likelihood(members: readonly EnsembleMember[]): Promise<number> {
  const scorer = await ensemble(members, { local: "positions" })(training);
  const logs = await Promise.all(
    fresh.map(async (run) => Math.log((await scorer.score(run))[run.label.decisiveStep] ?? 0)),
  );
  return logs.reduce((sum, log) => sum + log, 0) / logs.length;
}

describe("an ensemble of members with marks", () => {
  it("gives each member a column for each sign, and votes where there are several", async () => {
    const one = modelOf(await ensemble(judges.slice(0, 1), { local: "none" })(training));
    expect(one.columns).toEqual(
      ["wrong", "neutral", "firstWrong", "nextToFirst"].map((says) => ({ from: "mark", member: 0, says })),
    );
    const three = modelOf(await ensemble([...judges, constantScorer()], { local: "none" })(training));
    const counted = (from: string) => three.columns.filter((column) => column.from === from).length;
    expect(["mark", "score", "votes", "feature"].map(counted)).toEqual([12, 1, 4, 0]);
  });

  it("is the surer the more members there are, and surer than their scores make it", async () => {
    const three = await likelihood(judges);
    expect(three).toBeGreaterThan((await likelihood(judges.slice(0, 1))) + 0.1);
    const scores = judges.map(withoutMarks);
    expect(three).toBeGreaterThan(await likelihood(scores.slice(0, 1)));
  });

  it("learns where decisive steps stand, beside what members say", async () => {
    const early = training.map((run) => ({ ...run, label: { decisiveStep: 0 } }));
    const { columns, featureSet } = modelOf(await ensemble(judges, { local: "positions" })(early));
    expect(columns).toContainEqual({ from: "feature", name: "first" });
    expect(columns).not.toContainEqual({ from: "feature", name: "hasCode" });
    expect(featureSet).toBeDefined();
  });

  it("passes over features of texts where runs have no texts", async () => {
    const [every, positions] = await Promise.all(
      (["all", "positions"] as const).map(async (local) =>
        modelOf(await ensemble(judges, { local })(training)),
      ),
    );
    expect(every?.columns).toEqual(positions?.columns);
    expect(every?.weights).toEqual(positions?.weights);
  });

  it("comes back from the file with the same scores, given its members", async () => {
    const scorer = await ensemble([...judges, constantScorer()])(training);
    const calibration = await calibrate(fresh, { scorer });
    const { scorerModel } = parseCalibration(JSON.stringify(calibration));
    const restored = scorerFromModel(scorerModel ?? { kind: "constant" }, judges);
    expect(restored.fingerprint).toBe(scorer.fingerprint);
    for (const run of fresh) expect(await restored.score(run)).toEqual(await scorer.score(run));
  });

  it("does not come back with a member that has lost its marks, nor with columns of no member", async () => {
    const { model } = await ensemble(judges.slice(0, 1))(training);
    expect(() => scorerFromModel(model, judges.map(withoutMarks))).toThrow(ScorerModelError);
    if (model.kind !== "ensemble") throw new Error(model.kind);
    const columns = model.columns.map((column) => ("member" in column ? { ...column, member: 1 } : column));
    expect(() => scorerFromModel({ ...model, columns }, judges)).toThrow(
      "Expected columns of the model's members",
    );
  });

  it("refuses marks that are none, and too few of them", async () => {
    const saying = (marks: readonly Mark[]): StepScorer => ({
      ...constantScorer(),
      marks: async () => marks,
    });
    const nan: Mark[] = JSON.parse("[2]");
    for (const marks of [[], nan])
      await expect(ensemble([saying(marks)])(training)).rejects.toThrow(ScorerOutputError);
  });
});
