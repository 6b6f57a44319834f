import { checkSteps } from "@langgraph-rollback/trajectory";

import { judgeOf, type Judge } from "../../asking/judge.ts";
import { addUsage } from "../../asking/question/usage.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import type { Redact } from "../../asking/text/redact-text.ts";
import type { Attributor, Estimate, Finding } from "../../finding/attributor.ts";
import { methodFingerprint } from "../../finding/method-fingerprint.ts";
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
  return {
    name: "hybrid",
    fingerprint: methodFingerprint("hybrid", [BLAME_VERSION, VERDICT_VERSION, stop], judge.id),
    attribute: async (evidence, signal) => {
      checkSteps(evidence.trajectory);
      signal?.throwIfAborted();
      const { steps } = evidence.trajectory;
      const first = await judge.ask(blameQuestion(evidence, redact), signal);
      const blame = first.status === "answered" ? first.value : undefined;
      const suspects = steps.flatMap(({ agent }, index) => (agent === (blame?.agent ?? agent) ? index : []));
      const review = await reviewSteps(judge, verdictQuestions(evidence, redact), suspects, stop, signal);
      const problems = first.status === "missing" ? [`Agent: ${first.problem}`] : [];
      return findingOf(evidence, suspects, blame, {
        ...review,
        usage: addUsage([first.usage, review.usage]),
        problems: [...problems, ...review.problems],
      });
    },
    estimate: (evidence) => estimateOf(judge, evidence, redact),
  };
}

function findingOf(
  { trajectory: { steps } }: Evidence,
  suspects: readonly number[],
  blame: Blame | undefined,
  { scores, step = blame === undefined ? undefined : blame.step - 1, reason, usage, problems }: Review,
): Finding {
  const others = (1 - (blame?.confidence ?? 1)) / Math.max(1, steps.length - suspects.length);
  const own = new Map(suspects.map((suspect, index) => [suspect, scores[index]]));
  const agent = blame?.agent ?? steps[step ?? -1]?.agent;
  const why = reason ?? blame?.reason;
  return {
    scores: steps.map((_, index) => (own.has(index) ? own.get(index) : others)),
    ...(step === undefined ? {} : { step }),
    ...(agent === undefined ? {} : { agent }),
    ...(why === undefined ? {} : { reason: why }),
    usage,
    problems,
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
