import { z } from "zod";
import type { Redact } from "@langgraph-rollback/attribution";

import type { Question } from "../../asking/question/question.ts";
import { shapeVersion } from "../../asking/question/shape-version.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import { TERSE_TRACE } from "../../asking/text/terse-trace.ts";
import { terseTexts } from "../../asking/text/transcript.ts";
import { DECISIVE_STEP } from "../../finding/decisive-step.ts";
import { knownAgent } from "../../finding/known-agent.ts";

const INSTRUCTIONS = `You examine the record of a failed run of one or more AI agents, and find the step that made it fail.

${DECISIVE_STEP}

${TERSE_TRACE}

Establish what the task demands and in what the result falls short of it. Follow the wrong part back to the step that brought it in, and make sure that no earlier step would have had to be different. Name exactly one step and the agent who acted in it, also where you are unsure; your confidence says how sure you are.`;

const ASK = "Which step is the decisive one, and which agent is to blame for it?";

const ANSWER: z.ZodType<Blame> = z.object({
  reason: z.string().describe("What went wrong, and why it was decisive, in one to three sentences"),
  agent: z.string().describe("The agent to blame, spelt as in the trace"),
  step: z.number().describe("Number of the decisive step, as in the trace (the first is 1)"),
  confidence: z.number().min(0).max(1).describe("Probability that this is the decisive step"),
});

/** @internal Answer of all-at-once. */
export interface Blame {
  readonly reason: string;
  readonly agent: string;
  /** Counted from 1. */
  readonly step: number;
  readonly confidence: number;
}

/** @internal Changes with the prompt. */
export const BLAME_VERSION: readonly string[] = [INSTRUCTIONS, ASK, shapeVersion(ANSWER)];

/** @internal The question that shows the whole trace and asks for agent and step. */
export function blameQuestion(evidence: Evidence, redact: Redact | undefined): Question<Blame> {
  const { trajectory } = evidence;
  return {
    name: "all-at-once",
    instructions: INSTRUCTIONS,
    evidence: terseTexts(evidence, redact),
    ask: ASK,
    answer: ANSWER,
    shapeFirst: true,
    check: (blame) => {
      const step = trajectory.steps[blame.step - 1];
      if (step === undefined) return notAStep(blame.step, trajectory.steps.length);
      const named = knownAgent(trajectory, blame.agent, { redact, step: step.index });
      return { ...blame, agent: named ?? step.agent };
    },
  };
}

/** @internal Error for a model that names a step that does not exist. */
export function notAStep(step: number, length: number): Error {
  return new RangeError(`There is no step ${step}; the steps are 1 to ${length}.`);
}
