import { BaseCallbackHandler, type CallbackHandlerMethods } from "@langchain/core/callbacks/base";
import { BaseMessage } from "@langchain/core/messages";
import type { LLMResult } from "@langchain/core/outputs";
import { isGraphBubbleUp, isParentCommand } from "@langchain/langgraph";

import { describeError } from "../errors/describe-error.ts";
import { actTaskOf } from "../langgraph/act-task.ts";
import { copyWith } from "../langgraph/copy-with.ts";
import { isAbort } from "../langgraph/is-abort.ts";
import type { AnswerLog, CallBegun, HeardEnd, OpenCall } from "./answer-log.ts";
import { modelKey, toolKey } from "./call-key.ts";
import { nameOfRun } from "./name-of-run.ts";

type ChatStart = Parameters<NonNullable<CallbackHandlerMethods["handleChatModelStart"]>>;
type LlmStart = Parameters<NonNullable<CallbackHandlerMethods["handleLLMStart"]>>;
type ToolStart = Parameters<NonNullable<CallbackHandlerMethods["handleToolStart"]>>;

/**
 * @internal Hears the models and tools of an attempt, and tells a log what they answer. It is awaited until the answer is copied, and throws nothing. Calls that are made without
 * callbacks are not heard.
 *
 * @param hears which kinds of calls are recorded
 * @param signal of the run: what it aborts with is not the callee's own error
 */
export function answerListener(
  log: AnswerLog,
  hears: { readonly models?: boolean | undefined; readonly tools?: boolean | undefined },
  signal: AbortSignal | undefined,
): BaseCallbackHandler {
  const { redact } = log;
  const calls = new Map<string, OpenCall>();
  const begin = (runId: string, call: () => CallBegun): void => {
    try {
      calls.set(runId, log.begin(call()));
    } catch (error) {
      log.lose(error);
    }
  };
  const end = async (runId: string, heard: () => HeardEnd | undefined): Promise<void> => {
    const call = calls.get(runId);
    calls.delete(runId);
    if (call === undefined) return;
    const told = heard();
    if (told === undefined) log.drop(call);
    else await log.end(call, told);
  };
  const models: CallbackHandlerMethods = {
    handleChatModelStart: (...[model, [messages = []], runId, , , , metadata, runName]: ChatStart) =>
      begin(runId, () => ({
        kind: "model",
        name: nameOfRun(model, runName),
        key: modelKey(messages, redact),
        task: actTaskOf(metadata),
      })),
    handleLLMStart: (...[model, [prompt = ""], runId, , , , metadata, runName]: LlmStart) =>
      begin(runId, () => ({
        kind: "model",
        name: nameOfRun(model, runName),
        key: modelKey(prompt, redact),
        task: actTaskOf(metadata),
      })),
    handleLLMEnd: (output: LLMResult, runId: string) => end(runId, () => modelEnd(output)),
    handleLLMError: (error: unknown, runId: string) => end(runId, () => errorEnd(error, signal)),
  };
  const streaming = new Set<string>();
  const tools: CallbackHandlerMethods = {
    handleToolStart: (...[tool, input, runId, , , metadata, runName]: ToolStart) =>
      begin(runId, () => {
        const name = nameOfRun(tool, runName);
        return { kind: "tool", name, key: toolKey(name, input, redact), task: actTaskOf(metadata) };
      }),
    handleToolEvent: (_: unknown, runId: string) => void streaming.add(runId),
    handleToolEnd: (output: unknown, runId: string) =>
      end(runId, () => ({ end: "answered", answer: output })),
    handleToolError: (error: unknown, runId: string) => {
      const call = calls.get(runId);
      const told = errorEnd(error, signal);
      // A tool that streams is told to have failed if somebody could not take a chunk, and may end well all the same.
      if (streaming.has(runId) && call !== undefined && told !== undefined) log.endForNow(call, told);
      else return end(runId, () => told);
    },
  };
  const heard: CallbackHandlerMethods = {};
  if (hears.models === true) Object.assign(heard, models);
  if (hears.tools === true) Object.assign(heard, tools);
  return Object.assign(BaseCallbackHandler.fromMethods(heard), { awaitHandlers: true });
}

function modelEnd({ generations: [first = []] }: LLMResult): HeardEnd {
  const given = first.map((generation) => messageIn(generation) ?? textIn(generation));
  const messages = given.filter((each) => BaseMessage.isInstance(each)).map(withoutHeaders);
  const texts = given.filter((each) => typeof each === "string");
  if (messages.length > 0 && messages.length === first.length)
    return { end: "answered", answer: { messages } };
  if (texts.length > 0 && texts.length === first.length) return { end: "answered", answer: { texts } };
  return { end: "left-out" };
}

/** Of a chat model. */
const messageIn = (generation: unknown): BaseMessage | undefined => {
  const message: unknown = Reflect.get(Object(generation), "message");
  return BaseMessage.isInstance(message) ? message : undefined;
};

/** Of an LLM. */
const textIn = (generation: unknown): unknown => Reflect.get(Object(generation), "text");

/** A message without what a server said of its connection: keys and accounts may be in it. */
function withoutHeaders(message: BaseMessage): BaseMessage {
  const { response_metadata: metadata } = message;
  const kept = Object.entries(metadata).filter(([name]) => !/^_?(response_?)?headers$/i.test(name));
  return kept.length === Object.keys(metadata).length
    ? message
    : copyWith(message, { response_metadata: Object.fromEntries(kept) });
}

/** @returns `undefined` if the call pauses: it is made again once it is resumed */
function errorEnd(error: unknown, signal: AbortSignal | undefined): HeardEnd | undefined {
  // A Command to the graph around is thrown, and cannot be thrown again by its name and message.
  if (isParentCommand(error)) return { end: "left-out" };
  if (isGraphBubbleUp(error)) return undefined;
  const { name, message } = describeError(error);
  const isAborted = isAbort(error, signal) || name === "ModelAbortError";
  return isAborted ? { end: "open" } : { end: "failed", error: { name, message } };
}
