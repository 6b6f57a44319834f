import { z } from "zod";

import type { Evidence } from "../attributor.ts";
import { DECISIVE_STEP } from "../decisive-step.ts";
import { knownAgent } from "../known-agent.ts";
import { countTokens } from "../count-tokens.ts";
import { TERSE_TRACE, terseTrace } from "../joint/terse-trace.ts";
import type { Judge, JudgeOptions } from "../judge.ts";
import { promptBudget } from "../model/context-tokens.ts";
import type { Question } from "../question.ts";
import { redactSteps } from "../redact-steps.ts";
import type { Redact } from "../redact-text.ts";
import { evidenceTexts } from "../transcript.ts";

const INSTRUCTIONS = `You examine the record of a run of one or more AI agents that failed its task, and find the step that made it fail.

${DECISIVE_STEP}

Work in this order. Establish what the task demands and in what the result falls short of it. Follow the wrong part of the result back to the step that brought it in. Make sure that no earlier step would have had to be different. Then name exactly one step and the agent who acted in it, also where you are unsure; your confidence says how sure you are.`;

const ASK = "Which step is the decisive one, and which agent is to blame for it?";

const ANSWER: z.ZodType<Blame> = z.object({
  reason: z.string().describe("What went wrong, and why it was decisive, in one to three sentences"),
  agent: z.string().describe("The agent to blame, spelt as in the trace"),
  step: z.number().describe("Number of the decisive step, as in the trace (the first is 1)"),
  confidence: z.number().min(0).max(1).describe("Probability that this is the decisive step"),
});

/** @internal What all-at-once answers. */
export interface Blame {
  readonly reason: string;
  readonly agent: string;
  /** Counted from 1. */
  readonly step: number;
  readonly confidence: number;
}

/** @internal Changes with the prompt. */
export const BLAME_VERSION: readonly string[] = [
  INSTRUCTIONS,
  TERSE_TRACE,
  ASK,
  JSON.stringify(z.toJSONSchema(ANSWER)),
];

/** Tokens left for everything beside the trace. */
const BESIDE = 1500;

/** @internal How a judge's prompts are to show a trace. */
export interface Room {
  /** That the trace may have. */
  readonly tokens: number;
  readonly redact: Redact | undefined;
}

/** @internal */
export function roomOf({ id }: Judge, { contextTokens, redact }: JudgeOptions): Room {
  return { tokens: promptBudget(id, contextTokens) - BESIDE, redact };
}

/**
 * @internal The question that shows the whole trace and asks for agent and step. The trace is written tersely; one that the
 * model could not read is not, as judges shorten lines of JSON.
 */
export function blameQuestion(evidence: Evidence, { redact, tokens }: Room): Question<Blame> {
  const { trajectory } = evidence;
  const terse = terseTrace(redactSteps(trajectory.steps, redact));
  const fits = countTokens(terse) <= tokens;
  return {
    name: "all-at-once",
    instructions: INSTRUCTIONS,
    evidence: fits ? evidenceTexts(evidence, terse) : evidenceTexts(evidence),
    ask: fits ? `${TERSE_TRACE}\n\n${ASK}` : ASK,
    answer: ANSWER,
    check: (blame) => {
      const step = trajectory.steps[blame.step - 1];
      if (step === undefined) return notAStep(blame.step, trajectory.steps.length);
      const named = knownAgent(trajectory, blame.agent, { redact, step: step.index });
      return { ...blame, agent: named ?? step.agent };
    },
  };
}

/** @internal What to tell a model that names a step that does not exist. */
export function notAStep(step: number, length: number): Error {
  return new RangeError(`There is no step ${step}; the steps are 1 to ${length}.`);
}
