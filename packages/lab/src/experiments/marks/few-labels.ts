import { readFileSync } from "node:fs";

import {
  calibrationSize,
  ensemble,
  type EnsembleMember,
  type FeatureCache,
  featureCache,
  fitMarkWeights,
  judgePanel,
  labelledRun,
  type MarkWeights,
  opinionsOf,
  recordedScorer,
  type StepScorer,
} from "@langgraph-rollback/attribution";
import { seededOrder } from "@langgraph-rollback/attribution/draws";
import type { LabelledRun } from "@langgraph-rollback/attribution/conformal";
import {
  type EvaluationTally,
  evaluationTally,
  redrawn,
} from "@langgraph-rollback/attribution/conformal/evaluation";
import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";

import { JUDGES } from "../labelled-data/data-sets.ts";
import { type MethodSets, setFigures } from "../set-figures.ts";
import { isFailed, markedFailures, type MarkedFailedRun, markedRuns } from "./marked-runs.ts";

/** How many labels there are, and of how many domains. */
export interface FewLabelsJob {
  readonly kind: "few-labels";
  readonly file: string;
  readonly labels: number;
  readonly domains: number;
  readonly draws: number;
  readonly seed: number;
}

/** A way to read marks. */
interface Reading {
  /** All judges together, or each alone, on average. */
  readonly judges: "together" | "alone";
  /** By weights of other domains, for which all labels calibrate, or by an ensemble that is fitted to a part of the labels. */
  readonly by: "weights" | "ensemble";
}

/** Results of few labels, by one way to read marks. */
export interface FewLabelsFigures extends Omit<FewLabelsJob, "file" | "seed">, Reading {
  /** Selections of domains that have enough failures, each measured in turn. */
  readonly selections: number;
  readonly methods: MethodSets;
}

export const FEW_LABELS_ALPHA = 0.2;

const READINGS: readonly Reading[] = [
  { judges: "together", by: "weights" },
  { judges: "together", by: "ensemble" },
  { judges: "alone", by: "weights" },
  { judges: "alone", by: "ensemble" },
];

/**
 * Measures few labels. Labels and predicted runs are of the same domains, each selection of domains in turn; weights of marks are fitted to all other
 * domains. No task is both labelled and predicted.
 */
export async function measureFewLabels({
  domains,
  draws,
  file,
  kind,
  labels,
  seed,
}: FewLabelsJob): Promise<readonly FewLabelsFigures[]> {
  const runs = markedRuns(readFileSync(file, "utf8"));
  const failed = runs.filter(isFailed);
  const judges = JUDGES.map((name) => recordedScorer({ name, opinions: opinionsOf(runs, name) }));
  const features = featureCache();
  const tallies = READINGS.map((reading) => ({
    reading,
    tally: evaluationTally({ methods: ["interval", "suffix"], alpha: FEW_LABELS_ALPHA, shares: true }),
  }));
  const held = selectionsOf([...new Set(failed.map(({ subset }) => subset))], domains)
    .map((subsets) => ({
      inside: failed.filter(({ subset }) => subsets.includes(subset)),
      outside: failed.filter(({ subset }) => !subsets.includes(subset)),
    }))
    .filter(({ inside }) => inside.length > labels);
  for (const { inside, outside } of held) {
    const weights = fitMarkWeights(markedFailures(outside));
    const trajectories = new Map(inside.map((run) => [run, trajectoryOf(run)]));
    for (let draw = 0; draw < draws; draw += 1) {
      const split = drawnFrom(inside, trajectories, labels, { draw, seed });
      for (const { reading, tally } of tallies)
        for (const scorer of scorersBy(reading, judges, weights, features)) await add(tally, split, scorer);
    }
  }
  return tallies.map(({ reading, tally }) => ({
    kind,
    labels,
    domains,
    draws,
    ...reading,
    selections: held.length,
    methods: setFigures(tally.result().methods),
  }));
}

function scorersBy(
  { by, judges }: Reading,
  all: readonly StepScorer[],
  weights: MarkWeights,
  features: FeatureCache,
): readonly EnsembleMember[] {
  const panels = judges === "together" ? [all] : all.map((judge) => [judge]);
  return panels.map((panel) =>
    by === "weights" ? judgePanel(panel, { weights }) : ensemble(panel, { features }),
  );
}

const trajectoryOf = ({ decisiveStep, id, length }: MarkedFailedRun): LabelledTrajectory => ({
  id,
  task: "",
  steps: Array.from({ length }, (_, index) => ({ index, agent: "", content: "" })),
  label: { decisiveStep },
});

interface Split {
  readonly draw: number;
  readonly labelled: readonly LabelledTrajectory[];
  readonly tested: readonly LabelledTrajectory[];
  /** The task of each tested run. */
  readonly units: readonly string[];
}

/** Whole tasks in random order: the first runs are labelled, and the runs of tasks without a label are predicted. */
function drawnFrom(
  runs: readonly MarkedFailedRun[],
  trajectories: ReadonlyMap<MarkedFailedRun, LabelledTrajectory>,
  labels: number,
  { draw, seed }: { readonly draw: number; readonly seed: number },
): Split {
  const tasks = [...new Set(runs.map(({ group }) => group))];
  const ordered = seededOrder(tasks.length, 1000 * seed + draw).flatMap((at) =>
    runs.filter(({ group }) => group === tasks[at]),
  );
  const labelled = ordered.slice(0, labels);
  const known = new Set(labelled.map(({ group }) => group));
  const tested = ordered.filter(({ group }) => !known.has(group));
  const pick = (some: readonly MarkedFailedRun[]) => some.flatMap((run) => trajectories.get(run) ?? []);
  return { draw, labelled: pick(labelled), tested: pick(tested), units: tested.map(({ group }) => group) };
}

/** As the product uses labels: all calibrate, unless a scorer has to be fitted to some of them. */
async function add(tally: EvaluationTally, split: Split, member: EnsembleMember): Promise<void> {
  const { draw, labelled, tested, units } = split;
  if (tested.length === 0) return;
  const isFitted = typeof member === "function";
  const calibrated = isFitted
    ? calibrationSize(labelled.length, { alpha: FEW_LABELS_ALPHA })
    : labelled.length;
  const cut = labelled.length - calibrated;
  const scorer = isFitted ? await member(labelled.slice(0, cut)) : member;
  const score = async (runs: readonly LabelledTrajectory[]): Promise<readonly LabelledRun[]> =>
    redrawn(await Promise.all(runs.map(async (run) => labelledRun(run, await scorer.score(run)))), draw);
  tally.add({ calibration: await score(labelled.slice(cut)), test: await score(tested), testUnits: units });
}

/** Every selection of so many, in order. */
function selectionsOf<Value>(values: readonly Value[], count: number): readonly (readonly Value[])[] {
  if (count === 0) return [[]];
  return values.flatMap((value, at) =>
    selectionsOf(values.slice(at + 1), count - 1).map((others) => [value, ...others]),
  );
}
