import {
  EARLIEST_UNRECOVERED,
  type Label,
  type LabelVerdict,
  LAST_RECOVERING_START,
  RIGHT_OR_WRONG,
} from "../../../src/shared/labels/label.ts";
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
    case "between":
      return `the last start from which a replay recovered is one of ${stepsInWords(verdictSteps(verdict))}`;
    case "unrecovered":
      return "no replay recovered, whatever its start";
    case "inconclusive":
      return "replays came to no verdict";
  }
}

const isByReplay = ({ convention }: Pick<Label, "convention">): boolean =>
  convention === LAST_RECOVERING_START;

/** Meaning of a label, to be put after "says that" or a colon: a step by replay is no mistake. */
export function labelWords({ convention, verdict }: Pick<Label, "convention" | "verdict">): string {
  return isByReplay({ convention }) && verdict.kind === "decisive"
    ? `step ${verdict.step + 1} is the last start from which a replay recovered`
    : verdictWords(verdict);
}

/** Origin of a label: the name of a person, untrusted, or "by replay". */
export function labellerWords(label: Pick<Label, "convention" | "labeller">): string {
  return isByReplay(label) ? BY_REPLAY : label.labeller;
}

/** Name of all labels by replay. */
export const BY_REPLAY = "by replay";

/** The sign and the words of a label at one of its steps: "★ decisive", "↺ by replay". */
export function stepMarkOf(label: Label): string | undefined {
  return isByReplay(label) ? `↺ ${BY_REPLAY}` : undefined;
}

const isOne = (verdict: LabelVerdict): boolean => verdictSteps(verdict).length === 1;

/** Meaning of the conventions that come with the inspector; of another, its name alone is known. */
export function conventionWords(convention: string): string {
  if (convention === RIGHT_OR_WRONG)
    return "A run is right if its result is what the task asks for. Judge the result alone, not the way to it.";
  if (convention === LAST_RECOVERING_START)
    return "Replays name the last start from which a replay of the attempt was accepted. It need not be the first mistake.";
  return convention === EARLIEST_UNRECOVERED
    ? "The decisive step is the earliest one whose error the run could not recover from. Later steps that only pass the error on are not decisive. A later step is decisive too if it made an error of its own that the run could not recover from either."
    : `The decisive step is what the convention “${convention}” says that it is.`;
}
