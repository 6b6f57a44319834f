import type { Attribution } from "@langgraph-rollback/attribution";

import { stepsInWords } from "./steps-in-words.ts";

/**
 * Why a set leaves out the step with the highest score, as one sentence.
 *
 * @returns `undefined` where the set has a step with that score, or all scores are alike
 */
export function excludedWords(attribution: Attribution): string | undefined {
  const { scores, set } = attribution;
  const highest = scores.reduce((a, b) => Math.max(a, b), 0);
  const step = scores.indexOf(highest);
  const isAlike = scores.every((score) => score === highest);
  if (step < 0 || isAlike || set.steps.some((each) => scores[each] === highest)) return undefined;
  return `Step ${step + 1} has the highest score and is outside of the set, because ${whyOf(attribution, step)}.`;
}

function whyOf(attribution: Attribution, step: number): string {
  const { range, positionOnly, steps } = attribution.set;
  if (positionOnly !== undefined)
    return "the scores of this attempt are too flat to use, so that the set follows positions alone";
  if (steps.length === 1 && attribution.set.fallback !== undefined)
    return `no step passed the threshold, and ${stepsInWords(steps)} stands in`;
  switch (sideOf(attribution, step)) {
    case "end":
      return `such sets are filled from the last step backwards, and the calibration lets this one go no further than step ${range.start + 1}`;
    case "start":
      return `such sets are filled from the first step onwards, and the calibration lets this one go no further than step ${range.end + 1}`;
    default:
      return "the calibrated threshold decides which steps are in, and not the score alone";
  }
}

/** From which end a set was filled, as far as its record tells. */
function sideOf(
  { calibrated, scores, set: { range } }: Attribution,
  step: number,
): "start" | "end" | undefined {
  const method = calibrated?.method;
  if (method === "suffix" || method === "left") return "end";
  if (method === "prefix" || method === "right") return "start";
  if (method !== undefined && method !== "two-way") return undefined;
  // Two-way is filled from both ends; a record of an older version does not name its method.
  if (step < range.start && range.end === scores.length - 1) return "end";
  return step > range.end && range.start === 0 ? "start" : undefined;
}
