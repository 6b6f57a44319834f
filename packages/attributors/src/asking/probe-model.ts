import { z } from "zod";

import { ModelFailedError } from "../errors/model-failed-error.ts";
import { judgeOf } from "./judge.ts";
import type { JudgeOptions } from "./judge-options.ts";
import { OUTPUT_METHODS, type StructuredOutput } from "./model/output-method.ts";
import type { Answer, Question } from "./question/question.ts";

/** Reactions of an endpoint to small questions. */
export interface ModelAbilities {
  /** The ways of structured output that gave an answer of the right shape, the strictest first; empty if none did. */
  readonly structuredOutput: readonly StructuredOutput[];
  /** Whether it told the probabilities of the answer's tokens. */
  readonly logprobs: boolean;
}

/** Of {@link JudgeOptions}, what such a question needs. */
export type ProbeOptions = Pick<JudgeOptions, "model" | "timeout" | "maxRetries">;

/** A number that the model has to work out: only then does the right shape prove something. */
const QUESTION: Question<{ readonly sum: number }> = {
  name: "probe",
  instructions: "A program finds out how to ask you. Answer in the shape that it asks for.",
  evidence: [],
  ask: "What is 2 + 3?",
  answer: z.object({ sum: z.number().describe("2 + 3") }),
};

/**
 * Finds out what an endpoint can do, by asking for one sum in every way: five to ten short calls. None of them holds text of a trace.
 *
 * @throws {ModelFailedError} if it cannot be reached, or refuses key or model
 * @throws {ModelNameError} if there is no model of that name
 * @throws the signal's reason once `signal` is aborted
 */
export async function probeModel(options: ProbeOptions, signal?: AbortSignal): Promise<ModelAbilities> {
  const ask = (method: StructuredOutput, logprobs = false): Promise<Answer<unknown>> =>
    judgeOf({ maxRetries: 1, ...options, structuredOutput: method }).ask({ ...QUESTION, logprobs }, signal);
  // An endpoint that fails even in plain text is of no use: this throws then.
  const plain = await ask("text");
  const structuredOutput: StructuredOutput[] = [];
  for (const method of OUTPUT_METHODS) {
    const answer = method === "text" ? plain : await unlessRefused(() => ask(method));
    if (answer?.status === "answered") structuredOutput.push(method);
  }
  const likely = await unlessRefused(() => ask("text", true));
  const logprobs = likely?.status === "answered" && (likely.tokens?.length ?? 0) > 0;
  return { structuredOutput, logprobs };
}

async function unlessRefused<Value>(ask: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ModelFailedError) return undefined;
    throw error;
  }
}
