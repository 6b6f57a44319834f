import type { Redact } from "@langgraph-rollback/attribution";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { z } from "zod";

import type { Question } from "../../asking/question/question.ts";
import { shapeVersion } from "../../asking/question/shape-version.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import { evidenceTexts } from "../../asking/text/transcript.ts";
import { isStep } from "../../finding/is-step.ts";
import { knownAgent } from "../../finding/known-agent.ts";
import { subtaskOf, type AgentNode, type CausalGraph } from "./graph.ts";
import { agentsText, edgesText, subtasksText } from "./graph-text.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { shortTrace } from "./short-trace.ts";

const ASK = `Stage: backtracking. Hold the run against what it should have been like ("shouldBe" in the frame "subtasks"), from the coarse to the fine.
1. Subtasks, from the last to the first: does what the trace shows as its outcome reach the goal and meet every criterion of acceptance?
2. Only in subtasks that fall short, agents: does what the agent saw, reasoned, did and brought about (frame "agents") agree with the preconditions and the evidence? Name those with whom it does not.
3. Only with these agents, their steps in this subtask: look at what each step really did in the trace, with its numbers, names, calls and orders, and hold it against the agent's summary and the whole of "shouldBe". Name each step that deviates, the first as well as those that carry on a deviation, and say how grave it is.
The failure has to come from somewhere: where all subtasks seem to be met, the one that comes closest to falling short counts.`;

const ANSWER: z.ZodType<Verdicts> = z.object({
  subtasks: z
    .array(
      z.object({
        subtask: z.number().describe("Number of the subtask"),
        outcome: z.string().describe("What it brought about, held against what it should have"),
        fallsShort: z.boolean(),
      }),
    )
    .describe("Each subtask, from the last to the first"),
  agents: z
    .array(
      z.object({
        subtask: z.number().describe("Number of a subtask that falls short"),
        agent: z.string().describe("Spelt as in the trace"),
      }),
    )
    .describe("Agents who deviate"),
  steps: z
    .array(
      z.object({
        step: z.number().describe("Number of a step of such an agent in this subtask"),
        why: z.string().describe("How it deviates"),
        gravity: z.number().min(0).max(1).describe("0: hardly matters; 1: makes success impossible"),
      }),
    )
    .describe("Steps that deviate"),
});

/** @internal Verdicts of a model at the three levels. All counted from 1. */
export interface Verdicts {
  readonly subtasks: readonly {
    readonly subtask: number;
    readonly outcome: string;
    readonly fallsShort: boolean;
  }[];
  readonly agents: readonly { readonly subtask: number; readonly agent: string }[];
  readonly steps: readonly { readonly step: number; readonly why: string; readonly gravity: number }[];
}

/** A step that deviates from what its subtask should have been like. */
export interface ChiefCandidateStep {
  /** 0-based. */
  readonly step: number;
  /** In [0, 1]. */
  readonly gravity: number;
  /** In the model's words. Untrusted. */
  readonly why: string;
}

/** Suspects that the backtracking leaves; each level lies within the one above it. */
export interface ChiefCandidates {
  /** Indices of subtasks, ascending. */
  readonly subtasks: readonly number[];
  readonly agents: readonly AgentNode[];
  /** Ascending. */
  readonly steps: readonly ChiefCandidateStep[];
}

/** @internal Nothing under suspicion. */
export const NO_CANDIDATES: ChiefCandidates = { subtasks: [], agents: [], steps: [] };

/** @internal Changes with the prompt. */
export const BACKTRACKING_VERSION: readonly string[] = [ASK, shapeVersion(ANSWER)];

/** @internal Asks what deviates; reads the whole trace and the graph. */
export function backtrackingQuestion(
  evidence: Evidence,
  graph: CausalGraph,
  longestText: number,
): Question<Verdicts> {
  return {
    name: "chief: backtracking",
    instructions: INSTRUCTIONS,
    evidence: [
      ...evidenceTexts(evidence, shortTrace(evidence.trajectory.steps, longestText)),
      { label: "subtasks", text: subtasksText(graph, { oracles: true }) },
      { label: "agents", text: agentsText(graph) },
      { label: "causes", text: edgesText(graph) },
    ],
    ask: ASK,
    answer: ANSWER,
  };
}

/**
 * @internal Candidates, from the top down: steps count only with agents that deviate, and these only in subtasks that fall
 * short. Where this leaves no step although the model named some, its steps are believed over its agents and subtasks.
 */
export function candidatesOf(
  trajectory: Trajectory,
  graph: CausalGraph,
  verdicts: Verdicts,
  redact?: Redact,
): ChiefCandidates {
  const subtasks = graph.subtasks.flatMap((_, index) =>
    verdicts.subtasks.some(({ subtask, fallsShort }) => fallsShort && subtask === index + 1) ? index : [],
  );
  const agents = graph.agents.filter(
    (node) =>
      subtasks.includes(node.subtask) &&
      verdicts.agents.some(
        ({ subtask, agent }) =>
          subtask === node.subtask + 1 && knownAgent(trajectory, agent, { redact }) === node.agent,
      ),
  );
  const named = namedSteps(verdicts, trajectory.steps.length);
  const steps = named.filter(({ step }) => agents.some((node) => node.steps.includes(step)));
  if (steps.length > 0 || named.length === 0) return { subtasks, agents, steps };
  return {
    subtasks: [...new Set(named.map(({ step }) => subtaskOf(graph, step)))],
    agents: graph.agents.filter((node) => named.some(({ step }) => node.steps.includes(step))),
    steps: named,
  };
}

function namedSteps({ steps }: Verdicts, length: number): readonly ChiefCandidateStep[] {
  const known = steps
    .map(({ step, gravity, why }) => ({ step: step - 1, gravity, why }))
    .filter(({ step }) => isStep(step, length))
    .toSorted((one, other) => one.step - other.step || other.gravity - one.gravity);
  return known.filter(({ step }, index) => known[index - 1]?.step !== step);
}
