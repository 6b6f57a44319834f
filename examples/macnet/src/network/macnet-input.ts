import { HumanMessage } from "@langchain/core/messages";
import type { Problem } from "@langgraph-rollback/example-simulation";

/** Input of the network. */
export interface MacnetInput {
  readonly messages: HumanMessage[];
  readonly seed: number;
}

/** @param seed of the run, for the model */
export function macnetInput({ question }: Problem, seed: number): MacnetInput {
  return { messages: [new HumanMessage(question)], seed };
}
