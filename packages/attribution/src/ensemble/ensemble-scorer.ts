import type { Trajectory } from "../trajectory/index.ts";

import { ScorerModelError } from "../errors/scorer-model-error.ts";
import { softmax } from "../logit/softmax.ts";
import { standardise } from "../logit/standardise.ts";
import type { FeatureCache } from "../scorers/feature-cache.ts";
import { type FeatureReader, featureReader } from "../scorers/feature-reader.ts";
import { isMarking } from "../scorers/mark-steps.ts";
import { modelFingerprint } from "../scorers/model-fingerprint.ts";
import type { EnsembleColumn, EnsembleModel } from "../scorers/scorer-model.ts";
import type { FittedScorer, StepScorer } from "../scorers/step-scorer.ts";
import { sumExplanations } from "../scorers/sum-explanation.ts";
import { columnRows } from "./ensemble-columns.ts";
import { columnGroups, withMembersReasons } from "./explain-ensemble.ts";
import { type Voice, voiceOf } from "./voice.ts";

/**
 * @internal The scorer of a fitted {@link EnsembleModel}: scores sum to 1 over a trajectory. It explains a step by each member's score and what that
 * adds. It remembers the members' scores of a trajectory object as long as the object is in use.
 *
 * @param members in the order of the model's
 * @param cache   where to look up the features of trajectories; without one they are read each time
 * @throws {ScorerModelError} if a member says something else than the model's weights are for, or if the model was fitted on
 *   another version of the features
 */
export function ensembleScorer(
  model: EnsembleModel,
  members: readonly StepScorer[],
  cache?: FeatureCache,
): FittedScorer {
  checkKinds(model, members);
  const readFeatures = columnReader(model.columns, model.featureSet, cache);
  const said = new WeakMap<Trajectory, readonly Voice[]>();
  const ask = async (trajectory: Trajectory, signal?: AbortSignal): Promise<readonly Voice[]> => {
    signal?.throwIfAborted();
    const voices = await Promise.all(members.map((member) => voiceOf(trajectory, member, signal)));
    said.set(trajectory, voices);
    return voices;
  };
  return {
    fingerprint: modelFingerprint(model),
    shares: true,
    model,
    score: async (trajectory, signal) =>
      pool(model, columnRows(model.columns, await ask(trajectory, signal), readFeatures(trajectory))),
    explain: async (trajectory, steps, signal) => {
      signal?.throwIfAborted();
      const voices = said.get(trajectory) ?? (await ask(trajectory, signal));
      const rows = columnRows(model.columns, voices, readFeatures(trajectory));
      const groups = columnGroups(model, voices, rows);
      const explained = sumExplanations(model, rows, groups, steps);
      return withMembersReasons(explained, trajectory, members, signal);
    },
  };
}

/** @internal Reads the features among the columns, shape [l, f]; rows of nothing where there is none. */
export function columnReader(
  columns: readonly EnsembleColumn[],
  featureSet: string | undefined,
  cache?: FeatureCache,
): FeatureReader {
  const names = columns.flatMap((column) => (column.from === "feature" ? [column.name] : []));
  return featureSet === undefined || names.length === 0
    ? ({ steps }) => steps.map(() => [])
    : featureReader(featureSet, names, cache);
}

/** Which kind it is decides which columns there are: weights of one kind are not weights of the other. */
function checkKinds({ columns }: EnsembleModel, members: readonly StepScorer[]): void {
  for (const [at, member] of members.entries()) {
    // A member without a column of its own is heard by its votes alone.
    const hasScore = columns.some((column) => column.from === "score" && column.member === at);
    if (isMarking(member) !== hasScore) continue;
    const [wanted, got] = hasScore ? ["scores alone", "marks"] : ["marks", "scores alone"];
    throw new ScorerModelError("columns", `expected \`${member.fingerprint}\` to give ${wanted}, got ${got}`);
  }
}

/** @internal Pooled scores of the columns of each step, shape [l]. */
export function pool(
  { deviations, means, weights }: Pick<EnsembleModel, "means" | "deviations" | "weights">,
  rows: readonly (readonly number[])[],
): readonly number[] {
  const utilities = rows.map((row) =>
    standardise(row, { means, deviations }).reduce((sum, each, at) => sum + each * (weights[at] ?? 0), 0),
  );
  return softmax(utilities);
}
