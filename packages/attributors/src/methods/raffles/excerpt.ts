import type { Step } from "@langgraph-rollback/attribution/trajectory";

import { countTokens } from "../../asking/text/count-tokens.ts";
import { shortStep } from "../../asking/text/terse-trace.ts";
import { stepLine, traceText } from "../../asking/text/transcript.ts";
import type { RafflesCriterion } from "./candidate.ts";

/** An excerpt's share of the trace's tokens. */
const SHARE = 1 / 10;
/** Tokens below which a trace is not worth shortening. */
const LEAST = 1200;
/** Characters of a step that the criterion is about, from which it is tried whether the excerpt fits. */
const LIMITS: readonly number[] = [8000, 4000, 2000, 1000, 500, 250, 120, 60, 30];
/** How much more of the candidate is shown, and of the steps that the criterion is not about. */
const CANDIDATE = 8;
const BESIDE = 1 / 4;

/**
 * @internal Excerpt of a trace that an evaluator reads: all steps as lines, long ones shortened by their middle. Most is left of the
 * candidate, then of the steps that the criterion is about: those up to the candidate for fault and primacy, those from it
 * on for decisiveness.
 *
 * @param step the candidate, 0-based; `undefined` where all steps matter alike
 * @returns at most a tenth of the trace's tokens, or 1,200, or as little as one line a step has
 */
export function excerptOf(
  steps: readonly Step[],
  step: number | undefined,
  criterion: RafflesCriterion,
): string {
  const whole = traceText({ steps });
  const tokens = countTokens(whole);
  const budget = Math.max(LEAST, tokens * SHARE);
  if (tokens <= budget) return whole;
  let text = whole;
  for (const limit of LIMITS) {
    text = steps
      .map((each) => shortStep(each, Math.floor(limit * weightOf(each.index, step, criterion))))
      .map((each) => stepLine(each))
      .join("\n");
    if (countTokens(text, budget) <= budget) return text;
  }
  return text;
}

function weightOf(index: number, step: number | undefined, criterion: RafflesCriterion): number {
  if (step === undefined) return 1;
  if (index === step) return CANDIDATE;
  return index < step === (criterion !== "decisiveness") ? 1 : BESIDE;
}
