import type {
  BaseLanguageModelInput,
  StructuredOutputMethodOptions,
} from "@langchain/core/language_models/base";
import {
  BaseChatModel,
  type BaseChatModelCallOptions,
  type BindToolsInput,
  type LangSmithParams,
} from "@langchain/core/language_models/chat_models";
import {
  assembleStructuredOutputPipeline,
  createContentParser,
  createFunctionCallingParser,
} from "@langchain/core/language_models/structured_output";
import type { AIMessageChunk, BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import type { Runnable } from "@langchain/core/runnables";
import { toJsonSchema } from "@langchain/core/utils/json_schema";
import { isInteropZodSchema } from "@langchain/core/utils/types";

import { CassetteMissError } from "../../errors/cassette-miss-error.ts";
import { type Cassette, type CassetteEntry, readCassette } from "./cassette-format.ts";
import { replayedMessage } from "./recorded-answer.ts";
import { recordedRequest, requestKey, settingsOf } from "./recorded-request.ts";

/**
 * A chat model that answers from a file of `recordModel`, bit for bit: the same texts, calls of functions, tokens. It has the
 * name of the recorded model, so fingerprints stay the same. Equal requests get their answers in the order of the file, the
 * last one again and again.
 *
 * @throws {CassetteFormatError} if the file is none, or damaged
 * @throws {CassetteMissError} when called, if the file holds no answer to the request
 */
export function replayModel(file: string): ReplayModel {
  return new ReplayModel({ deck: deckOf(readCassette(file)) });
}

/** Recording that is played: shared by a model and those made of it. */
interface Deck {
  readonly cassette: Cassette;
  readonly answers: ReadonlyMap<string, CassetteEntry[]>;
  readonly played: { latency: number };
}

/** @internal */
interface ReplayFields {
  readonly deck: Deck;
  readonly temperature?: number;
  readonly logprobs?: boolean;
}

interface ReplayCallOptions extends BaseChatModelCallOptions {
  readonly tools?: readonly unknown[];
  readonly response_format?: object;
}

/** See {@link replayModel}. */
export class ReplayModel extends BaseChatModel<ReplayCallOptions> {
  static override lc_name(): string {
    return "ReplayModel";
  }
  readonly #deck: Deck;

  constructor(fields: ReplayFields) {
    super({});
    this.lc_kwargs = { ...fields };
    this.#deck = fields.deck;
    // A model says that it can be made with a setting by having a field of its name.
    for (const name of fields.deck.cassette.header.model.settings)
      Object.defineProperty(this, name, { value: Reflect.get(fields, name), enumerable: true });
  }

  /** Milliseconds that the answers given so far took when they were recorded, added up. */
  get recordedLatency(): number {
    return this.#deck.played.latency;
  }

  override getName(): string {
    return this.#deck.cassette.header.model.kind;
  }

  override _llmType(): string {
    return "replay";
  }

  override getLsParams(): LangSmithParams {
    const { provider, name } = this.#deck.cassette.header.model;
    return { ls_provider: provider, ls_model_name: name, ls_model_type: "chat" };
  }

  override bindTools(
    tools: BindToolsInput[],
    options: Partial<ReplayCallOptions> = {},
  ): Runnable<BaseLanguageModelInput, AIMessageChunk, ReplayCallOptions> {
    return this.withConfig({ ...options, tools });
  }

  override withStructuredOutput<T extends Record<string, unknown>>(
    schema: object,
    config?: StructuredOutputMethodOptions,
  ): Runnable<BaseLanguageModelInput, T>;
  // eslint-disable-next-line typescript/no-unnecessary-type-parameters -- LangChain's signature has it
  override withStructuredOutput<T extends Record<string, unknown>>(
    schema: object,
    config?: StructuredOutputMethodOptions<true>,
  ): Runnable<BaseLanguageModelInput, { raw: BaseMessage; parsed: T }>;
  override withStructuredOutput<T extends Record<string, unknown>>(
    schema: object,
    { method = "functionCalling", name = "extract", includeRaw }: StructuredOutputMethodOptions<boolean> = {},
  ): Runnable<BaseLanguageModelInput, T> | Runnable<BaseLanguageModelInput, { raw: BaseMessage; parsed: T }> {
    const asked = this.withConfig(shapeOptions(schema, method, name));
    const parser =
      method === "functionCalling"
        ? createFunctionCallingParser<T>(schema, name)
        : createContentParser<T>(schema);
    return assembleStructuredOutputPipeline<T>(asked, parser, includeRaw);
  }

  override async _generate(messages: BaseMessage[], options: ReplayCallOptions): Promise<ChatResult> {
    options.signal?.throwIfAborted();
    const { latency, answer, failure } = this.#next(messages, options);
    this.#deck.played.latency += latency;
    if (failure !== undefined) throw Object.assign(new Error(failure.message), { status: failure.status });
    if (answer === undefined) return { generations: [] };
    const message = replayedMessage(answer);
    return { generations: [{ text: message.text, message }] };
  }

  #next(messages: readonly BaseMessage[], options: ReplayCallOptions): CassetteEntry {
    const { cassette, answers } = this.#deck;
    const request = recordedRequest(messages, options, settingsOf(this, cassette.header.model.settings));
    const key = requestKey(request);
    const left = answers.get(key) ?? [];
    const entry = left.length > 1 ? left.shift() : left[0];
    if (entry !== undefined) return entry;
    const { way } = request.shape;
    const wayIsKnown = cassette.entries.some((each) => each.request.shape.way === way);
    throw new CassetteMissError({ file: cassette.file, key, way, wayIsKnown });
  }
}

/** Call options that providers derive from a way of asking, as far as `recordedRequest` looks at them. */
function shapeOptions(schema: object, method: string, name: string): Partial<ReplayCallOptions> {
  if (method === "jsonMode") return { response_format: { type: "json_object" } };
  const parameters: unknown = isInteropZodSchema(schema) ? toJsonSchema(schema) : schema;
  return method === "jsonSchema"
    ? { response_format: { type: "json_schema", json_schema: { name, schema: parameters } } }
    : { tools: [{ type: "function", function: { name, parameters } }] };
}

function deckOf(cassette: Cassette): Deck {
  const answers = new Map<string, CassetteEntry[]>();
  for (const entry of cassette.entries) {
    const before = answers.get(entry.key);
    if (before === undefined) answers.set(entry.key, [entry]);
    else before.push(entry);
  }
  return { cassette, answers, played: { latency: 0 } };
}
