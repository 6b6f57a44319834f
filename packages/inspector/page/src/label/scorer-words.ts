import type { Attribution } from "@langgraph-rollback/attribution";

import type { Label } from "../../../src/shared/labels/label.ts";
import { verdictSteps } from "../../../src/shared/labels/verdict-steps.ts";
import { stepsInWords } from "../../../src/shared/words/steps-in-words.ts";
import { boundedSet } from "../parts/bounded-set.ts";

/**
 * Whether the scorer's set held what the labeller calls decisive, as a sentence.
 *
 * @param own labels of the labeller that hold of the attempt
 * @returns `undefined` where no set was bounded, or the labeller names no step
 */
export function scorerWords(attribution: Attribution | undefined, own: readonly Label[]): string | undefined {
  const label = own.findLast(({ verdict }) => verdict.kind === "decisive");
  const set = boundedSet(attribution);
  if (attribution === undefined || label === undefined || set.length === 0) return undefined;
  const named = verdictSteps(label.verdict);
  const missed = named.filter((step) => !set.includes(step));
  const size = `The scorer’s set of ${set.length} of ${attribution.scores.length} steps`;
  if (missed.length === 0) return `${size} held ${stepsInWords(named)}.`;
  return `${size} did not hold ${stepsInWords(missed)}.`;
}
