import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

import { countTokens } from "./count-tokens.ts";

/**
 * How many tokens a trajectory has by itself, before any method frames it: task, and agent and content of each step, by
 * the tokeniser of OpenAI's newer models. What a method's input is measured against.
 */
export function trajectoryTokens({ task, steps }: Pick<Trajectory, "task" | "steps">): number {
  return steps.reduce(
    (total, { agent, content }) => total + countTokens(`${agent}: ${content}\n`),
    countTokens(`${task}\n`),
  );
}
