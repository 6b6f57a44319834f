import { type ClusteredErrors, clusteredErrors } from "./clustered-errors.ts";
import { firstDecisive, type LabelledRun } from "../sets/scored-run.ts";
import type { SetOutcome } from "./split-sets.ts";

/** A test run, and what its set was worth. */
export interface Prediction {
  readonly run: LabelledRun;
  readonly outcome: SetOutcome | undefined;
  /** Of the run, for standard errors. */
  readonly unit?: string | number | undefined;
}

/** How sets did on the test trajectories of one kind. */
export interface ReliabilityBin {
  /** Names the kind: "0.2-0.4" of the trajectory, "9-16" steps, or a group. */
  readonly label: string;
  /** Predictions counted, over all splits: the same trajectory counts once a split. */
  readonly count: number;
  readonly coverage: number;
  readonly removalRate: number;
  readonly rollbackCoverage: number;
  readonly redoCost: number;
  /** Of each of the figures, as `Figure` has it; absent where units are not known. */
  readonly standardErrors?: Readonly<Record<BinFigure, number>>;
}

const BIN_FIGURES = ["coverage", "removalRate", "rollbackCoverage", "redoCost"] as const;
type BinFigure = (typeof BIN_FIGURES)[number];

/** Counts predictions by kind. */
export interface ReliabilityTally {
  add(predictions: readonly Prediction[]): void;
  /** The bins that hold anything, in order. */
  bins(): readonly ReliabilityBin[];
}

interface Count {
  count: number;
  unitsKnown: boolean;
  readonly sums: Record<BinFigure, number>;
  readonly errors: ClusteredErrors<BinFigure>;
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
        addTo((counts[kindOf(prediction)] ??= emptyCount()), prediction);
      }
    },
    bins: () =>
      [...counts.entries()].flatMap(([kind, bin]) => (bin === undefined ? [] : [binOf(labelOf(kind), bin)])),
  };
}

function emptyCount(): Count {
  return {
    count: 0,
    unitsKnown: true,
    sums: { coverage: 0, removalRate: 0, rollbackCoverage: 0, redoCost: 0 },
    errors: clusteredErrors(BIN_FIGURES),
  };
}

function addTo(bin: Count, { outcome, unit }: Prediction): void {
  bin.count += 1;
  if (unit === undefined) bin.unitsKnown = false;
  const figures = {
    coverage: outcome?.covered ?? 0,
    removalRate: outcome?.removalRate ?? 0,
    rollbackCoverage: Number(outcome?.rollbackCovered ?? false),
    redoCost: outcome?.redoCost ?? 0,
  };
  for (const figure of BIN_FIGURES) bin.sums[figure] += figures[figure];
  if (unit !== undefined) bin.errors.add(unit, figures);
}

function binOf(label: string, { count, errors, sums, unitsKnown }: Count): ReliabilityBin {
  const { coverage, removalRate, redoCost, rollbackCoverage } = sums;
  const standardErrors = {
    coverage: errors.standardError("coverage"),
    removalRate: errors.standardError("removalRate"),
    rollbackCoverage: errors.standardError("rollbackCoverage"),
    redoCost: errors.standardError("redoCost"),
  };
  return {
    label,
    count,
    coverage: coverage / count,
    removalRate: removalRate / count,
    rollbackCoverage: rollbackCoverage / count,
    redoCost: redoCost / count,
    ...(unitsKnown ? { standardErrors } : {}),
  };
}
