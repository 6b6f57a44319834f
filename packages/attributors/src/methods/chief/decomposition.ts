import { z } from "zod";

import type { Question } from "../../asking/question/question.ts";
import { shapeVersion } from "../../asking/question/shape-version.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import { asLine, type FramedText } from "../../asking/text/frame.ts";
import { evidenceTexts } from "../../asking/text/transcript.ts";
import type { SubtaskNode } from "./graph.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { alignRanges } from "./ranges.ts";
import { OUTLINE, shortTrace } from "./short-trace.ts";

const ASK = `Stage: subtasks. Cut the run into the subtasks that it went through, in order: phases with a purpose of their own, such as planning, finding something out, working something out, writing the answer. The middle of long texts is left out of this trace. If there are examples, they show how tasks of such kinds fall into stages; use them for the level of detail, not as a plan that the run must have followed.
Draft the subtasks, hold each against the trace, and mend them: every step belongs to exactly one subtask, the first begins at step 1, each begins right after the one before, the last ends at the last step. Repeated tries at one thing belong to one subtask. Most runs have two to eight subtasks.`;

const ASK_AGAIN = `${ASK}
The frame "draft" holds an earlier answer of yours whose ranges do not fit the trace; the frame "mismatches" says where. Answer anew, with ranges that do.`;

const ANSWER: z.ZodType<Decomposition> = z.object({
  subtasks: z
    .array(
      z.object({
        name: z.string().describe("Two to five words"),
        goal: z.string().describe("What this subtask has to achieve for the task"),
        needs: z.string().describe("What it takes from before; empty if nothing"),
        yields: z.string().describe("What it hands on"),
        first: z.number().describe("Number of its first step"),
        last: z.number().describe("Number of its last step"),
      }),
    )
    .min(1)
    .describe("In the order of their steps"),
});

/** @internal Decomposition of a run as a whole, by a model. */
export interface Decomposition {
  readonly subtasks: readonly StatedSubtask[];
}

/** @internal Steps counted from 1. */
export interface StatedSubtask {
  readonly name: string;
  readonly goal: string;
  readonly needs: string;
  readonly yields: string;
  readonly first: number;
  readonly last: number;
}

/** @internal Changes with the prompt. */
export const DECOMPOSITION_VERSION: readonly string[] = [ASK, ASK_AGAIN, shapeVersion(ANSWER)];

/** @internal Asks for subtasks; reads the outline of the trace and examples of other tasks. */
export function decompositionQuestion(
  evidence: Evidence,
  examples: readonly string[],
): Question<Decomposition> {
  return {
    name: "chief: subtasks",
    instructions: INSTRUCTIONS,
    evidence: outlineAndExamples(evidence, examples),
    ask: ASK,
    answer: ANSWER,
  };
}

/** @internal The reflection: asks again for subtasks that did not fit the trace. */
export function reflectionQuestion(
  evidence: Evidence,
  examples: readonly string[],
  draft: Decomposition,
  mismatches: readonly string[],
): Question<Decomposition> {
  return {
    ...decompositionQuestion(evidence, examples),
    name: "chief: reflection",
    evidence: [
      ...outlineAndExamples(evidence, examples),
      { label: "draft", text: draft.subtasks.map(asLine).join("\n") },
      { label: "mismatches", text: mismatches.map(asLine).join("\n") },
    ],
    ask: ASK_AGAIN,
  };
}

/** @internal Subtasks as the graph has them, and where the stated ranges do not fit the trace. */
export function subtasksOf(
  { subtasks }: Decomposition,
  length: number,
): { readonly subtasks: readonly SubtaskNode[]; readonly mismatches: readonly string[] } {
  const { aligned, mismatches } = alignRanges(subtasks, length);
  return {
    subtasks: aligned.map(({ name, goal, needs, yields, start, end }) => ({
      name,
      goal,
      needs,
      yields,
      start,
      end,
      oracle: oracleOfGoal(goal),
    })),
    mismatches,
  };
}

/** @internal Substitute for a decomposition that is missing. */
export function wholeRun(length: number): readonly SubtaskNode[] {
  const goal = "Do the task";
  const oracle = oracleOfGoal(goal);
  return [{ name: "Whole run", goal, needs: "", yields: "", start: 0, end: length - 1, oracle }];
}

function oracleOfGoal(goal: string): SubtaskNode["oracle"] {
  return { goal, preconditions: [], evidence: [], acceptance: [] };
}

function outlineAndExamples(evidence: Evidence, examples: readonly string[]): readonly FramedText[] {
  const shown = evidenceTexts(evidence, shortTrace(evidence.trajectory.steps, OUTLINE));
  if (examples.length === 0) return shown;
  return [...shown, { label: "examples", text: examples.map(asLine).join("\n") }];
}
