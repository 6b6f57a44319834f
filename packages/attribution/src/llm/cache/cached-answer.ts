import type { BaseMessage } from "@langchain/core/messages";

import { answerSchema } from "../answer/answer-schema.ts";
import { readAnswer } from "../answer/read-answer.ts";
import type { Answer, Question } from "../question.ts";
import { NO_USAGE } from "../usage.ts";
import type { AnswerCache } from "./answer-cache.ts";

/**
 * @internal Answers from the cache where it holds a usable one, else asks and keeps the answer if it is usable. A cache
 * that fails is passed over.
 *
 * @param id       of the model
 * @param messages of the question, which are the key with the answer's shape and the temperature
 */
export async function cachedAnswer<T>(
  cache: AnswerCache,
  id: string,
  question: Question<T>,
  messages: readonly BaseMessage[],
  ask: () => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const prompt = JSON.stringify(messages.map((message) => [message.getType(), message.text]));
  const key = JSON.stringify([id, question.temperature ?? null, answerSchema(question.answer).shown]);
  const kept = await cache.lookup(prompt, key).catch(() => null);
  const raw = kept?.[0]?.text;
  if (raw !== undefined) {
    const read = readAnswer(raw, question);
    if ("value" in read)
      return { status: "answered", value: read.value, raw, usage: { ...NO_USAGE, cached: 1 } };
  }
  const answer = await ask();
  if (answer.status === "answered") await cache.update(prompt, key, [{ text: answer.raw }]).catch(() => {});
  return answer;
}
