import { z } from "zod";

import type { Question } from "../../asking/question/question.ts";
import { shapeVersion } from "../../asking/question/shape-version.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import { asLine } from "../../asking/text/frame.ts";
import { withoutTrace } from "./edges.ts";
import type { SubtaskNode, VirtualOracle } from "./graph.ts";
import { subtasksText } from "./graph-text.ts";
import { INSTRUCTIONS } from "./instructions.ts";

const ASK = `Stage: what each subtask should have been like. The frame "subtasks" says which phases the run went through. What the run did in them is not shown, and it went wrong: describe what a run that succeeds has to do in each, by the task, the right answer if it is known, and the examples if there are any.
Go in order. What you demand of one subtask holds for the later ones: build on it, and do not contradict it. A precondition is something that earlier subtasks or the surroundings have to provide. Evidence is a fact or quantity that must be checked along the way; name it with its value where the task or the right answer fixes it. Each criterion of acceptance can be checked on the finished subtask and can fail. Repeat every condition of the task where it applies. Before you answer, check the whole list for contradictions. No more than three items to a list.`;

const ITEMS: z.ZodType<string[]> = z.array(z.string());

const ANSWER: z.ZodType<StatedOracles> = z.object({
  oracles: z
    .array(
      z.object({
        subtask: z.number().describe("Number of the subtask"),
        goal: z.string().describe("What it has to achieve"),
        preconditions: ITEMS.describe("What has to be there before it begins"),
        evidence: ITEMS.describe("What has to be checked along the way"),
        acceptance: ITEMS.describe("What has to hold afterwards"),
      }),
    )
    .describe("One for each subtask, in order"),
});

/** @internal Oracles as a model states them; subtasks counted from 1. */
export interface StatedOracles {
  readonly oracles: readonly (VirtualOracle & { readonly subtask: number })[];
}

/** @internal Changes with the prompt. */
export const ORACLES_VERSION: readonly string[] = [ASK, shapeVersion(ANSWER)];

/** @internal Asks what the subtasks should have been like; reads the task and the subtasks, not the trace. */
export function oraclesQuestion(
  evidence: Evidence,
  subtasks: readonly SubtaskNode[],
  examples: readonly string[],
): Question<StatedOracles> {
  return {
    name: "chief: oracles",
    instructions: INSTRUCTIONS,
    evidence: [
      ...withoutTrace(evidence),
      { label: "subtasks", text: subtasksText({ subtasks }, { oracles: false }) },
      ...(examples.length === 0 ? [] : [{ label: "examples", text: examples.map(asLine).join("\n") }]),
    ],
    ask: ASK,
    answer: ANSWER,
  };
}

/** @internal The subtasks with their oracles; one that got none keeps its goal as its oracle. */
export function withOracles(
  subtasks: readonly SubtaskNode[],
  { oracles }: StatedOracles,
): readonly SubtaskNode[] {
  return subtasks.map((node, index) => {
    const found = oracles.find(({ subtask }) => subtask === index + 1);
    if (found === undefined) return node;
    const { goal, preconditions, evidence, acceptance } = found;
    return { ...node, oracle: { goal, preconditions, evidence, acceptance } };
  });
}
