import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import { type BaseChatModelCallOptions, SimpleChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk } from "@langchain/core/outputs";
import type { MadeMistake } from "../mistakes/mistake-ledger.ts";

/** Reply of a simulated model, and the mistakes that it makes in it. */
export interface SimulatedReply<Made extends MadeMistake = MadeMistake> {
  readonly content: string;
  readonly mistakes: readonly Made[];
}

export interface SimulatedModelOptions<Made extends MadeMistake = MadeMistake> {
  /** The answer to a conversation. Depends on nothing but its arguments. */
  readonly reply: (messages: readonly BaseMessage[], seed: number) => SimulatedReply<Made>;
  /** Told of every mistake as it is made; for evaluation only. */
  readonly onMistake?: ((mistake: Made) => void) | undefined;
}

export interface SimulatedModelCallOptions extends BaseChatModelCallOptions {
  /** As OpenAI's option of that name: the same seed and messages give the same answer. Default 0. */
  seed?: number;
}

/** A simulated chat model: no language model, but a program that plays one, with mistakes. */
export class SimulatedModel<
  Made extends MadeMistake = MadeMistake,
> extends SimpleChatModel<SimulatedModelCallOptions> {
  readonly #options: SimulatedModelOptions<Made>;

  constructor(options: SimulatedModelOptions<Made>) {
    super({});
    this.#options = options;
  }

  override _llmType(): string {
    return "simulated";
  }

  override async _call(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<string> {
    options.signal?.throwIfAborted();
    const { content, mistakes } = this.#options.reply(messages, options.seed ?? 0);
    for (const mistake of mistakes) this.#options.onMistake?.(mistake);
    return content;
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const content = await this._call(messages, options);
    for (const text of content.split(/(?<=\s)/)) {
      yield new ChatGenerationChunk({ text, message: new AIMessageChunk(text) });
      await runManager?.handleLLMNewToken(text);
    }
  }
}
