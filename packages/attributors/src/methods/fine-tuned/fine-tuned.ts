import type { JudgeOptions } from "../../asking/judge-options.ts";
import { NO_USAGE } from "../../asking/question/usage.ts";
import type { StepwiseAttributor } from "../../finding/attributor.ts";
import { attributorOf } from "../../finding/method.ts";
import { oneStepFinding, stepFinding } from "../../finding/step-finding.ts";
import { chatLabeller, classifierLabeller, type Labeller } from "./labeller.ts";
import { labelQuestions, promptVersion } from "./prompt.ts";
import type { StepClassifier } from "./step-classifier.ts";

/** The tuned model: a chat model or a model with a classification head. */
export type FineTunedOptions =
  /** Trained on `exportTrainingSet`'s `"chat"`. Answers are plain text, as the model was trained. */
  | Omit<JudgeOptions, "structuredOutput">
  /** Trained on `exportTrainingSet`'s `"classification"`. */
  | { readonly classifier: StepClassifier };

/**
 * Asks a model that was tuned for it, step by step, whether the step is the decisive one. Of the highest score, the first step
 * is blamed.
 *
 * - Calls: l, the number of steps, one alone, then the others at once; with a classification route l / 8, one after the
 *   other. Input: l times the trajectory's tokens and some 150; the calls differ in their last lines alone.
 * - Scores: the probability of the label "yes" against "no", from the log-probabilities of the label's token; 1 or 0 where the
 *   endpoint gives none. They need not sum to 1. An answer that is neither, and a call that fails, leave their own step
 *   without a score.
 * - Unlike the paper: the model reads the whole trace for each step and answers with a label: any chat fine-tuning service can train it. The paper
 *   trains a scalar head; the classification route is for that.
 *
 * A model belongs to the prompts that it was trained on: see `exportTrainingSet`. The fingerprint changes with them.
 *
 * @see arXiv:2605.06788, section 3.2 and appendix C.1.3
 */
export function fineTuned(options: FineTunedOptions): StepwiseAttributor {
  const labeller = labellerOf(options);
  const redact = "classifier" in options ? options.classifier.redact : options.redact;
  const attributor = attributorOf({
    name: "fine-tuned",
    version: promptVersion(),
    judge: labeller,
    attribute: async (evidence, signal) =>
      stepFinding(evidence.trajectory, await labeller.label(labelQuestions(evidence, redact), signal)),
    estimate: (evidence) => {
      const calls = evidence.trajectory.steps.length;
      const [longest] = labelQuestions(evidence, redact).slice(-1);
      const inputTokens = longest === undefined ? 0 : calls * labeller.countTokens(longest);
      return { calls: labeller.calls(calls), inputTokens };
    },
  });
  return {
    ...attributor,
    attributeStep: (evidence, step, signal) =>
      oneStepFinding(evidence.trajectory, step, async () => {
        signal?.throwIfAborted();
        const asked = labelQuestions(evidence, redact).slice(step, step + 1);
        const [answer] = await labeller.label(asked, signal);
        return answer ?? { status: "missing", problem: "The answer is empty.", usage: NO_USAGE };
      }),
  };
}

function labellerOf(options: FineTunedOptions): Labeller {
  return "classifier" in options ? classifierLabeller(options.classifier) : chatLabeller(options);
}
