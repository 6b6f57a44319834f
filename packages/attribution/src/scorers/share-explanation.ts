import type { StepExplanation } from "./step-explanation.ts";

/**
 * Explanations of one part each, for scorers whose shares have one cause.
 *
 * @param shares shape [l], each above 0
 * @param steps  0-based
 * @param says   the cause of a step's share, as in `ExplanationPart`
 */
export function explainShares(
  shares: readonly number[],
  steps: readonly number[],
  says: (step: number) => string,
): readonly StepExplanation[] {
  const logs = shares.map(Math.log);
  const mean = logs.reduce((sum, log) => sum + log, 0) / shares.length;
  return steps.map((step) => {
    const logit = (logs[step] ?? 0) - mean;
    return { step, logit, parts: [{ says: says(step), logit }] };
  });
}
