import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import { type BaseChatModelCallOptions, SimpleChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk } from "@langchain/core/outputs";
import type { Problem } from "../problems/problem.ts";
import { readConversation } from "./conversation.ts";
import { isAlteredConversation } from "./is-altered-conversation.ts";
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

const REMEMBERED = 500;

const keyOf = (seed: number, { id }: Problem, said: readonly string[]): string =>
  JSON.stringify([seed, id, ...said]);

/**
 * A simulated chat model: no language model, but a program that plays one from the annotated solutions of the problems,
 * with mistakes. What it says depends on nothing but the call.
 */
export class SimulatedSolver extends SimpleChatModel<SimulatedSolverCallOptions> {
  readonly #problems: readonly Problem[];
  readonly #rates: SimulationRates;
  /** Conversations that are known to be unaltered; only saves the work of finding out again. */
  readonly #own = new Set<string>();
  readonly #onMistake: ((mistake: MadeMistake) => void) | undefined;

  constructor({ problems, rates, onMistake }: SimulatedSolverOptions) {
    super({});
    this.#problems = problems;
    this.#rates = { ...DEFAULT_RATES, ...rates };
    this.#onMistake = onMistake;
  }

  #remember(conversation: string): void {
    if (this.#own.size >= REMEMBERED) this.#own.clear();
    this.#own.add(conversation);
  }

  override _llmType(): string {
    return "simulated";
  }

  override async _call(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<string> {
    options.signal?.throwIfAborted();
    const conversation = readConversation(messages, this.#problems);
    const seed = options.seed ?? 0;
    const isAltered =
      conversation.notes.length === 0 &&
      !this.#own.has(keyOf(seed, conversation.problem, conversation.said)) &&
      isAlteredConversation(messages, this.#problems, seed, this.#rates);
    const { content, mistake } = respond(conversation, seed, this.#rates, isAltered);
    if (conversation.notes.length === 0 && !isAltered)
      this.#remember(keyOf(seed, conversation.problem, [...conversation.said, content]));
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
