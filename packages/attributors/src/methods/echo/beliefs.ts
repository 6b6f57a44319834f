import { type Trajectory, largest } from "@langgraph-rollback/attribution/trajectory";

import type { Analysis, Hypothesis } from "./analysis.ts";

/**
 * @internal How strongly analyses suspect each step: the highest number that an analyst gives it, as likelihood or as
 * confidence of a conclusion or alternative, 0 where it is not named; averaged over the analysts.
 *
 * @returns shape [l], each in [0, 1]
 */
export function stepBeliefs(
  { steps }: Pick<Trajectory, "steps">,
  analyses: readonly Analysis[],
): readonly number[] {
  return steps.map((_, index) =>
    mean(
      analyses.map(({ evaluations, ...rest }) =>
        highest([
          ...evaluations.filter(({ step }) => step === index).map(({ likelihood }) => likelihood),
          ...confidences(rest, ({ step }) => step === index),
        ]),
      ),
    ),
  );
}

/** @internal The same for agents: the highest number that an analyst gives the agent, or one of its steps. */
export function agentBeliefs(
  { steps }: Pick<Trajectory, "steps">,
  analyses: readonly Analysis[],
): ReadonlyMap<string, number> {
  const belief = (agent: string): number =>
    mean(
      analyses.map(({ evaluations, ...rest }) =>
        highest([
          ...evaluations
            .filter(({ step }) => steps[step]?.agent === agent)
            .map(({ likelihood }) => likelihood),
          ...confidences(rest, ({ agents }) => agents.includes(agent)),
        ]),
      ),
    );
  return new Map([...new Set(steps.map(({ agent }) => agent))].map((agent) => [agent, belief(agent)]));
}

function confidences(
  { conclusion, alternatives }: Pick<Analysis, "conclusion" | "alternatives">,
  names: (hypothesis: Hypothesis) => boolean,
): readonly number[] {
  return [conclusion, ...alternatives].filter(names).map(({ confidence }) => confidence);
}

function highest(values: readonly number[]): number {
  return largest(values, 0);
}

function mean(values: readonly number[]): number {
  const units = values.reduce((total, value) => total + toUnits(value), 0);
  return values.length === 0 ? 0 : fromUnits(units / values.length);
}

/** @internal Confidences add up in millionths: sums are exact in any order, and ties are ties. */
export function toUnits(value: number): number {
  return Math.round(value * 1e6);
}

/** @internal */
export function fromUnits(units: number): number {
  return units / 1e6;
}
