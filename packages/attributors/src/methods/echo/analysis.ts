import type { Redact } from "@langgraph-rollback/attribution";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

import { isStep } from "../../finding/is-step.ts";
import { knownAgent } from "../../finding/known-agent.ts";
import type { AnalysisAnswer, HypothesisAnswer } from "./analysis-answer.ts";
import type { Analyst } from "./roles.ts";

/** @internal The agents to blame and the step. Steps count from 0 here. */
export interface Hypothesis {
  /** As the trajectory writes them, without repeats; empty where nobody is blamed. */
  readonly agents: readonly string[];
  readonly step: number | undefined;
  /** In [0, 1]. */
  readonly confidence: number;
  /** Untrusted. */
  readonly reason: string;
}

/** @internal Analysis by one analyst. */
export interface Analysis {
  readonly analyst: Analyst;
  /** 0-based steps that exist, with likelihoods in [0, 1]. */
  readonly evaluations: readonly { readonly step: number; readonly likelihood: number }[];
  readonly conclusion: Hypothesis;
  readonly alternatives: readonly Hypothesis[];
}

/**
 * @internal Holds an answer against the trace. Names are mended where it is certain whom they mean; evaluations and
 * alternatives that cannot be are left out.
 *
 * @param redact what was done to the names of agents in the prompt
 * @returns an error, in words without any text of the trace, if the conclusion names what is not there
 */
export function checkAnalysis(
  answer: AnalysisAnswer,
  trajectory: Pick<Trajectory, "steps">,
  redact?: Redact,
): AnalysisAnswer | Error {
  const { length } = trajectory.steps;
  const exists = (step: number | null): boolean => step === null || isStep(step - 1, length);
  const named = mended(answer.conclusion, trajectory, redact);
  if (!exists(answer.conclusion.step))
    return new Error(
      `\`conclusion.step\` names a step that does not exist: they are numbered from 1 to ${length}.`,
    );
  if (named === undefined)
    return new Error(
      "`conclusion.agents` names an agent that is not in the trace: copy its name from there.",
    );
  return {
    ...answer,
    evaluations: answer.evaluations.filter(({ step }) => exists(step)),
    conclusion: named,
    alternatives: answer.alternatives
      .filter(({ step }) => exists(step))
      .flatMap((other) => mended(other, trajectory, redact) ?? []),
  };
}

/** @internal A checked answer, with steps counted from 0. */
export function analysisOf(answer: AnalysisAnswer, analyst: Analyst): Analysis {
  return {
    analyst,
    evaluations: answer.evaluations.map(({ step, likelihood }) => ({ step: step - 1, likelihood })),
    conclusion: hypothesisOf(answer.conclusion),
    alternatives: answer.alternatives.map(hypothesisOf),
  };
}

function hypothesisOf({ step, ...rest }: HypothesisAnswer): Hypothesis {
  return { ...rest, step: step === null ? undefined : step - 1 };
}

/** Names as the trajectory writes them; the agent of the step where none is named. */
function mended(
  given: HypothesisAnswer,
  trajectory: Pick<Trajectory, "steps">,
  redact: Redact | undefined,
): HypothesisAnswer | undefined {
  const step = given.step === null ? undefined : given.step - 1;
  const agents = given.agents.map((name) => knownAgent(trajectory, name, { redact, step }));
  const owner = trajectory.steps[step ?? -1]?.agent;
  if (agents.length === 0 && owner !== undefined) return { ...given, agents: [owner] };
  const known = agents.flatMap((agent) => agent ?? []);
  return known.length < agents.length ? undefined : { ...given, agents: [...new Set(known)] };
}
