import type { RollbackTarget } from "langgraph-rollback";

/** A graph as `withRollback` gives it, which takes whatever input a run has. */
export interface WorkedGraph extends RollbackTarget {
  invoke(input: unknown, config?: object): Promise<unknown>;
  stream(input: unknown, config?: object): Promise<AsyncIterable<unknown>>;
}

/** @internal */
export function isWorkedGraph(value: unknown): value is WorkedGraph {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof Reflect.get(value, "invoke") === "function" &&
    typeof Reflect.get(value, "stream") === "function"
  );
}
