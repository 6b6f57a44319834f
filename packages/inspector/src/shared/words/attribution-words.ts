import type { AttemptView, StepView } from "../view/thread-view.ts";
import { type PromiseContext, promiseOf } from "./promise-words.ts";
import { stepsInWords } from "./steps-in-words.ts";

/** The set of an attempt and what it promises: "Set: steps 2 to 8 of 8, 80 % target (n = 212)". */
export function setInWords(
  view: AttemptView,
  { calibration }: Pick<PromiseContext, "calibration"> = {},
): string | undefined {
  const { attribution, steps } = view;
  const promise = promiseOf(view, { calibration });
  if (attribution === undefined || promise === undefined) return undefined;
  const { doubts, isPromised, short } = promise;
  const doubtful = isPromised && doubts.length > 0 ? ", not to be relied on" : "";
  return attribution.status === "bounded"
    ? `Set: ${stepsInWords(attribution.set.steps)} of ${steps.length}, ${short}${doubtful}`
    : `Set: all ${steps.length} steps, ${short}`;
}

/** The step of the highest score; of several, the first. */
export interface Suspect {
  readonly step: StepView;
  readonly score: number;
}

/** Absent for an attempt without scores. */
export function mostSuspicious({
  attribution,
  steps,
}: Pick<AttemptView, "attribution" | "steps">): Suspect | undefined {
  const scores = attribution?.scores ?? [];
  const score = scores.reduce((a, b) => Math.max(a, b), 0);
  const step = steps[scores.indexOf(score)];
  return step === undefined ? undefined : { step, score };
}
