/** A run that has ended, with a score after each of its steps. */
export interface AlarmRun {
  /** Probability after each step, in [0, 1], that the run is on a right way, as far as anybody could say then; shape [l], in order, l >= 1. */
  readonly scores: readonly number[];
  /** Judgement of the run by somebody who knows, or its acceptance. */
  readonly right: boolean;
  /** The group of runs that it belongs to, known before the run. */
  readonly group?: string;
  /** A number in [0, 1) that its name alone decides. Where all right runs have one, they draw the rank: see `labelsU`. */
  readonly draw?: number;
}

/** @internal @throws {RangeError} if there is no score, or one is outside [0, 1] */
export function checkScores(scores: readonly number[]): void {
  if (scores.length === 0) throw new RangeError("Expected a score after each step of a run, got none.");
  const bad = scores.find((score) => !(score >= 0 && score <= 1));
  if (bad !== undefined) throw new RangeError(`Expected scores in [0, 1], got ${bad}.`);
}
