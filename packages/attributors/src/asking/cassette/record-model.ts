import { appendFileSync, writeFileSync } from "node:fs";

import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import { z } from "zod";

import { CASSETTE_FORMAT, type CassetteEntry, type CassetteHeader } from "./cassette-format.ts";
import { recordedAnswer } from "./recorded-answer.ts";
import { knownSettings, recordedRequest, requestKey, settingsOf } from "./recorded-request.ts";

/** How to record. */
export interface RecordOptions {
  /** Why the answers are no real model's, if they are not: a replay says so. */
  readonly simulated?: string;
}

/**
 * A chat model that passes every call on and records it with its answer. `replayModel` then gives the same answers without an
 * endpoint. It is the same model otherwise: name, structured output, tools, settings.
 *
 * The file holds messages, answers, tokens and latencies, never keys, addresses or headers. Messages hold the traces in the questions. Permanent
 * failures are written (a way of asking that the endpoint does not know); temporary ones, such as 429, are not. Streams are recorded whole.
 *
 * @param file JSON Lines; must not exist yet
 * @throws what `node:fs` throws if the file exists or cannot be written
 */
export function recordModel<M extends BaseChatModel>(model: M, file: string, options: RecordOptions = {}): M {
  const { ls_provider = model._llmType(), ls_model_name = model.getName() } = model.getLsParams({});
  const settings = knownSettings(model);
  const header: CassetteHeader & { readonly format: string } = {
    format: CASSETTE_FORMAT,
    model: { provider: ls_provider, name: ls_model_name, kind: model.getName(), settings },
    ...options,
  };
  writeFileSync(file, `${JSON.stringify(header)}\n`, { flag: "wx" });
  return recording(model, (entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`));
}

type Write = (entry: CassetteEntry) => void;

/** Methods that make calls, or models that do: run on the recording model, so that its calls are seen. */
const LEAD_TO_CALLS = new Set([
  "withStructuredOutput",
  "withConfig",
  "bindTools",
  "invoke",
  "generate",
  "generatePrompt",
  "stream",
  "batch",
]);

function recording<M extends BaseChatModel>(model: M, write: Write): M {
  const generate = (
    messages: BaseMessage[],
    options: M["ParsedCallOptions"],
    ...rest: []
  ): Promise<ChatResult> =>
    recordCall(model, write, messages, options, () => model._generate(messages, options, ...rest));
  return new Proxy(model, {
    get: (target, name, recorder) => {
      if (name === "_generate") return generate;
      if (name === "_streamResponseChunks" || name === "_streamChatModelEvents")
        return BaseChatModel.prototype[name];
      if (name === "constructor") return recordingMaker(target.constructor, write);
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      // Methods of LangChain's own classes work on any object; a model's own may need private fields.
      const inherited = value === Reflect.get(BaseChatModel.prototype, name);
      if (!inherited && !LEAD_TO_CALLS.has(String(name))) return value.bind(target);
      return (...args: unknown[]) => {
        const made: unknown = Reflect.apply(value, recorder, args);
        return made instanceof BaseChatModel && made !== recorder && !isRecorder.has(made)
          ? kept(recording(made, write))
          : made;
      };
    },
  });
}

const isRecorder = new WeakSet<object>();

function kept<M extends object>(model: M): M {
  isRecorder.add(model);
  return model;
}

/** Models are made anew for other settings: those record, too. */
function recordingMaker(constructor: unknown, write: Write): unknown {
  if (typeof constructor !== "function") return constructor;
  return new Proxy(constructor, {
    construct: (target, args) => {
      const made: object = Reflect.construct(target, args);
      return made instanceof BaseChatModel ? kept(recording(made, write)) : made;
    },
  });
}

async function recordCall(
  model: BaseChatModel,
  write: Write,
  messages: readonly BaseMessage[],
  options: unknown,
  call: () => Promise<ChatResult>,
): Promise<ChatResult> {
  const request = recordedRequest(messages, options, settingsOf(model, knownSettings(model)));
  const key = requestKey(request);
  const start = performance.now();
  const latency = (): number => Math.round(performance.now() - start);
  try {
    const result = await call();
    const [generation] = result.generations;
    if (generation !== undefined)
      write({ key, request, answer: recordedAnswer(generation), latency: latency() });
    return result;
  } catch (error) {
    const failure = lastingFailure(error);
    if (failure !== undefined) write({ key, request, failure, latency: latency() });
    throw error;
  }
}

const withStatus = z.looseObject({ status: z.number(), message: z.string() });
const LASTING = [400, 405, 415, 422, 501];

function lastingFailure(error: unknown): CassetteEntry["failure"] {
  const { data } = withStatus.safeParse(error);
  return data !== undefined && LASTING.includes(data.status)
    ? { status: data.status, message: data.message }
    : undefined;
}
