import { convertChunksToEvents } from "@langchain/core/language_models/compat";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { ChatModelStreamEvent } from "@langchain/core/language_models/event";
import { ChatModelStream } from "@langchain/core/language_models/stream";
import { AIMessage, AIMessageChunk, type BaseMessage, convertToChunk } from "@langchain/core/messages";
import { ChatGenerationChunk } from "@langchain/core/outputs";

import { copyWith } from "../langgraph/copy-with.ts";
import { ask, askedGenerate, askedStream, type ModelForm, passedChunks } from "./asked-models.ts";
import { detour, type OwnCall } from "./detour.ts";
import { type Gated, hasPassed } from "./gate-context.ts";
import { chatPromptOf } from "./prompt-of.ts";
import type { ModelAnswer } from "./recorded-answer.ts";

/** @internal Lets every chat model ask the gate around. */
export function gateChatModels(): void {
  const { prototype } = BaseChatModel;
  // `invoke` and `batch` meet here.
  detour(prototype, "generate", askedGenerate(chatForm));
  // `stream`, `transform`, and `streamEvents` of versions 1 and 2.
  detour(prototype, "_streamIterator", askedStream(chatForm));
  detour(prototype, "streamEvents", askedEvents);
}

const chatForm: ModelForm = {
  promptOf: chatPromptOf,
  streamedPromptOf: chatPromptOf,
  generationsOf: (answer) => messagesOf(answer).map((message) => ({ text: message.text, message })),
  chunksOf: (answer, call) =>
    messagesOf(answer)
      .slice(0, 1)
      .map((message) => streamedAs(message, call)),
};

const messagesOf = (answer: ModelAnswer): readonly BaseMessage[] =>
  "messages" in answer ? answer.messages : answer.texts.map((text) => new AIMessage(text));

/** A message as the model would have streamed it, in one chunk. */
function streamedAs(message: BaseMessage, { callee, args: [, options] }: OwnCall): BaseMessage {
  const version: unknown =
    Reflect.get(Object(options), "outputVersion") ?? Reflect.get(callee, "outputVersion");
  const standard = version === "v1" ? inStandardBlocks(message) : message;
  const streams =
    Reflect.get(callee, "_streamResponseChunks") !== BaseChatModel.prototype._streamResponseChunks;
  return streams && !AIMessageChunk.isInstance(standard) ? chunkOf(standard) : standard;
}

/** The content in LangChain's standard blocks. A model that streams does so with each chunk, and callbacks are told the content as it was before. */
function inStandardBlocks(message: BaseMessage): BaseMessage {
  const { response_metadata: metadata, contentBlocks: content } = message;
  if (metadata?.["output_version"] === "v1") return message;
  return copyWith(message, { content, response_metadata: { ...metadata, output_version: "v1" } });
}

const chunkOf = (message: BaseMessage): BaseMessage =>
  AIMessage.isInstance(message) ? convertToChunk(message) : message;

/** `streamEvents` of version 3 calls neither of the other two, and no callbacks. */
function askedEvents(around: Gated, call: OwnCall): unknown {
  const version: unknown = Reflect.get(Object(call.args[1]), "version");
  if (version === "v1" || version === "v2" || hasPassed(around, call.callee)) return call.original(call.args);
  return new ChatModelStream(eventsOf(around, call));
}

async function* eventsOf(around: Gated, call: OwnCall): AsyncGenerator<ChatModelStreamEvent, void> {
  const [input, options] = call.args;
  const answer = await ask(around, call, chatPromptOf(input), options);
  if (answer !== undefined) yield* convertChunksToEvents(generationChunks(answer));
  else for await (const event of passedChunks(around, call)) if (isEvent(event)) yield event;
}

async function* generationChunks(answer: ModelAnswer): AsyncGenerator<ChatGenerationChunk, void> {
  const [message] = messagesOf(answer).map(chunkOf);
  if (message !== undefined && AIMessageChunk.isInstance(message))
    yield new ChatGenerationChunk({ message, text: message.text });
}

const isEvent = (value: unknown): value is ChatModelStreamEvent =>
  typeof value === "object" && value !== null && "event" in value;
