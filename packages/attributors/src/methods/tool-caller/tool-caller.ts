import type { Redact } from "@langgraph-rollback/attribution";

import { judgeOf } from "../../asking/judge.ts";
import type { JudgeOptions } from "../../asking/judge-options.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import type { Attributor, Finding } from "../../finding/attributor.ts";
import { blameOf } from "../../finding/blame.ts";
import { callsOf, type Calls } from "../../finding/calls.ts";
import { checkWhole } from "../../finding/check-whole.ts";
import { attributorOf } from "../../finding/method.ts";
import { highestScore, noScores } from "../../finding/spread-scores.ts";
import { VERDICT_VERSION, verdictTokens, type StepJudgement } from "../step-by-step/question.ts";
import { inspectStep } from "./inspect-step.ts";
import { inspectedScores } from "./inspected-scores.ts";
import { PLAN_VERSION, planQuestion, type Inspection, type Plan } from "./questions.ts";

/** Tokens of an examiner's verdict in the planner's next prompt: what `estimate` counts for it. */
const VERDICT_TOKENS = 120;

/** How to call the tool. */
export interface ToolCallerOptions extends JudgeOptions {
  /** How often the planner may have a step inspected, a whole number >= 0; default 3, as in the paper. */
  readonly maxInspections?: number;
}

/**
 * A planner sees the whole trace, chooses steps for an examiner to inspect, one at a time, and concludes. The examiner judges
 * a step from the trace up to it, as step-by-step does.
 *
 * - Calls: 1 to 2 `maxInspections` + 1, one after the other. Input: up to `maxInspections` + 1 times the trajectory's tokens
 *   for the planner, and the trace up to each inspected step for the examiner.
 * - Scores: the planner's confidence on the step that it blames, at least an even share; what is left of 1 over the others, in
 *   proportion to the inspections' probabilities, one half where nobody looked. The planner may blame no step. Where its answer is missing, the
 *   inspected step with the highest probability of a half or more is blamed; all scores are missing if there was no inspection.
 * - Unlike the paper: the planner gives its reason before it decides, and its confidence; it answers in the same shape as all methods do, so it needs
 *   no endpoint with tool calling. The agent is the one who acted in the blamed step.
 *
 * `estimate` counts all inspections, of the last step: what it costs at most.
 *
 * @throws {RangeError} if `maxInspections` is no whole number >= 0
 * @see arXiv:2509.06822, section 5.1 and appendix F.2, "Tool-Caller"
 */
export function toolCaller({ maxInspections = 3, ...options }: ToolCallerOptions): Attributor {
  const { redact } = options;
  checkWhole("maxInspections", maxInspections, 0);
  const judge = judgeOf(options);
  return attributorOf({
    name: "tool-caller",
    version: [PLAN_VERSION, VERDICT_VERSION, maxInspections],
    judge,
    attribute: async (evidence, signal) => {
      const calls = callsOf(judge, signal);
      const inspect = inspectStep(judge, evidence, redact);
      const look: Look = async (step) => calls.take(await inspect(step, signal), `Step ${step + 1}`);
      const found = await investigate(calls, look, evidence, { maxInspections, redact });
      return { ...findingOf(evidence, found), ...calls.sum() };
    },
    estimate: (evidence) => {
      const plan = judge.countTokens(planQuestion(evidence, redact, [], maxInspections));
      const look = verdictTokens(judge, evidence, redact).at(-1) ?? 0;
      const passedOn = ((maxInspections * (maxInspections + 1)) / 2) * VERDICT_TOKENS;
      const inputTokens = (maxInspections + 1) * plan + maxInspections * look + passedOn;
      return { calls: 2 * maxInspections + 1, inputTokens };
    },
  });
}

/** The examiner's verdict on a step, 0-based; `undefined` if it gave none. */
type Look = (step: number) => Promise<StepJudgement | undefined>;

interface Settings {
  readonly maxInspections: number;
  readonly redact: Redact | undefined;
}

interface Investigation {
  readonly inspections: readonly Inspection[];
  /** Absent if the planner gave no usable answer in the end. */
  readonly conclusion: Plan | undefined;
}

async function investigate(
  calls: Calls,
  look: Look,
  evidence: Evidence,
  { maxInspections, redact }: Settings,
): Promise<Investigation> {
  const inspections: Inspection[] = [];
  for (;;) {
    const left = maxInspections - inspections.length;
    const plan = await calls.ask(planQuestion(evidence, redact, inspections, left), "Planner");
    if (plan === undefined || plan.action === "conclude") return { inspections, conclusion: plan };
    const step = plan.step - 1;
    inspections.push({ step, verdict: await look(step) });
  }
}

function findingOf(
  { trajectory: { steps } }: Evidence,
  { inspections, conclusion }: Investigation,
): Omit<Finding, "usage" | "problems"> {
  const inspected = new Map(
    inspections.flatMap(({ step, verdict }): [number, number][] =>
      verdict === undefined ? [] : [[step, verdict.probability]],
    ),
  );
  if (conclusion === undefined && inspected.size === 0) return { scores: noScores(steps.length) };
  const { step, confidence, reason } =
    conclusion === undefined ? worstOf(inspections, steps.length) : concluded(conclusion);
  return {
    scores: inspectedScores({ length: steps.length, inspected, step, confidence }),
    ...blameOf({ steps }, step, { reason }),
  };
}

interface Blame {
  readonly step: number | undefined;
  readonly confidence: number;
  readonly reason?: string;
}

function concluded({ step, confidence, reason }: Plan): Blame {
  return { step: step === 0 ? undefined : step - 1, confidence, reason };
}

/** The inspected step that the examiner suspects most, if it blames any. */
function worstOf(inspections: readonly Inspection[], length: number): Blame {
  const scores = Array.from(
    { length },
    (_, index) => inspections.findLast(({ step }) => step === index)?.verdict?.probability,
  );
  const step = highestScore(scores);
  const worst = inspections.findLast((inspection) => inspection.step === step)?.verdict;
  return worst?.mistake === true
    ? { step, confidence: worst.probability, reason: worst.reason }
    : { step: undefined, confidence: 0 };
}
