import { z } from "zod";
import type { Redact } from "@langgraph-rollback/attribution";

import type { Question } from "../../asking/question/question.ts";
import { shapeVersion } from "../../asking/question/shape-version.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import { asLine } from "../../asking/text/frame.ts";
import { TERSE_TRACE } from "../../asking/text/terse-trace.ts";
import { terseTexts } from "../../asking/text/transcript.ts";
import { DECISIVE_STEP } from "../../finding/decisive-step.ts";
import { isStep } from "../../finding/is-step.ts";
import { notAStep } from "../all-at-once/question.ts";
import type { StepJudgement } from "../step-by-step/question.ts";

const INSTRUCTIONS = `You find out which step made a run of one or more AI agents fail, with as few inspections as you can. You see the whole trace. A step that you choose can be inspected: an examiner who sees the trace up to this step, and nothing after it, says whether the step made the run fail.

${DECISIVE_STEP}

${TERSE_TRACE}

Do not go through the trace in order: inspect the most suspect step first. Conclude as soon as you can. The examiner may err, too; you see what it does not. What a user has said is never the decisive step.`;

const SHARED = {
  reason: z.string().describe("Why this step, in one or two sentences"),
  step: z
    .number()
    .describe("Number of the step, as in the trace (the first is 1); 0 to conclude that no step is to blame"),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .describe("Probability that the step is the decisive one (or that none is)"),
};

const PLAN: z.ZodType<Plan> = z.object({
  ...SHARED,
  action: z.enum(["inspect", "conclude"]).describe("Whether to have the step inspected or to blame it"),
});

const CONCLUSION: z.ZodType<Plan> = z.object({ ...SHARED, action: z.literal("conclude") });

/** @internal The planner's next action. */
export interface Plan {
  readonly reason: string;
  readonly action: "inspect" | "conclude";
  /** Counted from 1; 0 blames none. */
  readonly step: number;
  readonly confidence: number;
}

/** @internal Outcome of an inspection. */
export interface Inspection {
  /** 0-based. */
  readonly step: number;
  /** `undefined` where the examiner gave no usable answer. */
  readonly verdict: StepJudgement | undefined;
}

/** @internal Changes with the prompts. */
export const PLAN_VERSION: readonly string[] = [
  INSTRUCTIONS,
  askOf(0),
  askOf(1),
  ...[PLAN, CONCLUSION].map(shapeVersion),
];

/** @internal Asks what to do next. The examiner's words about the trace are as untrusted as the trace. */
export function planQuestion(
  evidence: Evidence,
  redact: Redact | undefined,
  inspections: readonly Inspection[],
  left: number,
): Question<Plan> {
  const { length } = evidence.trajectory.steps;
  return {
    name: "tool-caller",
    instructions: INSTRUCTIONS,
    evidence: [...terseTexts(evidence, redact), ...inspections.map(inspectionText)],
    ask: askOf(left),
    answer: left > 0 ? PLAN : CONCLUSION,
    check: (plan) => {
      const isNone = plan.action === "conclude" && plan.step === 0;
      return isNone || isStep(plan.step - 1, length) ? plan : notAStep(plan.step, length);
    },
  };
}

function askOf(left: number): string {
  return left > 0
    ? `Inspections left: ${left}. Have a step inspected, or conclude.`
    : "No inspections are left. Conclude: which step is the decisive one?";
}

function inspectionText({ step, verdict }: Inspection): { readonly label: string; readonly text: string } {
  const found = verdict ?? { reason: "The examiner gave no answer." };
  return { label: "inspection", text: asLine({ step: step + 1, ...found }) };
}
