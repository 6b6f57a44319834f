import type { BaseMessage } from "@langchain/core/messages";
import { Tiktoken } from "js-tiktoken/lite";
import o200k from "js-tiktoken/ranks/o200k_base";

import { reportedTokens } from "./reported-tokens.ts";
import type { TokenSum } from "./system.ts";

/** Lets go of all texts when it knows so many: conversations share nearly all of theirs with the call before. */
const REMEMBERED = 20_000;

/** Made once: to read its ranks takes longer than to count a conversation. */
let tokeniser: Tiktoken | undefined;

/** A model whose tokens are counted. */
export interface CountedModel<Options> {
  readonly model: { invoke(messages: BaseMessage[], options: Options): Promise<BaseMessage> };
  readonly tokens: () => TokenSum;
}

/** Counts what a model reads and writes: as its replies report it, else by the tokeniser o200k. */
export function countedModel<Options>(asked: CountedModel<Options>["model"]): CountedModel<Options> {
  const { add, tokens } = tokenCount();
  return {
    model: {
      invoke: async (messages, options) => {
        const reply = await asked.invoke(messages, options);
        add(messages, reply);
        return reply;
      },
    },
    tokens,
  };
}

/** A count to which calls of a model are added. */
export function tokenCount(): {
  readonly add: (messages: readonly BaseMessage[], reply: BaseMessage) => void;
  readonly tokens: () => TokenSum;
} {
  const encoding = (tokeniser ??= new Tiktoken(o200k));
  const known = new Map<string, number>();
  const count = (text: string): number => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const tokens = encoding.encode(text).length;
    if (known.size >= REMEMBERED) known.clear();
    known.set(text, tokens);
    return tokens;
  };
  let [input, output] = [0, 0];
  return {
    add: (messages, reply) => {
      const told = reportedTokens(reply);
      if (told !== undefined) {
        input += told.input;
        output += told.output;
        return;
      }
      for (const { text } of messages) input += count(text);
      output += count(reply.text);
    },
    tokens: () => ({ input, output }),
  };
}
