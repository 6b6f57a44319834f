import type { Problem } from "@langgraph-rollback/example-simulation";
import { HumanMessage } from "@langchain/core/messages";

/** What the team is invoked with. */
export interface TeamInput {
  readonly messages: HumanMessage[];
  readonly seed: number;
}

export function teamInput({ question }: Problem, seed: number): TeamInput {
  return { messages: [new HumanMessage(question)], seed };
}
