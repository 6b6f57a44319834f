import type { Redact } from "@langgraph-rollback/attribution";

import { judgeOf, type Judge } from "../../asking/judge.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import type { Attributor, Estimate, Finding } from "../../finding/attributor.ts";
import { blameOf } from "../../finding/blame.ts";
import { callsOf } from "../../finding/calls.ts";
import { attributorOf } from "../../finding/method.ts";
import { BLAME_VERSION, blameQuestion, type Blame } from "../all-at-once/question.ts";
import { VERDICT_VERSION, verdictQuestions, verdictTokens } from "../step-by-step/question.ts";
import { reviewSteps, type Review } from "../step-by-step/review.ts";
import type { StepByStepOptions } from "../step-by-step/step-by-step.ts";

/**
 * Asks for the agent to blame as all-at-once does, then goes step by step through this agent's steps alone, each shown with
 * all that came before it.
 *
 * - Calls: 1 and up to one for each of the agent's steps.
 * - Scores: of the agent's steps as step-by-step scores them; the steps of the others share what the first answer's
 *   confidence has left of 1 evenly. They need not sum to 1.
 * - Where no step of the agent is judged a mistake, the step is the one that the first answer named. Where the first answer
 *   is missing, all agents' steps are reviewed.
 * - Unlike the paper: as all-at-once and step-by-step differ; the paper names no step where the second part finds none.
 *
 * `estimate` takes the agent whose steps cost most: what it costs at most.
 *
 * @see arXiv:2505.00212, section 4.7
 */
export function hybrid({ stop = "at-mistake", ...options }: StepByStepOptions): Attributor {
  const judge = judgeOf(options);
  const { redact } = options;
  return attributorOf({
    name: "hybrid",
    version: [BLAME_VERSION, VERDICT_VERSION, stop],
    judge,
    attribute: async (evidence, signal) => {
      const { steps } = evidence.trajectory;
      const calls = callsOf(judge, signal);
      const blame = await calls.ask(blameQuestion(evidence, redact), "Agent");
      const suspects = steps.flatMap(({ agent }, index) => (agent === (blame?.agent ?? agent) ? index : []));
      const questions = verdictQuestions(evidence, redact);
      const review = await reviewSteps(judge, calls, questions, suspects, stop, signal);
      return { ...findingOf(evidence, suspects, blame, review), ...calls.sum() };
    },
    estimate: (evidence) => estimateOf(judge, evidence, redact),
  });
}

function findingOf(
  { trajectory: { steps } }: Evidence,
  suspects: readonly number[],
  blame: Blame | undefined,
  {
    scores,
    reasons,
    step = blame === undefined ? undefined : blame.step - 1,
    reason = blame?.reason,
  }: Review,
): Omit<Finding, "usage" | "problems"> {
  const others = (1 - (blame?.confidence ?? 1)) / Math.max(1, steps.length - suspects.length);
  const own = new Map(suspects.map((suspect, index) => [suspect, scores[index]]));
  return {
    scores: steps.map((_, index) => (own.has(index) ? own.get(index) : others)),
    ...blameOf({ steps }, step, { agent: blame?.agent, reason }),
    reasons: steps.map((_, index) => (own.has(index) ? reasons[suspects.indexOf(index)] : undefined)),
  };
}

function estimateOf(judge: Judge, evidence: Evidence, redact: Redact | undefined): Estimate {
  const perAgent = new Map<string, Estimate>();
  verdictTokens(judge, evidence, redact).forEach((tokens, index) => {
    const agent = evidence.trajectory.steps[index]?.agent ?? "";
    const { calls, inputTokens } = perAgent.get(agent) ?? { calls: 0, inputTokens: 0 };
    perAgent.set(agent, { calls: calls + 1, inputTokens: inputTokens + tokens });
  });
  const dearest = [...perAgent.values()].reduce(
    (most, one) => (one.inputTokens > most.inputTokens ? one : most),
    { calls: 0, inputTokens: 0 },
  );
  return {
    calls: 1 + dearest.calls,
    inputTokens: judge.countTokens(blameQuestion(evidence, redact)) + dearest.inputTokens,
  };
}
