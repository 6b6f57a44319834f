import { createHash } from "node:crypto";

import type { Trajectory } from "../trajectory/index.ts";

import { OpinionLengthError } from "../errors/opinion-length-error.ts";
import { OpinionMissingError } from "../errors/opinion-missing-error.ts";
import { markScores } from "../marks/mark-scores.ts";
import { MARK_WEIGHTS } from "../marks/shipped-mark-weights.ts";
import type { Mark, StepScorer } from "../scorers/step-scorer.ts";
import type { Opinion } from "./opinion.ts";

/** The judge and its opinions. */
export interface RecordedScorerOptions {
  /** Of the judge, such as a model's name. */
  readonly name: string;
  /** By trajectory id, as `opinionsOf` gives them. */
  readonly opinions: ReadonlyMap<string, Opinion>;
}

const HEX_DIGITS = 16;

/**
 * A scorer that repeats a judge's recorded opinions, and calls no model. Scores come as they were recorded; marks become scores as
 * `markScores` says. Where all opinions are marks the scorer has `marks`, which `judgePanel` reads and `ensemble` learns from.
 *
 * The fingerprint depends on the name, on every opinion and, where there are marks, on `MARK_WEIGHTS`. Opinions on further runs make another scorer.
 *
 * @example
 * const runs = await readOpinions("marks.jsonl");
 * const scorer = recordedScorer({ name: "judge", opinions: opinionsOf(runs, "judge") });
 *
 * @returns a scorer that throws {@link OpinionMissingError} for a trajectory without an opinion, and
 *   {@link OpinionLengthError} for one with another number of steps
 */
export function recordedScorer({ name, opinions }: RecordedScorerOptions): StepScorer {
  const opinionOn = ({ id, steps }: Trajectory, signal?: AbortSignal): Opinion => {
    signal?.throwIfAborted();
    const opinion = opinions.get(id);
    if (opinion === undefined) throw new OpinionMissingError(name, id);
    if (opinion.steps.length !== steps.length)
      throw new OpinionLengthError(name, id, steps.length, opinion.steps.length);
    return opinion;
  };
  const scorer: StepScorer = {
    fingerprint: fingerprintOf(name, opinions),
    score: async (trajectory, signal) => scoresOf(opinionOn(trajectory, signal)),
  };
  const isAllMarks = [...opinions.values()].every(({ kind }) => kind === "marks");
  if (!isAllMarks) return scorer;
  return {
    ...scorer,
    shares: true,
    marks: async (trajectory, signal) => marksOf(opinionOn(trajectory, signal)),
  };
}

function scoresOf(opinion: Opinion): readonly number[] {
  return opinion.kind === "marks" ? markScores(opinion.steps) : opinion.steps;
}

function marksOf(opinion: Opinion): readonly Mark[] {
  return opinion.kind === "marks" ? opinion.steps : [];
}

/** Does not depend on the order of the opinions. */
function fingerprintOf(name: string, opinions: ReadonlyMap<string, Opinion>): string {
  const entries = [...opinions]
    .map(([id, { kind, steps }]) => [id, kind, steps] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const weights = entries.some(([, kind]) => kind === "marks") ? [MARK_WEIGHTS] : [];
  const digest = createHash("sha256")
    .update(JSON.stringify([name, entries, ...weights]))
    .digest("hex");
  return `recorded-${name}-${digest.slice(0, HEX_DIGITS)}`;
}
