import type { Trajectory } from "../trajectory/index.ts";

import { ScorerOutputError } from "../errors/scorer-output-error.ts";
import { runScorer } from "./score-steps.ts";
import type { StepExplanation } from "./step-explanation.ts";
import type { ExplainingScorer, StepScorer } from "./step-scorer.ts";

/** Whether a scorer explains itself. */
export function isExplaining(scorer: StepScorer): scorer is ExplainingScorer {
  return typeof scorer.explain === "function";
}

/** Characters of a part's words, and of a model's reason. */
const WORDS = 500;
const REASON = 2000;

/**
 * Why a scorer suspects steps, checked: the one door through which explanations enter. Overlong words are cut.
 *
 * @param steps 0-based
 * @returns one for each of `steps`, in their order
 * @throws {RangeError} if the trajectory has no steps, or no such step
 * @throws {ScorerOutputError} if the explanations are not those of the requested steps, or a share is no finite number
 * @throws {ScorerFailedError} if the scorer itself throws
 * @throws the signal's reason once `signal` is aborted
 */
export async function explainSteps(
  trajectory: Trajectory,
  scorer: ExplainingScorer,
  steps: readonly number[],
  signal?: AbortSignal,
): Promise<readonly StepExplanation[]> {
  const { length } = trajectory.steps;
  const strange = steps.find((step) => trajectory.steps[step] === undefined);
  if (strange !== undefined)
    throw new RangeError(`Expected \`steps\` to be whole numbers in [0, ${length}), got ${strange}.`);
  const given = await runScorer(trajectory, scorer, () => scorer.explain(trajectory, steps, signal), signal);
  const explained = Array.isArray(given) ? given.map(({ step }) => step) : [];
  if (explained.length !== steps.length || explained.some((step, at) => step !== steps[at]))
    throw new ScorerOutputError(
      scorer.fingerprint,
      `explanations of the steps ${steps.join(", ")}`,
      `of ${explained.join(", ") || "none"}`,
    );
  for (const { logit, parts, rest, step } of given)
    for (const share of [logit, rest?.logit, ...parts.map((part) => part.logit)])
      if (share !== undefined && !Number.isFinite(share))
        throw new ScorerOutputError(scorer.fingerprint, "finite shares", `${share} for step ${step}`);
  return given.map((explanation) => ({
    ...explanation,
    parts: explanation.parts.map(({ says, reason, ...part }) => ({
      ...part,
      says: cut(says, WORDS),
      ...(reason === undefined ? {} : { reason: cut(reason, REASON) }),
    })),
  }));
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
