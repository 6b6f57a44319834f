/** A failed run, as far as sets depend on it. */
export interface ScoredRun {
  /** Suspicion of each step, shape [l], finite and >= 0. */
  readonly stepScores: readonly number[];
  /** Population that it is calibrated with, known before the label is. Without one, all runs are one population. */
  readonly group?: string;
  /**
   * A whole number that neither scores nor label have a part in, say a hash of the run's id. It seeds the draw of `crsvp`; no other method's
   * set of the run depends on it. Those of all labels together draw the rank: see `labelsU`.
   */
  readonly draw: number;
}

/** A failed run whose decisive steps are known. */
export interface LabelledRun extends ScoredRun {
  /** 0-based, each in [0, l), at least one; none of a run that counts as a miss of every set. */
  readonly decisiveSteps: readonly number[];
  /** Present where the label is a range: the decisive step is the one that `decisiveSteps` has, this one, or one between them. */
  readonly lastPossible?: number;
  /** The failure was planted, at a step drawn evenly; its label then counts by its position. */
  readonly planted?: boolean;
}

/** A failed run that no set is to hold, as labels by replay have them: it calibrates as a miss of every set. */
export function missOf(run: ScoredRun): LabelledRun {
  return { ...run, decisiveSteps: [] };
}

/** Whether a run calibrates as a miss of every set. */
export function isMiss({ decisiveSteps }: Pick<LabelledRun, "decisiveSteps">): boolean {
  return decisiveSteps.length === 0;
}

/** The earliest decisive step: the one that a rollback has to reach. */
export function firstDecisive({ decisiveSteps }: Pick<LabelledRun, "decisiveSteps">): number {
  return decisiveSteps.reduce((least, step) => Math.min(least, step), Infinity);
}
