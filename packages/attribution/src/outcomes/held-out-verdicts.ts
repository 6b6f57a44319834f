import { softmax } from "../logit/softmax.ts";
import { standardise } from "../logit/standardise.ts";
import { likelihoods, toBelief } from "./belief.ts";
import type { Chances } from "./chances.ts";
import { type EvidenceRows, namedRows } from "./evidence-rows.ts";
import type { LearntFrom } from "../scorers/scorer-model.ts";
import type { OutcomeModel } from "./fit-in-turn.ts";
import { outcomeCase } from "./outcome-case.ts";

/**
 * Logarithm of the probability that a model gives to all that is known of a failed attempt: the mistake that a person named, and the verdicts.
 *
 * @param model   tells where the mistake lies; `undefined`: each step is as likely as the next
 * @param learnt  tells how often retries are accepted
 */
export function logOfKnown(
  model: OutcomeModel | undefined,
  { errorRate, ...chances }: Pick<LearntFrom, keyof Chances | "errorRate">,
  evidence: EvidenceRows,
): number {
  const { rows } = evidence;
  const known = outcomeCase(
    evidence,
    rows.map(() => []),
    [],
  );
  const { logs } = likelihoods(known, chances, errorRate);
  return toBelief(Float64Array.from(sharesBy(model, evidence)), logs);
}

/** How likely each step is the mistake, by a model, shape [l]. */
export function sharesBy(
  model: OutcomeModel | undefined,
  evidence: Pick<EvidenceRows, "rows" | "surprises">,
): readonly number[] {
  if (model === undefined) return evidence.rows.map(() => 1 / evidence.rows.length);
  return softmax(
    namedRows(evidence, model.features).map((row) =>
      standardise(row, model).reduce((sum, value, at) => sum + value * (model.weights[at] ?? 0), 0),
    ),
  );
}
