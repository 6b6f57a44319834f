import { HumanMessage } from "@langchain/core/messages";
import type { Problem } from "@langgraph-rollback/example-simulation";

/** Input of the agents' graph. */
export interface DylanInput {
  readonly messages: HumanMessage[];
  readonly seed: number;
  readonly round: number;
}

/** @param seed of the run, for the model */
export function dylanInput({ question }: Problem, seed: number): DylanInput {
  return { messages: [new HumanMessage(question)], seed, round: 1 };
}
