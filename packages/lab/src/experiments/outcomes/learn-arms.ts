import {
  featureCache,
  type FeatureCache,
  fitLogitScorer,
  fitOutcomeScorer,
  type StepScorer,
} from "@langgraph-rollback/attribution";
import { triedStarts } from "langgraph-rollback/replay";

import { auroc, byReplay } from "../replay-labels/learn-from-labels.ts";
import { splitFailures } from "../replay-labels/split-failures.ts";
import { DRAWN, type ReplayedFailure } from "./replay-failures.ts";

/** What a scorer is fitted to. */
export const ARMS = [
  "true labels",
  "labels by replay",
  "outcomes of the same replays",
  ...Array.from({ length: DRAWN }, (_, at) => drawnArm(at + 1)),
] as const;

function drawnArm(starts: number): string {
  return `outcomes of ${starts} drawn ${starts === 1 ? "start" : "starts"}`;
}

/** AUROC of the first mistake in the same fresh failures, shape [sizes, arms]. */
export type ArmsLearnt = readonly (readonly number[])[];

/** A draw of failures to fit on and of fresh ones. */
export interface ArmsJob {
  readonly failures: readonly ReplayedFailure[];
  /** Numbers of failures to fit on; the larger parts hold the smaller ones. */
  readonly sizes: readonly number[];
  /** Fresh failures, on other problems. */
  readonly fresh: number;
  readonly seed: number;
}

/** Fits by each arm to the same failures, and tries the scorers on the same fresh ones. */
export async function learnArms({ failures, fresh, seed, sizes }: ArmsJob): Promise<ArmsLearnt> {
  const [test = [], rest = []] = splitFailures(failures, [fresh], seed);
  const trajectories = test.map(({ trajectory }) => trajectory);
  const features = featureCache();
  const learnt: (readonly number[])[] = [];
  for (const size of sizes) {
    const scorers = fitArms(rest.slice(0, size), { features, seed });
    learnt.push(await Promise.all(scorers.map(async (scorer) => auroc(scorer, trajectories))));
  }
  return learnt;
}

/** A scorer for each arm, in the order of {@link ARMS}. */
function fitArms(
  fit: readonly ReplayedFailure[],
  options: { readonly features: FeatureCache; readonly seed: number },
): readonly StepScorer[] {
  const byOutcomes = (triedOf: (failure: ReplayedFailure) => ReplayedFailure["drawn"]): StepScorer =>
    fitOutcomeScorer(
      fit.map((failure) => ({ trajectory: failure.trajectory, tried: triedStarts(triedOf(failure)) })),
      options,
    );
  return [
    fitLogitScorer(
      fit.map(({ trajectory }) => trajectory),
      options,
    ),
    fitLogitScorer(fit.flatMap(byReplay), options),
    byOutcomes(({ bisected }) => bisected),
    ...Array.from({ length: DRAWN }, (_, at) => byOutcomes(({ drawn }) => drawn.slice(0, at + 1))),
  ];
}
