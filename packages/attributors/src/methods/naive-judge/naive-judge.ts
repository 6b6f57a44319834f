import { askForSteps } from "../../asking/ask-for-steps.ts";
import { judgeOf } from "../../asking/judge.ts";
import type { JudgeOptions } from "../../asking/judge-options.ts";
import { terseTexts } from "../../asking/text/transcript.ts";
import type { StepwiseAttributor } from "../../finding/attributor.ts";
import { attributorOf } from "../../finding/method.ts";
import { oneStepFinding, statedProbability, stepFinding } from "../../finding/step-finding.ts";
import { SUSPICION_VERSION, suspicionQuestion, suspicionQuestions } from "./question.ts";

/**
 * Shows a model the whole trace and asks of each step how probable it is that it is the decisive one. Of the highest, the
 * first step is blamed.
 *
 * - Calls: l, the number of steps; one alone, then the others at once. Input: l times the trajectory's tokens and some
 *   300. The calls differ only in their last line: a prompt cache reads the trace once.
 * - Scores: the stated probabilities; they need not sum to 1. A missing answer leaves its own step without a score.
 * - Unlike the paper: the run's wrong answer is not passed on by itself; the reason of the rejection is, where there is one.
 *   The right answer is optional.
 *
 * @see arXiv:2605.06788, section 3.2, "naive LLM-as-a-judge"
 */
export function naiveJudge(options: JudgeOptions): StepwiseAttributor {
  const judge = judgeOf(options);
  const attributor = attributorOf({
    name: "naive-judge",
    version: SUSPICION_VERSION,
    judge,
    attribute: async (evidence, signal) => {
      const answers = await askForSteps(judge, suspicionQuestions(evidence, options.redact), signal);
      return stepFinding(evidence.trajectory, answers.map(statedProbability));
    },
    estimate: (evidence) => {
      const [longest] = suspicionQuestions(evidence, options.redact).slice(-1);
      const calls = evidence.trajectory.steps.length;
      return { calls, inputTokens: longest === undefined ? 0 : calls * judge.countTokens(longest) };
    },
  });
  return {
    ...attributor,
    attributeStep: (evidence, step, signal) =>
      oneStepFinding(evidence.trajectory, step, async () => {
        const question = suspicionQuestion(terseTexts(evidence, options.redact), step);
        return statedProbability(await judge.ask(question, signal));
      }),
  };
}
