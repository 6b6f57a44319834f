import type { SeededModel } from "@langgraph-rollback/example-simulation";

import { tokenCount } from "../systems/counted-model.ts";
import type { CallTokens } from "./price.ts";
import { mostTokens, questionKey } from "./question.ts";

/** Calls that a real model would be asked for, as the simulated one shows. */
export interface Estimate {
  readonly calls: () => number;
  /** Tokens of the simulated model's own texts. */
  readonly tokens: () => CallTokens;
  /** Tokens that are reserved for these calls. */
  readonly most: () => CallTokens;
}

/** Counts the questions to a simulated model, each once. */
export function estimate(maxTokens: number): Estimate & {
  readonly choose: (simulated: SeededModel) => SeededModel;
} {
  const known = new Set<string>();
  const { add, tokens } = tokenCount();
  let most: CallTokens = { input: 0, output: 0 };
  return {
    calls: () => known.size,
    tokens,
    most: () => most,
    choose: (simulated) => ({
      invoke: async (messages, options) => {
        const reply = await simulated.invoke(messages, options);
        const question = questionKey(messages, options.seed);
        if (known.has(question)) return reply;
        known.add(question);
        add(messages, reply);
        const { input, output } = mostTokens(messages, maxTokens);
        most = { input: most.input + input, output: most.output + output };
        return reply;
      },
    }),
  };
}
