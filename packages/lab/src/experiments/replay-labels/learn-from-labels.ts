import { fitLogitScorer, type StepScorer } from "@langgraph-rollback/attribution";
import { scorerMetrics } from "@langgraph-rollback/attribution/conformal/evaluation";
import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";

import type { TwiceLabelled } from "./label-failures.ts";

/** How well two scorers find the first mistake in the same fresh failures: one is fitted on first mistakes, the other on labels by replay. */
export interface LearntTwice {
  readonly truth: number;
  readonly replay: number;
}

/** A failure with its label by replay; nothing where no replay was accepted. An interval counts by its first step. */
export function byReplay({ trajectory, replayed: { range } }: TwiceLabelled): readonly LabelledTrajectory[] {
  return range === undefined ? [] : [{ ...trajectory, label: { decisiveStep: range.start } }];
}

/** Fits on the same failures twice, by the labels of the simulation and by those of replays. */
export async function learnTwice(
  { fit, test }: { readonly fit: readonly TwiceLabelled[]; readonly test: readonly TwiceLabelled[] },
  seed: number,
): Promise<LearntTwice> {
  const truth = fitLogitScorer(
    fit.map(({ trajectory }) => trajectory),
    { seed },
  );
  const replay = fitLogitScorer(fit.flatMap(byReplay), { seed });
  const fresh = test.map(({ trajectory }) => trajectory);
  return { truth: await auroc(truth, fresh), replay: await auroc(replay, fresh) };
}

/** AUROC of the first mistake. */
export async function auroc(scorer: StepScorer, fresh: readonly LabelledTrajectory[]): Promise<number> {
  const scored = [];
  for (const trajectory of fresh)
    scored.push({
      decisiveStep: trajectory.label.decisiveStep,
      stepScores: await scorer.score(trajectory),
    });
  return scorerMetrics(scored).auroc;
}
