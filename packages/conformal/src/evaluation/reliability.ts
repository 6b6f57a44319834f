import { firstDecisive, type LabelledRun } from "../sets/scored-run.ts";
import type { SetOutcome } from "./split-sets.ts";

/** A test run, and what its set was worth. */
export interface Prediction {
  readonly run: LabelledRun;
  readonly outcome: SetOutcome | undefined;
}

/** How sets did on the test trajectories of one kind. */
export interface ReliabilityBin {
  /** Names the kind: "0.2-0.4" of the trajectory, "9-16" steps, or a group. */
  readonly label: string;
  /** Predictions counted, over all splits: the same trajectory counts once a split. */
  readonly count: number;
  readonly coverage: number;
  readonly removalRate: number;
}

/** Counts predictions by kind. */
export interface ReliabilityTally {
  add(predictions: readonly Prediction[]): void;
  /** The bins that hold anything, in order. */
  bins(): readonly ReliabilityBin[];
}

interface Count {
  count: number;
  covered: number;
  removed: number;
}

const PARTS = 5;

/**
 * Counts by where the decisive step stands, in fifths of the trajectory. That is known afterwards only: no method
 * promises coverage for each of them.
 */
export function positionReliability(): ReliabilityTally {
  return tally(
    ({ run }) => Math.floor((PARTS * (firstDecisive(run) + 0.5)) / run.stepScores.length),
    (part) => `${(part / PARTS).toFixed(1)}-${((part + 1) / PARTS).toFixed(1)}`,
  );
}

/** Counts by length of the trajectory: 1, 2, 3-4, 5-8, 9-16, and so on. */
export function lengthReliability(): ReliabilityTally {
  return tally(
    ({ run }) => Math.ceil(Math.log2(run.stepScores.length)),
    (power) => (power < 2 ? `${power + 1}` : `${2 ** (power - 1) + 1}-${2 ** power}`),
  );
}

/** Counts by group, in the order in which groups appear. */
export function groupReliability(): ReliabilityTally {
  const names: string[] = [];
  const places = new Map<string, number>();
  const placeOf = (name: string) => {
    const known = places.get(name);
    if (known !== undefined) return known;
    places.set(name, names.length);
    return names.push(name) - 1;
  };
  return tally(
    ({ run }) => placeOf(run.group ?? ""),
    (place) => names[place] ?? "",
  );
}

/** Kinds are small whole numbers; labels are made at the end, for this runs once a prediction. */
function tally(
  kindOf: (prediction: Prediction) => number,
  labelOf: (kind: number) => string,
): ReliabilityTally {
  const counts: Count[] = [];
  return {
    add(predictions) {
      for (const prediction of predictions) {
        const bin = (counts[kindOf(prediction)] ??= { count: 0, covered: 0, removed: 0 });
        bin.count += 1;
        bin.covered += prediction.outcome?.covered ?? 0;
        bin.removed += prediction.outcome?.removalRate ?? 0;
      }
    },
    bins: () =>
      [...counts.entries()].flatMap(([kind, bin]) => (bin === undefined ? [] : [binOf(labelOf(kind), bin)])),
  };
}

function binOf(label: string, { count, covered, removed }: Count): ReliabilityBin {
  return { label, count, coverage: covered / count, removalRate: removed / count };
}
