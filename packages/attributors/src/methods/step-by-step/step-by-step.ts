import { judgeOf } from "../../asking/judge.ts";
import type { JudgeOptions } from "../../asking/judge-options.ts";
import type { Attributor, StepwiseAttributor } from "../../finding/attributor.ts";
import { blameOf } from "../../finding/blame.ts";
import { callsOf } from "../../finding/calls.ts";
import { attributorOf } from "../../finding/method.ts";
import { oneStepFinding, statedProbability } from "../../finding/step-finding.ts";
import { VERDICT_VERSION, verdictQuestionAt, verdictQuestions, verdictTokens } from "./question.ts";
import { reviewSteps, type Stop } from "./review.ts";

/** How to go step by step. */
export interface StepByStepOptions extends JudgeOptions {
  /**
   * "at-mistake" (default, as in the paper) asks no further than the first step judged a mistake: cheaper, one call after
   * the other. "never" asks about every step, the last one first, then the others at once: for conformal prediction, where a
   * step that nobody looked at cannot be told from its neighbours.
   */
  readonly stop?: Stop;
}

/**
 * Shows a model the trace up to each step in turn and asks whether this step made the run fail. The first such step is
 * blamed; none may be.
 *
 * - Calls: up to l, the number of steps. Input: about (l + 1) / 2 times the trajectory's tokens and l times some 350. The trace in one call is a
 *   prefix of the trace in the next one: a prompt cache reads each step once.
 * - Scores: each step's stated probability; they need not sum to 1. After a stop, the remaining steps share what the last answer has left of 1
 *   evenly. A missing answer leaves its own step without a score.
 * - Unlike the paper: the question asks for a probability besides yes and no (made at least a half with a yes, at most a half with a
 *   no); the whole trace can be scored.
 *
 * `estimate` counts all l calls: what it costs at most.
 *
 * @see arXiv:2505.00212, section 4.1, algorithm 1
 */
export function stepByStep(options: StepByStepOptions & { readonly stop: "never" }): StepwiseAttributor;
export function stepByStep(options: StepByStepOptions): Attributor;
export function stepByStep({ stop = "at-mistake", ...options }: StepByStepOptions): Attributor {
  const judge = judgeOf(options);
  const attributeStep: StepwiseAttributor["attributeStep"] = (evidence, step, signal) =>
    oneStepFinding(evidence.trajectory, step, async () =>
      statedProbability(await judge.ask(verdictQuestionAt(evidence, options.redact, step), signal)),
    );
  const attributor = attributorOf({
    name: "step-by-step",
    version: [VERDICT_VERSION, stop],
    judge,
    attribute: async (evidence, signal) => {
      const { steps } = evidence.trajectory;
      const all = steps.map((_, index) => index);
      const calls = callsOf(judge, signal);
      const questions = verdictQuestions(evidence, options.redact);
      const { reason, reasons, scores, step } = await reviewSteps(judge, calls, questions, all, stop, signal);
      return { scores, ...blameOf({ steps }, step, { reason }), reasons, ...calls.sum() };
    },
    estimate: (evidence) => {
      const tokens = verdictTokens(judge, evidence, options.redact);
      return { calls: tokens.length, inputTokens: tokens.reduce((total, count) => total + count, 0) };
    },
  });
  return stop === "never" ? { ...attributor, attributeStep } : attributor;
}
