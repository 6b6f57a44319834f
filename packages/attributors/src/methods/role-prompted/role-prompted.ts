import type { Redact } from "@langgraph-rollback/attribution";

import { askForSteps } from "../../asking/ask-for-steps.ts";
import { judgeOf, type Judge } from "../../asking/judge.ts";
import type { JudgeOptions } from "../../asking/judge-options.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import type { Attributor, Finding } from "../../finding/attributor.ts";
import { blameOf } from "../../finding/blame.ts";
import { callsOf } from "../../finding/calls.ts";
import { attributorOf } from "../../finding/method.ts";
import { highestScore } from "../../finding/spread-scores.ts";
import { meanOpinion } from "./mean-opinion.ts";
import { OPINION_VERSION, opinionQuestions, summaryQuestion, type RoleAnswer } from "./questions.ts";
import { ROLES } from "./roles.ts";

/** The summary's word limit in tokens: what `estimate` counts for it. */
const SUMMARY_TOKENS = 200;

/**
 * Has a model summarise why the run failed, then asks it of each step in four roles (conservative, liberal, sceptical,
 * pattern) how probable it is that the step is the decisive one. Of the highest mean, the first step is blamed.
 *
 * - Calls: 4 l + 1, where l is the number of steps; the summary first, then one call alone, then the others at once. Input:
 *   4 l + 1 times the trajectory's tokens and some 550. All calls but the summary's differ only in their last lines: a prompt cache reads the trace
 *   once.
 * - Scores: the mean over the roles that answered; a step that no role answered for has none. Without a summary, the roles
 *   judge without one.
 * - Unlike the paper: a role states the probability of the question's step. In the paper it chooses a step itself, and its confidence in that step
 *   counts, even if it is another one.
 *
 * @see arXiv:2605.06788, section 3.2 and appendix C.1.2
 */
export function rolePrompted(options: JudgeOptions): Attributor {
  const judge = judgeOf(options);
  const { redact } = options;
  return attributorOf({
    name: "role-prompted",
    version: [OPINION_VERSION, ROLES],
    judge,
    attribute: (evidence, signal) => rolesFinding(judge, evidence, redact, signal),
    estimate: (evidence) => {
      const { length } = evidence.trajectory.steps;
      const ofOneStep = opinionQuestions(evidence, redact, "", ROLES).slice(-ROLES.length);
      const read = ofOneStep.map((question) => judge.countTokens(question) + SUMMARY_TOKENS);
      const inputTokens =
        judge.countTokens(summaryQuestion(evidence, redact)) +
        length * read.reduce((sum, count) => sum + count, 0);
      return { calls: 1 + length * ROLES.length, inputTokens };
    },
  });
}

async function rolesFinding(
  judge: Judge,
  evidence: Evidence,
  redact: Redact | undefined,
  signal?: AbortSignal,
): Promise<Finding> {
  const { steps } = evidence.trajectory;
  const calls = callsOf(judge, signal);
  const summary = await calls.ask(summaryQuestion(evidence, redact), "Summary");
  const questions = opinionQuestions(evidence, redact, summary?.summary, ROLES);
  const answers = await askForSteps(judge, questions, signal);
  const opinions = steps.map((_, index) =>
    ROLES.map(({ name }, role) => {
      const answer = answers[index * ROLES.length + role];
      return answer === undefined ? undefined : calls.take(answer, `Step ${index + 1}, ${name}`);
    }),
  );
  const scores = opinions.map((given) => meanOpinion(given.map((opinion) => opinion?.probability)));
  const step = highestScore(scores);
  const reasons = opinions.map((given) => strongest(given)?.evidence);
  const reason = reasons[step ?? -1];
  return { scores, ...blameOf({ steps }, step, { reason }), reasons, ...calls.sum() };
}

/** The opinion of the role that suspects the step most. */
function strongest(opinions: readonly (RoleAnswer | undefined)[]): RoleAnswer | undefined {
  return opinions[highestScore(opinions.map((opinion) => opinion?.probability)) ?? -1];
}
