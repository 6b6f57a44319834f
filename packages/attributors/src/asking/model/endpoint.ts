import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { AIMessage, BaseMessage } from "@langchain/core/messages";
import { AsyncCaller } from "@langchain/core/utils/async_caller";

import type { Asked } from "../question/question.ts";
import { CallTimeoutError, DEFAULT_TIMEOUT, withDeadline } from "./deadline.ts";
import type { EndpointOptions } from "./endpoint-options.ts";
import { isLacking, refusedSettings, unreadable } from "./failures.ts";
import { madeOf, modelOpener, type ModelSettings } from "./open-model.ts";
import { invokeModel, OUTPUT_METHODS, type StructuredOutput } from "./output-method.ts";

/** LangGraph keeps what models with this tag say out of the run's own stream of messages. */
const NO_STREAM = "langsmith:nostream";
const CONCURRENCY = 4;
const MAX_RETRIES = 3;

/** @internal How a question is asked. */
export interface Way {
  readonly method: StructuredOutput;
  readonly messages: readonly BaseMessage[];
}

/** @internal A message of the model, or the error in its place, and the way in which it was requested. */
export interface Call {
  readonly said: AIMessage | { readonly problem: string };
  readonly way: Way;
  /** How often the model was called in ways that it does not know. */
  readonly refused: number;
}

/** @internal One model, with what was found out about it. */
export interface Endpoint {
  /**
   * Asks in the way that works; as long as that is not known, in one way after the other.
   *
   * @param render makes the messages for a way
   * @param from   the first way to try: an answer that was no use may do better in another
   * @throws what the last way threw; {@link CallTimeoutError}; the signal's reason
   */
  call(
    question: Asked,
    render: (method: StructuredOutput) => readonly BaseMessage[],
    from: StructuredOutput | undefined,
    signal?: AbortSignal,
  ): Promise<Call>;
  /** Says that an answer in this way was usable; the others are not tried any more. */
  confirm(method: StructuredOutput): void;
  /** The way to try after one that gave no usable answer; `undefined` for the same again. */
  after(call: Call): StructuredOutput | undefined;
  /** Whether it still has to be found out how to ask. */
  isUnknown(): boolean;
}

/** Known way of structured output for each model, for as long as the model is in use. */
const knownMethods = new WeakMap<BaseChatModel, StructuredOutput>();

/** @internal */
export function endpointOf(options: EndpointOptions): Endpoint {
  const { model, structuredOutput } = options;
  const ask = askerOf(options);
  const ways = waysOf(options);
  let method = ways.length === 1 ? ways[0] : typeof model === "string" ? undefined : knownMethods.get(model);

  return {
    confirm: (found) => {
      method ??= found;
      if (typeof model !== "string" && structuredOutput === undefined) knownMethods.set(model, method);
    },
    isUnknown: () => method === undefined,
    after: ({ said, way }) =>
      method === undefined || "problem" in said ? ways[ways.indexOf(way.method) + 1] : undefined,
    call: async (question, render, from, signal) => {
      const known = from ?? method;
      const start = known === undefined ? 0 : ways.indexOf(known);
      const candidates = ways.slice(
        start,
        from === undefined && method !== undefined ? start + 1 : undefined,
      );
      for (const [refused, tried] of candidates.entries()) {
        const way = { method: tried, messages: render(tried) };
        try {
          return { said: await ask(question, way, signal), way, refused };
        } catch (error) {
          signal?.throwIfAborted();
          if (refused === candidates.length - 1 || !isLacking(error)) throw error;
        }
      }
      throw new RangeError("There is no way to ask.");
    },
  };
}

/** The ways that may work, the strictest first. */
function waysOf({ model, structuredOutput }: EndpointOptions): readonly StructuredOutput[] {
  if (structuredOutput !== undefined) return [structuredOutput];
  return typeof model !== "string" && model.bindTools === undefined ? ["text"] : OUTPUT_METHODS;
}

/** Asks in one way, with retries, in turn with the others. */
function askerOf(
  options: EndpointOptions,
): (question: Asked, way: Way, signal?: AbortSignal) => Promise<Call["said"]> {
  const { model, timeout = DEFAULT_TIMEOUT, concurrency: maxConcurrency = CONCURRENCY } = options;
  const own = typeof model === "string" ? {} : madeOf(model);
  const ownRetries = typeof own["maxRetries"] === "number" ? own["maxRetries"] : MAX_RETRIES;
  const queue = new AsyncCaller({ maxConcurrency, maxRetries: options.maxRetries ?? ownRetries });
  const open = modelOpener(model);
  /** Settings that the model has refused; later calls leave them out. */
  const refused = new Set<keyof ModelSettings>();

  const settingsOf = ({ temperature, logprobs }: Asked): ModelSettings => {
    const isOwn = temperature === undefined && own["temperature"] !== undefined;
    return {
      ...(refused.has("temperature") || isOwn ? {} : { temperature: temperature ?? 0 }),
      ...(refused.has("logprobs") || logprobs !== true ? {} : { logprobs }),
    };
  };

  /** A failure that is no use to retry comes back as a value. */
  const once = async (
    opened: BaseChatModel,
    question: Asked,
    { method, messages }: Way,
    signal?: AbortSignal,
  ) => {
    try {
      const said = await withDeadline(timeout, signal, (inTime) =>
        invokeModel(opened, messages, question, method, {
          runName: question.name,
          tags: [NO_STREAM],
          signal: inTime,
        }),
      );
      return { said };
    } catch (error) {
      const problem = unreadable(error);
      if (problem !== undefined) return { said: { problem } };
      if (error instanceof CallTimeoutError || signal?.aborted === true) return { error };
      throw error;
    }
  };

  const ask = async (question: Asked, way: Way, signal?: AbortSignal): Promise<Call["said"]> => {
    const settings = settingsOf(question);
    try {
      // A model that does not exist will not exist a moment later.
      const opened = await open(settings);
      const done = await queue.callWithOptions(
        signal === undefined ? {} : { signal },
        once,
        opened,
        question,
        way,
        signal,
      );
      if (done.said !== undefined) return done.said;
      throw done.error;
    } catch (error) {
      signal?.throwIfAborted();
      const unwanted = refusedSettings(error, settings);
      if (unwanted.length === 0) throw error;
      for (const name of unwanted) refused.add(name);
      return ask(question, way, signal);
    }
  };
  return ask;
}
