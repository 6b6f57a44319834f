import { InvalidOptionError } from "../errors/invalid-option-error.ts";
import { compiledGraphOf, type RollbackTarget } from "../langgraph/compiled-graph.ts";
import { contextOf, type RollbackContext } from "./rollback-context.ts";

/**
 * @internal The context of a graph with rollback.
 * @throws {InvalidOptionError} if the graph has no rollback
 */
export function guardedContext(graph: RollbackTarget): RollbackContext {
  const context = contextOf(compiledGraphOf(graph));
  if (context === undefined)
    throw new InvalidOptionError("graph", "a graph as `withRollback` gives it", graph);
  return context;
}
