import type { Problem } from "@langgraph-rollback/example-simulation";
import { HumanMessage } from "@langchain/core/messages";

/** Input of the team. */
export interface TeamInput {
  readonly messages: HumanMessage[];
  readonly seed: number;
}

export function teamInput({ question }: Problem, seed: number): TeamInput {
  return { messages: [new HumanMessage(question)], seed };
}
