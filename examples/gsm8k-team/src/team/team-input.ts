import { HumanMessage } from "@langchain/core/messages";
import type { Problem } from "../problems/problem.ts";

/** What the team is invoked with. */
export interface TeamInput {
  readonly messages: HumanMessage[];
  readonly seed: number;
}

export function teamInput({ question }: Problem, seed: number): TeamInput {
  return { messages: [new HumanMessage(question)], seed };
}
