import type {
  FindingUsage,
  FindingView,
  OriginView,
  PanelView,
} from "../../../src/shared/view/finding-view.ts";
import { counted } from "../../../src/shared/words/counted.ts";
import { stepsInWords } from "../../../src/shared/words/steps-in-words.ts";

/** A method's name and its setting: "raffles, told the right answer, run 2". */
export function methodWords({ method, run, withTruth }: FindingView, runs: number): string {
  return [method, ...(withTruth ? ["told the right answer"] : []), ...(runs > 1 ? [`run ${run}`] : [])].join(
    ", ",
  );
}

/** Its cost in words: "4 calls, 1,200 tokens in, 90 out, 2.1 s, 0.0020 in the price's currency". */
export function usageWords({ calls, cost, inputTokens, latency, outputTokens }: FindingUsage): string {
  const figure = (value: number): string => Math.round(value).toLocaleString("en");
  return [
    counted(calls, "call"),
    `${figure(inputTokens)} tokens in, ${figure(outputTokens)} out`,
    ...(latency === undefined ? [] : [`${(latency / 1000).toFixed(1)} s`]),
    ...(cost === undefined ? [] : [`cost ${cost.toFixed(4)}`]),
  ].join(", ");
}

/** Why a person should look at the votes, as sentences; none where the panel agrees well enough. */
export function disagreementWords({ disagreement, votes }: PanelView): readonly string[] {
  const { conflicting, consistent, review, spread } = disagreement;
  if (!review) return [];
  return [
    ...(votes.some(({ counted: counts }) => counts) ? [] : ["No vote counts."]),
    ...(conflicting ? ["Strong votes contradict each other."] : []),
    ...(consistent ? [] : ["The step that won is not one of the agent that won."]),
    ...(spread > 0.5 ? [`Confidences lie ${spread.toFixed(2)} apart.`] : []),
  ];
}

const STAGES: Readonly<Record<OriginView["stage"], string>> = {
  local: "went wrong by itself",
  "planning-control": "began a fruitless loop",
  "data-flow": "made data wrong",
};

/** Act of an origin, and how much it explains. */
export function originWords({ explains, rescue, reversible, stage }: OriginView): string {
  const explained = explains.length === 0 ? "" : `, which explains ${stepsInWords(explains)}`;
  const later = reversible ? " A later step put it right." : "";
  return `${STAGES[stage]}${explained}.${later} With it right, the run had succeeded with probability ${rescue.toFixed(2)}, as the model says.`;
}
