import type { Redact } from "@langgraph-rollback/attribution";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { z } from "zod";

import type { Question } from "../../asking/question/question.ts";
import { shapeVersion } from "../../asking/question/shape-version.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import { evidenceTexts } from "../../asking/text/transcript.ts";
import { knownAgent } from "../../finding/known-agent.ts";
import type { AgentEdge, CausalGraph, CounterfactualPattern, SubtaskEdge } from "./graph.ts";
import { agentsText, edgesText, subtasksText } from "./graph-text.ts";
import { INSTRUCTIONS } from "./instructions.ts";

const ASK = `Stage: causes. The frames hold the subtasks of the run, its agents with what they did, and the data that steps passed on, with loops that the agents went through. The trace itself is not shown.
Say how one subtask led to the next, for neighbours only, and how agents within one subtask acted on each other, never across subtasks. Give each link patterns of the form: had the earlier one been wrong in this way (bias), it would show in the later one like that (anomaly). Be concrete to this run, so that somebody who sees the anomaly can tell whether the bias caused it. Say which question a pattern helps to answer:
- local: whether the later one went wrong by itself, on good input;
- planning-control: whether who plans kept to a plan that had failed, or who carries out failed a sound plan;
- data-flow: where a piece of data first became wrong;
- deviation: whether what went wrong was put right later.
No more than two patterns to a link; none where nothing can be said.`;

const PATTERNS: z.ZodType<CounterfactualPattern[]> = z.array(
  z.object({
    scope: z.enum(["local", "planning-control", "data-flow", "deviation"]),
    bias: z.string().describe("How the earlier one may have been wrong"),
    anomaly: z.string().describe("How that would show in the later one"),
  }),
);

const ANSWER: z.ZodType<StatedEdges> = z.object({
  subtasks: z.array(
    z.object({
      from: z.number().describe("Number of the earlier subtask"),
      to: z.number().describe("Number of the next one"),
      type: z.enum(["data", "order"]).describe("Hands data on, or merely has to come first"),
      patterns: PATTERNS,
    }),
  ),
  agents: z.array(
    z.object({
      subtask: z.number().describe("Number of the subtask"),
      from: z.string().describe("Agent who acted on the other, spelt as given"),
      to: z.string().describe("Agent who was acted on, spelt as given"),
      type: z.enum(["observation", "reasoning", "decision", "feedback", "memory", "loop"]),
      patterns: PATTERNS,
    }),
  ),
});

/** @internal Edges as a model states them; subtasks counted from 1. */
export interface StatedEdges {
  readonly subtasks: readonly SubtaskEdge[];
  readonly agents: readonly AgentEdge[];
}

/** @internal Changes with the prompt. */
export const EDGES_VERSION: readonly string[] = [ASK, shapeVersion(ANSWER)];

/** @internal Asks how subtasks and agents led to one another; reads the graph so far, not the trace. */
export function edgesQuestion(evidence: Evidence, graph: CausalGraph): Question<StatedEdges> {
  return {
    name: "chief: causes",
    instructions: INSTRUCTIONS,
    evidence: [
      ...withoutTrace(evidence),
      { label: "subtasks", text: subtasksText(graph, { oracles: false }) },
      { label: "agents", text: agentsText(graph) },
      { label: "passed on", text: edgesText(graph) },
    ],
    ask: ASK,
    answer: ANSWER,
  };
}

/** @internal Whether a graph has anything that could lead to something else. */
export function hasLinks({ subtasks, agents }: CausalGraph): boolean {
  return subtasks.length > 1 || agents.length > 1;
}

/** @internal Texts that a method shows of a failed run beside its trace. */
export function withoutTrace(evidence: Evidence): Question<unknown>["evidence"] {
  return evidenceTexts(evidence, "").filter(({ label }) => label !== "trace");
}

/** @internal One edge for each pair of neighbours, with the patterns that the model gave for it. */
export function subtaskEdges(count: number, stated?: StatedEdges): readonly SubtaskEdge[] {
  return Array.from({ length: Math.max(0, count - 1) }, (_, from) => {
    const given = stated?.subtasks.filter((edge) => edge.from === from + 1 && edge.to === from + 2) ?? [];
    return {
      from,
      to: from + 1,
      type: given[0]?.type ?? "order",
      patterns: given.flatMap(({ patterns }) => patterns),
    };
  });
}

/** @internal The edges between two different agents of one subtask. */
export function agentEdges(
  trajectory: Trajectory,
  { agents }: Pick<CausalGraph, "agents">,
  stated: StatedEdges,
  redact?: Redact,
): readonly AgentEdge[] {
  return stated.agents.flatMap((edge) => {
    const subtask = edge.subtask - 1;
    const from = knownAgent(trajectory, edge.from, { redact });
    const to = knownAgent(trajectory, edge.to, { redact });
    const acts = (agent: string): boolean =>
      agents.some((node) => node.subtask === subtask && node.agent === agent);
    if (from === undefined || to === undefined || from === to || !acts(from) || !acts(to)) return [];
    return [{ ...edge, subtask, from, to }];
  });
}
