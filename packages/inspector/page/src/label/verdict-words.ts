import { EARLIEST_UNRECOVERED, RIGHT_OR_WRONG, type LabelVerdict } from "../../../src/shared/labels/label.ts";
import { verdictSteps } from "../../../src/shared/labels/verdict-steps.ts";
import { stepsInWords } from "../../../src/shared/words/steps-in-words.ts";

/** Meaning of a verdict, to be put after "says that" or a colon. */
export function verdictWords(verdict: LabelVerdict): string {
  switch (verdict.kind) {
    case "decisive":
      return `${stepsInWords(verdictSteps(verdict))} ${isOne(verdict) ? "is" : "are"} decisive`;
    case "not-this":
      return `step ${verdict.step + 1} is not the decisive one`;
    case "none":
      return "no step is at fault";
    case "unsure":
      return "not sure";
    case "right":
      return "the run is right";
    case "wrong":
      return "the run is wrong";
  }
}

const isOne = (verdict: LabelVerdict): boolean => verdictSteps(verdict).length === 1;

/** Meaning of the conventions that come with the inspector; of another, its name alone is known. */
export function conventionWords(convention: string): string {
  if (convention === RIGHT_OR_WRONG)
    return "A run is right if its result is what the task asks for. Judge the result alone, not the way to it.";
  return convention === EARLIEST_UNRECOVERED
    ? "The decisive step is the earliest one whose error the run could not recover from. Later steps that only pass the error on are not decisive. A later step is decisive too if it made an error of its own that the run could not recover from either."
    : `The decisive step is what the convention “${convention}” says that it is.`;
}
