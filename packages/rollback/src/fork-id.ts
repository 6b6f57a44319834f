import { uuid6 } from "@langchain/langgraph-checkpoint";

/** @internal A fresh checkpoint id that sorts after all ids made before. */
export function newForkId(): string {
  return uuid6(0);
}
