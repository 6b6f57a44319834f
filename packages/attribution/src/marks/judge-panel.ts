import { ensembleScorer } from "../ensemble/ensemble-scorer.ts";
import { isMarking } from "../scorers/mark-steps.ts";
import type { FittedScorer, StepScorer } from "../scorers/step-scorer.ts";
import { judgesModel, type MarkWeights } from "./mark-weights.ts";
import { MARK_WEIGHTS } from "./shipped-mark-weights.ts";

/** How to read the judges. */
export interface JudgePanelOptions {
  /** Default `MARK_WEIGHTS`, which ship. */
  readonly weights?: MarkWeights;
}

/**
 * Reads any number of judges as one scorer, without a label: the share of them that mark a step wrong, neutral, the first wrong one or next to it, and
 * where the step stands, by weights that are the same for every judge. All labelled failures can calibrate it. One judge gets the scores of
 * `markScores`. From about 100 labelled failures on `ensemble`, which learns from them what each judge is worth, is as good or better.
 *
 * The scorer's model holds the weights and names the judges: `scorerFromModel(model, judges)` brings it back.
 *
 * @example
 * const scorer = judgePanel(["judge-a", "judge-b"].map((name) => recordedScorer({ name, opinions: opinionsOf(runs, name) })));
 * const calibration = await calibrate(labelled, { scorer });
 *
 * @param judges at least one, all with `marks`; their order does not matter
 * @throws {RangeError} if there is no judge, or one gives scores alone
 */
export function judgePanel(judges: readonly StepScorer[], options: JudgePanelOptions = {}): FittedScorer {
  const { weights = MARK_WEIGHTS } = options;
  if (judges.length === 0) throw new RangeError("Expected `judges` to hold at least one scorer, got none.");
  const silent = judges.find((judge) => !isMarking(judge));
  if (silent !== undefined)
    throw new RangeError(
      `Expected \`judges\` that give marks, got "${silent.fingerprint}", which gives scores alone. \`ensemble\` weighs scores.`,
    );
  const ordered = judges.toSorted((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1));
  const fingerprints = ordered.map(({ fingerprint }) => fingerprint);
  return ensembleScorer(judgesModel(weights, fingerprints), ordered);
}
