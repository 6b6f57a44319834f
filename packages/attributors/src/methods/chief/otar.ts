import type { Redact } from "@langgraph-rollback/attribution";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { z } from "zod";

import type { Question } from "../../asking/question/question.ts";
import { shapeVersion } from "../../asking/question/shape-version.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import { evidenceTexts } from "../../asking/text/transcript.ts";
import { isStep } from "../../finding/is-step.ts";
import { knownAgent } from "../../finding/known-agent.ts";
import { range, type AgentNode, type StepEdge, type SubtaskNode } from "./graph.ts";
import { subtasksText } from "./graph-text.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { shortTrace } from "./short-trace.ts";

const ASK = `Stage: who did what, and what was passed on. The frame "subtasks" cuts the trace into subtasks.
For each subtask and each agent who acted in it, say what the agent saw, how it reasoned, what it did, and what came of it. Report what the trace shows, mistakes and all; leave a field empty rather than guess.
Then list the data that steps passed on: where a number, name, text, decision or order that one step gave was used by a later step. Quote it as the earlier step gave it and as the later step used it, also where the two differ: differences are what matters most. Leave out what has no bearing on the result; no more than fifteen.`;

const ANSWER: z.ZodType<Parse> = z.object({
  agents: z.array(
    z.object({
      subtask: z.number().describe("Number of the subtask"),
      agent: z.string().describe("Spelt as in the trace"),
      observation: z.string().describe("What it was given or saw"),
      thought: z.string().describe("How it reasoned"),
      action: z.string().describe("What it did"),
      result: z.string().describe("What came of it"),
    }),
  ),
  passed: z.array(
    z.object({
      from: z.number().describe("Step that gave the data"),
      to: z.number().describe("Later step that used it"),
      output: z.string().describe("The data as the earlier step gave it"),
      input: z.string().describe("The data as the later step used it"),
    }),
  ),
});

/** @internal Actions of agents in their subtasks, and the data that steps passed on. All counted from 1. */
export interface Parse {
  readonly agents: readonly {
    readonly subtask: number;
    readonly agent: string;
    readonly observation: string;
    readonly thought: string;
    readonly action: string;
    readonly result: string;
  }[];
  readonly passed: readonly StepEdge[];
}

/** @internal Changes with the prompt. */
export const PARSE_VERSION: readonly string[] = [ASK, shapeVersion(ANSWER)];

/** @internal Asks what agents did and what data they passed on; reads the whole trace. */
export function parseQuestion(
  evidence: Evidence,
  subtasks: readonly SubtaskNode[],
  longestText: number,
): Question<Parse> {
  return {
    name: "chief: agents and data",
    instructions: INSTRUCTIONS,
    evidence: [
      ...evidenceTexts(evidence, shortTrace(evidence.trajectory.steps, longestText)),
      { label: "subtasks", text: subtasksText({ subtasks }, { oracles: false }) },
    ],
    ask: ASK,
    answer: ANSWER,
  };
}

/**
 * @internal One node for each agent in each subtask that it acted in, as the trace has them, with the model's answer about it if there is one.
 */
export function agentNodes(
  trajectory: Trajectory,
  subtasks: readonly SubtaskNode[],
  parse?: Parse,
  redact?: Redact,
): readonly AgentNode[] {
  return subtasks.flatMap(({ start, end }, subtask) => {
    const agents = [...new Set(trajectory.steps.slice(start, end + 1).map(({ agent }) => agent))];
    return agents.map((agent) => {
      const steps = range(start, end).filter((step) => trajectory.steps[step]?.agent === agent);
      const said = parse?.agents.find(
        (item) => item.subtask === subtask + 1 && knownAgent(trajectory, item.agent, { redact }) === agent,
      );
      if (said === undefined) return { subtask, agent, steps };
      const { observation, thought, action, result } = said;
      return { subtask, agent, steps, otar: { observation, thought, action, result } };
    });
  });
}

/** @internal The data edges that lead from a step of the trace to a later one, 0-based. */
export function stepEdges({ passed }: Parse, length: number): readonly StepEdge[] {
  return passed
    .map(({ from, to, output, input }) => ({ from: from - 1, to: to - 1, output, input }))
    .filter(({ from, to }) => isStep(from, length) && isStep(to, length) && from < to);
}
