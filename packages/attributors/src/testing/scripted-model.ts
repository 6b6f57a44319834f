import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import {
  BaseChatModel,
  type BaseChatModelCallOptions,
  type LangSmithParams,
} from "@langchain/core/language_models/chat_models";
import {
  AIMessage,
  type BaseMessage,
  type MessageStructure,
  type UsageMetadata,
} from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";

/** Reply of a scripted model: text, a value that it returns as JSON, or a message for everything else. */
export type ScriptedReply = string | AIMessage | { readonly json: unknown };

/**
 * Its reply to the messages; `call` counts from 0 in the order of the calls. Throw to fail as an endpoint would.
 */
export type Script = (
  messages: readonly BaseMessage[],
  call: number,
) => ScriptedReply | Promise<ScriptedReply>;

/**
 * A chat model for tests that answers by a function of the request. It reports a quarter of the characters as tokens, and records its requests.
 *
 * @example
 * const model = scriptedModel((messages) => ({ json: { step: 3, reason: "made up" } }));
 * await allAtOnce({ model }).attribute({ trajectory });
 * model.calls.length; // 1
 */
export function scriptedModel(script: Script, name = "scripted"): ScriptedModel {
  return new ScriptedModel(script, name);
}

/** See {@link scriptedModel}. */
export class ScriptedModel extends BaseChatModel {
  static override lc_name(): string {
    return "ScriptedModel";
  }
  /** The messages of each call, in the order of the calls. */
  readonly calls: (readonly BaseMessage[])[] = [];
  /** The options of each call, in the order of the calls. */
  readonly options: BaseChatModelCallOptions[] = [];
  readonly #script: Script;
  readonly #modelName: string;

  constructor(script: Script, modelName: string) {
    // The script's exceptions are deliberate: no waiting for them to pass.
    super({ maxRetries: 0 });
    this.#script = script;
    this.#modelName = modelName;
  }

  override _llmType(): string {
    return "scripted";
  }

  override getLsParams(): LangSmithParams {
    return { ls_provider: "scripted", ls_model_name: this.#modelName, ls_model_type: "chat" };
  }

  override async _generate(
    messages: BaseMessage[],
    options: BaseChatModelCallOptions,
    _run?: CallbackManagerForLLMRun,
  ): Promise<ChatResult> {
    const call = this.calls.length;
    this.calls.push(messages);
    this.options.push(options);
    const reply = await this.#script(messages, call);
    options.signal?.throwIfAborted();
    const message = reply instanceof AIMessage ? reply : messageOf(textOf(reply), messages);
    return { generations: [{ text: message.text, message }] };
  }
}

function textOf(reply: string | { readonly json: unknown }): string {
  return typeof reply === "string" ? reply : JSON.stringify(reply.json);
}

function messageOf(text: string, asked: readonly BaseMessage[]): AIMessage {
  const input_tokens = asked.reduce((total, message) => total + quarter(message.text), 0);
  const output_tokens = quarter(text);
  const usage: UsageMetadata = { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens };
  const message = new AIMessage<MessageStructure>(text);
  return Object.assign(message, { usage_metadata: usage });
}

function quarter(text: string): number {
  return Math.ceil(text.length / 4);
}
