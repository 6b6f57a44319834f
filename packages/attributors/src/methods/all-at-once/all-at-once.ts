import { judgeOf } from "../../asking/judge.ts";
import type { JudgeOptions } from "../../asking/judge-options.ts";
import type { Attributor } from "../../finding/attributor.ts";
import { estimateQuestions } from "../../finding/estimate-questions.ts";
import { attributorOf } from "../../finding/method.ts";
import { noScores, spreadScores } from "../../finding/spread-scores.ts";
import { BLAME_VERSION, blameQuestion } from "./question.ts";

const OTHER_AGENT = "The blamed agent is not the one who acted in the blamed step.";

/**
 * Shows a model the whole trace once and asks for the agent and the step to blame.
 *
 * - Calls: 1. Input: little more than the trajectory's own tokens, as the trace is written down tersely,
 *   and some 350.
 * - Scores: the stated confidence on the named step, the rest spread evenly; they sum to 1. All missing without an answer.
 * - Unlike the paper: the model gives its reason before it decides, and states its confidence, which the paper does not ask
 *   for; an agent that is not in the trace is replaced by the one who acted in the named step. Steps count from 1
 *   in the prompt, from 0 in the paper's.
 *
 * @see arXiv:2505.00212, section 4.1
 */
export function allAtOnce(options: JudgeOptions): Attributor {
  const judge = judgeOf(options);
  const { redact } = options;
  return attributorOf({
    name: "all-at-once",
    version: BLAME_VERSION,
    judge,
    attribute: async (evidence, signal) => {
      const { length } = evidence.trajectory.steps;
      const answer = await judge.ask(blameQuestion(evidence, redact), signal);
      const { usage } = answer;
      if (answer.status === "missing") return { scores: noScores(length), usage, problems: [answer.problem] };
      const { agent, confidence, reason } = answer.value;
      const step = answer.value.step - 1;
      const problems = evidence.trajectory.steps[step]?.agent === agent ? [] : [OTHER_AGENT];
      return { scores: spreadScores(length, step, confidence), step, agent, reason, usage, problems };
    },
    estimate: (evidence) => estimateQuestions(judge, [blameQuestion(evidence, redact)]),
  });
}
