import { askForSteps } from "../../asking/ask-for-steps.ts";
import { judgeOf } from "../../asking/judge.ts";
import type { JudgeOptions } from "../../asking/judge-options.ts";
import { DEFAULT_TIMEOUT, withDeadline } from "../../asking/model/deadline.ts";
import type { Answer, Question } from "../../asking/question/question.ts";
import type { Usage } from "../../asking/question/usage.ts";
import { countTokens } from "../../asking/text/count-tokens.ts";
import { labelProbability } from "../../finding/label-probability.ts";
import { LABELS, plainText, type Label } from "./prompt.ts";
import type { StepClassifier } from "./step-classifier.ts";

/** Texts in one request to a classification route. */
const BATCH = 8;

/** @internal Says of questions how probable "yes" is. */
export interface Labeller {
  readonly id: string;
  /** How many calls a number of questions takes. */
  calls(questions: number): number;
  countTokens(question: Question<Label>): number;
  /** @returns the answers in the order of the questions */
  label(questions: readonly Question<Label>[], signal?: AbortSignal): Promise<readonly Answer<number>[]>;
}

/** @internal A tuned chat model. */
export function chatLabeller(options: JudgeOptions): Labeller {
  const judge = judgeOf({ ...options, structuredOutput: "text" });
  return {
    id: judge.id,
    calls: (questions) => questions,
    countTokens: (question) => judge.countTokens(question),
    label: async (questions, signal) => {
      const asked = questions.map((question) => ({ ...question, logprobs: true }));
      const answers = await askForSteps(judge, asked, signal);
      return answers.map((answer) =>
        answer.status === "missing" ? answer : { ...answer, value: probabilityOf(answer) },
      );
    },
  };
}

function probabilityOf({ value, tokens }: Extract<Answer<Label>, { status: "answered" }>): number {
  return labelProbability(tokens, "yes", LABELS) ?? (value.decisive === "yes" ? 1 : 0);
}

/** @internal A model with a classification head, in requests of a few questions, one after the other. */
export function classifierLabeller(classifier: StepClassifier): Labeller {
  return {
    id: classifier.id,
    calls: (questions) => Math.ceil(questions / BATCH),
    countTokens: (question) => countTokens(plainText(question, classifier.redact)),
    label: async (questions, signal) => {
      const answers: Answer<number>[] = [];
      for (let start = 0; start < questions.length; start += BATCH) {
        const texts = questions
          .slice(start, start + BATCH)
          .map((question) => plainText(question, classifier.redact));
        for (const each of await batchAnswers(classifier, texts, signal)) answers.push(each);
      }
      return answers;
    },
  };
}

async function batchAnswers(
  classifier: StepClassifier,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<readonly Answer<number>[]> {
  const started = performance.now();
  const usageOf = (index: number): Usage => ({
    calls: index === 0 ? 1 : 0,
    inputTokens: countTokens(texts[index] ?? ""),
    outputTokens: 0,
    latency: index === 0 ? performance.now() - started : 0,
  });
  try {
    const { timeout = DEFAULT_TIMEOUT } = classifier;
    const values = await withDeadline(timeout, signal, (inTime) => classifier.classify(texts, inTime));
    return texts.map((_, index) => answerOf(values[index], usageOf(index)));
  } catch (error) {
    signal?.throwIfAborted();
    const problem = error instanceof Error ? error.message : String(error);
    return texts.map((_, index) => ({ status: "missing", problem, usage: usageOf(index) }));
  }
}

function answerOf(value: number | undefined, usage: Usage): Answer<number> {
  return value !== undefined && value >= 0 && value <= 1
    ? { status: "answered", value, usage, raw: String(value) }
    : { status: "missing", problem: `Expected a probability, got ${value}.`, usage };
}
