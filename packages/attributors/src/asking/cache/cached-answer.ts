import type { BaseMessage } from "@langchain/core/messages";
import { z } from "zod";

import { answerSchema } from "../answer/answer-schema.ts";
import { readAnswer } from "../answer/read-answer.ts";
import type { Answer, Question } from "../question/question.ts";
import { tokenProbability, type TokenProbability } from "../question/token-probability.ts";
import { NO_USAGE } from "../question/usage.ts";
import type { AnswerCache } from "./answer-cache.ts";

/** Entry of a cache for an answer. */
interface Kept {
  readonly raw: string;
  readonly tokens?: readonly TokenProbability[] | undefined;
}

/** Entry of a cache for an answer with the probabilities of its tokens: caches keep texts. */
const withTokens = z.object({ raw: z.string(), tokens: z.array(tokenProbability).optional() });

/**
 * @internal Answers from the cache if it holds a usable answer, else asks and stores the answer if it is usable, with the requested probabilities of
 * its tokens. A cache that fails is ignored.
 *
 * @param id       of the model
 * @param messages of the question. The cache's key is made of them, the answer's shape, the temperature and whether probabilities are requested
 */
export async function cachedAnswer<T>(
  cache: AnswerCache,
  id: string,
  question: Question<T>,
  messages: readonly BaseMessage[],
  ask: () => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const { answer: shape, logprobs = false, temperature = null } = question;
  const prompt = JSON.stringify(messages.map((message) => [message.getType(), message.text]));
  const key = JSON.stringify([id, temperature, answerSchema(shape).shown, ...(logprobs ? ["logprobs"] : [])]);
  const entries = await cache.lookup(prompt, key).catch(() => null);
  const kept = keptIn(entries?.[0]?.text, logprobs);
  if (kept !== undefined) {
    const { raw, tokens } = kept;
    const read = readAnswer(raw, question);
    if ("value" in read)
      return { status: "answered", value: read.value, raw, tokens, usage: { ...NO_USAGE, cached: 1 } };
  }
  const answer = await ask();
  if (answer.status === "answered") {
    const { raw, tokens } = answer;
    const text = logprobs ? JSON.stringify({ raw, tokens } satisfies Kept) : raw;
    await cache.update(prompt, key, [{ text }]).catch(() => {});
  }
  return answer;
}

function keptIn(text: string | undefined, logprobs: boolean): Kept | undefined {
  if (text === undefined || !logprobs) return text === undefined ? undefined : { raw: text };
  try {
    return withTokens.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
