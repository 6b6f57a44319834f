import {
  ensemble,
  type EnsembleMember,
  featureCache,
  fitPositionScorer,
  judgePanel,
  opinionsOf,
  type RecordedRun,
  recordedScorer,
  type StepScorer,
} from "@langgraph-rollback/attribution";

/** A scorer to measure. */
export interface MarksScorer {
  /** A model's name, "position", or "all N together". */
  readonly name: string;
  /** Models whose opinions it weighs. */
  readonly models: readonly string[];
  readonly scorer: EnsembleMember;
}

/**
 * From so many labels on, weights that are fitted to a part of them are as good as those that ship, for which all of them calibrate. Measured with labels of two
 * domains and weights of two others: see docs/benchmarks.md.
 */
export const LABELS_TO_FIT = 100;

/**
 * Positions, each model alone, and all of them together. Marks are read by the weights that ship, or by an ensemble that is fitted in each split; scores by
 * an ensemble.
 *
 * @param labels how many labels of a split fit and calibrate
 */
export function marksScorers(
  runs: readonly RecordedRun[],
  names: readonly string[],
  labels: number,
): readonly MarksScorer[] {
  const features = featureCache();
  const together = (models: readonly string[]): EnsembleMember => {
    const recorded = models.map((name) => recordedScorer({ name, opinions: opinionsOf(runs, name) }));
    const areShipped = labels < LABELS_TO_FIT && recorded.every(isMarking);
    return areShipped ? judgePanel(recorded) : ensemble(recorded, { features });
  };
  return [
    { name: "position", models: [], scorer: fitPositionScorer },
    ...names.map((name) => ({ name, models: [name], scorer: together([name]) })),
    ...(names.length > 1
      ? [{ name: `all ${names.length} together`, models: names, scorer: together(names) }]
      : []),
  ];
}

const isMarking = (scorer: StepScorer): boolean => scorer.marks !== undefined;
