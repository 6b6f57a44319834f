import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import { type BaseChatModelCallOptions, SimpleChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk } from "@langchain/core/outputs";
import type { Problem } from "../problems/problem.ts";
import { readConversation } from "./conversation.ts";
import type { MadeMistake } from "./mistake-ledger.ts";
import { respond } from "./respond.ts";
import { DEFAULT_RATES, type SimulationRates } from "./simulation-rates.ts";

export interface SimulatedSolverOptions {
  readonly problems: readonly Problem[];
  readonly rates?: Partial<SimulationRates>;
  /** Told of every mistake as it is made; for evaluation only. */
  readonly onMistake?: (mistake: MadeMistake) => void;
}

export interface SimulatedSolverCallOptions extends BaseChatModelCallOptions {
  /** As OpenAI's option of that name: the same seed and messages give the same answer. Default 0. */
  seed?: number;
}

/**
 * A simulated chat model: no language model, but a program that plays one from the annotated solutions of the problems,
 * with mistakes. It keeps no state between calls.
 */
export class SimulatedSolver extends SimpleChatModel<SimulatedSolverCallOptions> {
  readonly #problems: readonly Problem[];
  readonly #rates: SimulationRates;
  readonly #onMistake: ((mistake: MadeMistake) => void) | undefined;

  constructor({ problems, rates, onMistake }: SimulatedSolverOptions) {
    super({});
    this.#problems = problems;
    this.#rates = { ...DEFAULT_RATES, ...rates };
    this.#onMistake = onMistake;
  }

  override _llmType(): string {
    return "simulated";
  }

  override async _call(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<string> {
    options.signal?.throwIfAborted();
    const { content, mistake } = respond(
      readConversation(messages, this.#problems),
      options.seed ?? 0,
      this.#rates,
    );
    if (mistake !== undefined) this.#onMistake?.(mistake);
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
