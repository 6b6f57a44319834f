import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { RunnableConfig } from "@langchain/core/runnables";

import { answerSchema } from "../answer/answer-schema.ts";
import type { Asked } from "../question/question.ts";

/** How a model is held to the shape of its answer; "text" only asks for it. */
export type StructuredOutput = "jsonSchema" | "functionCalling" | "jsonMode" | "text";

/** @internal From the strictest to the one that every model can. */
export const OUTPUT_METHODS: readonly StructuredOutput[] = [
  "jsonSchema",
  "functionCalling",
  "jsonMode",
  "text",
];

/** Name of the function that the model calls, or of the schema that it fills. */
const ANSWER = "answer";

/** @internal Instructions about the shape, for the prompt. */
export function shapeText({ answer }: Pick<Asked, "answer">, method: StructuredOutput): string {
  if (method === "functionCalling") return `Answer by calling the function "${ANSWER}", once.`;
  return `Answer with one JSON object of this shape, and nothing else:\n${answerSchema(answer).shown}`;
}

/**
 * @internal One call of the model in one of the ways; its answer is not parsed yet.
 *
 * @throws whatever the model or its provider throws, also where it does not know the way
 */
export async function invokeModel(
  model: BaseChatModel,
  messages: readonly BaseMessage[],
  { answer }: Pick<Asked, "answer">,
  method: StructuredOutput,
  config: RunnableConfig,
): Promise<AIMessage> {
  if (method === "text") return model.invoke([...messages], config);
  const { plain, strict, isStrict } = answerSchema(answer);
  const shared = { method, name: ANSWER, includeRaw: true } as const;
  const structured =
    method === "jsonSchema"
      ? model.withStructuredOutput({ title: ANSWER, ...strict }, { ...shared, strict: isStrict })
      : model.withStructuredOutput({ title: ANSWER, ...plain }, shared);
  const { raw } = await structured.invoke([...messages], config);
  if (AIMessage.isInstance(raw)) return raw;
  throw new TypeError(`Expected the model to answer with an AIMessage, got a ${raw.getType()} message.`);
}
