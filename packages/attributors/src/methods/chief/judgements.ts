import { z } from "zod";

import type { Question } from "../../asking/question/question.ts";
import { shapeVersion } from "../../asking/question/shape-version.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import { asLine } from "../../asking/text/frame.ts";
import { evidenceTexts } from "../../asking/text/transcript.ts";
import { isStep } from "../../finding/is-step.ts";
import type { ChiefCandidateStep, ChiefCandidates } from "./backtracking.ts";
import type { CausalGraph } from "./graph.ts";
import { agentsText, edgesText, subtasksText } from "./graph-text.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { OUTLINE, shortTrace } from "./short-trace.ts";

const ASK = `Stage: screening. The frame "suspects" holds the steps that deviate from what their subtask should have been like; if it is empty, name the suspects yourself. Only subtasks with suspects are shown with their agents. Suspects stand whole in the trace, other long texts without their middle. Judge each suspect, and each earlier step that you name as a cause or as the origin of a loop. Answer these questions apart from each other; the decision is made from your answers.
- Causes: which earlier steps explain what is wrong with it? Use the patterns and the data passed on in the frame "causes", and ask: had that step been right, would this one have been? None, if its input was sound and it went wrong by itself. An earlier step that was merely wrong, too, is no cause.
- Data: did it make a piece of data wrong that had come to it right (or had not come at all) by inventing it, misreading it, or misusing it? Or did it carry wrong data on?
- Correction: is there a later step that put it right, so that what should have been held again from there on? An attempt at correction that failed is none.
- Rescue: had this step alone been right, and what follows done on that footing, how probable is it that the run had succeeded? Prefer the point from which there was no way back by ordinary means to a harmless first slip.
Then judge each loop of the frame "causes": did whoever plans give the same order again although it had been seen to fail (planner), or change the order sensibly while whoever carries it out failed all the same (executor)? Name the step with which that begins. Neither, if going round did no harm.`;

const ANSWER: z.ZodType<Judgements> = z.object({
  steps: z.array(
    z.object({
      step: z.number(),
      reason: z.string().describe("What is wrong with it, and what came of that"),
      causes: z.array(z.number()).describe("Earlier steps that explain it; empty if none does"),
      data: z.enum(["sound", "invented", "misread", "misused", "carried on"]),
      correctedAt: z.number().nullable().describe("Later step that put it right, or null"),
      rescue: z.number().min(0).max(1).describe("Probability of success had this step been right"),
    }),
  ),
  loops: z.array(
    z.object({
      loop: z.number().describe("Number of the loop"),
      responsible: z.enum(["planner", "executor", "neither"]),
      step: z.number().nullable().describe("Step with which it begins, or null"),
    }),
  ),
});

/** @internal Judgement of a model on one suspect. Steps counted from 1. */
export interface StepJudgement {
  readonly step: number;
  readonly reason: string;
  readonly causes: readonly number[];
  readonly data: "sound" | "invented" | "misread" | "misused" | "carried on";
  readonly correctedAt: number | null;
  readonly rescue: number;
}

/** @internal Judgements that the screening decides by. Steps and loops counted from 1. */
export interface Judgements {
  readonly steps: readonly StepJudgement[];
  readonly loops: readonly {
    readonly loop: number;
    readonly responsible: "planner" | "executor" | "neither";
    readonly step: number | null;
  }[];
}

/** @internal Changes with the prompt. */
export const JUDGEMENTS_VERSION: readonly string[] = [ASK, shapeVersion(ANSWER)];

/** @internal Asks for judgements; reads the graph and the trace, of which only suspects stand whole. */
export function judgementsQuestion(
  evidence: Evidence,
  graph: CausalGraph,
  { subtasks, steps }: Pick<ChiefCandidates, "subtasks" | "steps">,
): Question<Judgements> {
  const { trajectory } = evidence;
  const suspected = subtasks.length === 0 ? undefined : new Set(subtasks);
  const whole = new Set(steps.map(({ step }) => step));
  return {
    name: "chief: screening",
    instructions: INSTRUCTIONS,
    evidence: [
      ...evidenceTexts(evidence, shortTrace(trajectory.steps, OUTLINE, whole)),
      { label: "subtasks", text: subtasksText(graph, { oracles: true, only: suspected }) },
      { label: "agents", text: agentsText(graph, suspected) },
      { label: "causes", text: edgesText(graph) },
      { label: "suspects", text: steps.map(suspectLine).join("\n") },
    ],
    ask: ASK,
    answer: ANSWER,
    check: (judgements) => {
      const known = knownJudgements(judgements, trajectory.steps.length);
      return known.steps.length > 0 ? known : new RangeError(noneJudged(trajectory.steps));
    },
  };
}

/**
 * @internal The judgements of existing steps, the first one of each. Corrections at, and loops from, steps that do not exist count as none.
 *
 * @param length number of steps
 */
export function knownJudgements({ steps, loops }: Judgements, length: number): Judgements {
  const known = (step: number | null): number | null =>
    step !== null && isStep(step - 1, length) ? step : null;
  return {
    steps: steps
      .filter(({ step }, at) => known(step) !== null && steps.findIndex((one) => one.step === step) === at)
      .map((judgement) => ({ ...judgement, correctedAt: known(judgement.correctedAt) })),
    loops: loops.map((loop) => ({ ...loop, step: known(loop.step) })),
  };
}

function suspectLine({ step, gravity, why }: ChiefCandidateStep): string {
  return asLine({ step: step + 1, gravity, why });
}

function noneJudged({ length }: { readonly length: number }): string {
  return `Judge at least one step; the steps are 1 to ${length}.`;
}
