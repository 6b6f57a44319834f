import type { BaseMessage } from "@langchain/core/messages";
import { readAnswer } from "@langgraph-rollback/example-simulation";

/** More than this share of a layer has to agree, as in Byzantine consensus. */
const AGREE = 2 / 3;

/** Whether more than two thirds of a layer give the same answer. Solutions without an answer agree with none. */
export function isConsensus(layer: readonly BaseMessage[]): boolean {
  return Math.max(0, ...countsOf(layer).values()) > AGREE * layer.length;
}

/** The commonest answer of a layer; of those that are equally common the one that was given first. Undefined if there is none. */
export function majorityOf(layer: readonly BaseMessage[]): number | undefined {
  const counts = [...countsOf(layer)];
  const most = Math.max(0, ...counts.map(([, count]) => count));
  return counts.find(([, count]) => count === most)?.[0];
}

function countsOf(layer: readonly BaseMessage[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { text } of layer) {
    const answer = readAnswer(text);
    if (answer !== undefined) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  }
  return counts;
}
