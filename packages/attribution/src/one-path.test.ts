import { CONFORMAL_METHODS, type SetMethod } from "./conformal/index.ts";
import { evaluationTally } from "./conformal/evaluation/index.ts";
import { splitSets } from "./conformal/evaluation/split-sets.ts";
import type { LabelledTrajectory } from "./trajectory/index.ts";
import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";

import {
  attribute,
  calibrate,
  constantScorer,
  ensemble,
  fitLogitScorer,
  fitPositionScorer,
  labelledRun,
  parseCalibration,
  type StepScorer,
} from "./index.ts";
import type { CalibrationOptions } from "./calibrating/calibrate.ts";
import { sampleTrajectories } from "./testing/index.ts";

const METHODS: readonly SetMethod[] = [...CONFORMAL_METHODS, "selected"];

/** Scores that are no shares, some of them flat. */
const judge: StepScorer = {
  fingerprint: "judge",
  score: async ({ id, steps }) =>
    steps.map(({ content }) => (id.endsWith("3") ? 0.5 : ((content.length * 37) % 101) / 100)),
};

const training = sampleTrajectories(20, 31);
const SCORERS: readonly StepScorer[] = [
  constantScorer(),
  fitPositionScorer(training),
  fitLogitScorer(training),
  judge,
  await ensemble([judge, fitPositionScorer])(training),
];

/** With groups, and labels that name several steps. */
const labelled = sampleTrajectories(60, 32).map((trajectory, index): LabelledTrajectory => {
  const { decisiveStep } = trajectory.label;
  const further = [decisiveStep + 1, decisiveStep + 3].filter((step) => step < trajectory.steps.length);
  return {
    ...trajectory,
    group: index % 5 === 0 ? "rare" : "common",
    label: {
      ...trajectory.label,
      ...(index % 3 === 0 && further.length > 0 ? { furtherDecisiveSteps: further } : {}),
      ...(index % 4 === 0 ? { planted: true } : {}),
    },
  };
});

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const anyOptions = fc
  .record({
    method: fc.constantFrom(...METHODS),
    alpha: fc.constantFrom(0, 0.02, 0.1, 0.2, 0.5),
    aggregation: optional(
      fc.constantFrom(
        { kind: "sum", lengthPenalty: 0.1 } as const,
        { kind: "max" } as const,
        { kind: "log-sum-exp", beta: 2 } as const,
      ),
    ),
    delta: optional(fc.constantFrom(0.1)),
    smallSample: optional(fc.constantFrom("full" as const, "max" as const)),
    smallGroups: optional(fc.constantFrom("full" as const, "pooled" as const)),
    goal: optional(fc.constantFrom("first" as const, "mean" as const, 0.5, 1)),
    cost: optional(fc.constantFrom("size" as const, "start" as const)),
    groups: fc.boolean(),
  })
  .map((options) =>
    // JSON leaves out options that were not given, as a command line does.
    JSON.parse(JSON.stringify(options)),
  )
  .filter(
    ({ delta, goal = "first", method, smallSample = "full" }) =>
      !(method === "selected" && (delta !== undefined || goal !== "first" || smallSample !== "full")) &&
      !(goal === "mean" && (delta !== undefined || smallSample !== "full")),
  );

type Options = CalibrationOptions & { readonly method: SetMethod; readonly alpha: number };

/** The course of a product: calibrates, writes and reads the file, attributes each failure. */
async function deployed(
  scorer: StepScorer,
  options: Options,
  calibrating: readonly LabelledTrajectory[],
  fresh: readonly LabelledTrajectory[],
) {
  const calibration = parseCalibration(JSON.stringify(await calibrate(calibrating, { ...options, scorer })));
  return Promise.all(fresh.map(async (failure) => (await attribute(failure, { scorer, calibration })).set));
}

/** The scored runs that an evaluation looks at. */
async function scored(scorer: StepScorer, trajectories: readonly LabelledTrajectory[], groups: boolean) {
  return Promise.all(
    trajectories.map(async (trajectory) => {
      const { group: _, ...run } = labelledRun(trajectory, await scorer.score(trajectory));
      return groups && trajectory.group !== undefined ? { ...run, group: trajectory.group } : run;
    }),
  );
}

describe("one path from scores to a set", () => {
  it.each(SCORERS.map((scorer) => [scorer.fingerprint.split("-")[0], scorer] as const))(
    "gives evaluation the sets of calibrate, its file and attribute: %s",
    async (_, scorer) => {
      await fc.assert(
        fc.asyncProperty(anyOptions, fc.integer({ min: 3, max: 50 }), async (options: Options, cut) => {
          const [calibrating, fresh] = [labelled.slice(0, cut), labelled.slice(cut)];
          const { groups = false, ...shape } = options;
          const split = {
            calibration: await scored(scorer, calibrating, groups),
            test: await scored(scorer, fresh, groups),
          };
          const measured = splitSets(split, {
            ...shape,
            ...(scorer.shares === undefined ? {} : { shares: scorer.shares }),
          });
          expect(measured.map(({ set }) => set)).toEqual(await deployed(scorer, options, calibrating, fresh));
        }),
        { numRuns: inject("allRounds") ? 200 : 12 },
      );
    },
  );

  it.each(METHODS)(
    "has, deployed with the constant scorer, the figures that evaluation says: %s",
    async (method) => {
      const scorer = constantScorer();
      const [calibrating, fresh] = [labelled.slice(0, 30), labelled.slice(30)];
      const tally = evaluationTally({ methods: [method], alpha: 0.2, shares: true });
      tally.add({
        calibration: await scored(scorer, calibrating, false),
        test: await scored(scorer, fresh, false),
      });
      const sets = await deployed(scorer, { method, alpha: 0.2 }, calibrating, fresh);
      const mean = (value: (at: number) => number) =>
        fresh.reduce((sum, _, at) => sum + value(at), 0) / fresh.length;
      const figures = tally.result().methods[method];
      expect(figures?.coverage.mean).toBeCloseTo(
        mean((at) => (sets[at]?.steps.includes(fresh[at]?.label.decisiveStep ?? -1) ? 1 : 0)),
        12,
      );
      expect(figures?.removalRate.mean).toBeCloseTo(
        mean((at) => 1 - (sets[at]?.steps.length ?? 0) / (fresh[at]?.steps.length ?? 1)),
        12,
      );
    },
  );

  it.each(METHODS)("calls bounded only sets that leave a step out: %s", async (method) => {
    const scorer = constantScorer();
    const calibration = await calibrate(labelled, { scorer, method });
    for (const failure of labelled) {
      const found = await attribute(failure, { scorer, calibration });
      const { set, status } = found;
      expect(status === "bounded").toBe(set.steps.length < failure.steps.length);
      if (found.status === "unbounded")
        expect(found.reason).toMatch(/^Every step is in the set: at alpha 0\.2 /);
    }
  });
});
