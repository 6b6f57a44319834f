import { InvalidOptionError } from "../errors/invalid-option-error.ts";
import { compiledGraphOf, type CompiledGraph, type RollbackTarget } from "../langgraph/compiled-graph.ts";
import { contextOf, type RollbackContext } from "./rollback-context.ts";

/**
 * @internal The context of a graph with rollback.
 * @throws {InvalidOptionError} if the graph has no rollback
 */
export function guardedContext(graph: RollbackTarget): RollbackContext {
  const compiled = compiledGraphOf(graph);
  const context = contextOf(compiled);
  if (context === undefined)
    throw new InvalidOptionError(
      "graph",
      `a graph as \`withRollback\` gives it${remedyFor(compiled)}`,
      graph,
    );
  return context;
}

/** The way to act on a graph that decides about rollbacks in nodes of its own; "" for any other graph. */
function remedyFor({ nodes }: CompiledGraph): string {
  const names = new Set(Object.keys(nodes));
  if (OF_ROLLBACK_GRAPH.every((name) => names.has(name)))
    return ", not as `rollbackGraph` does (answer its question by a call with `new Command({ resume })`; once its run has ended, act with `withRollback(agent, options)` of the graph that it wraps, on the thread that its state names as `threadId`)";
  if ([...names].some((name) => name.startsWith(OF_MIDDLEWARE)))
    return ", not an agent with `rollbackMiddleware`, which keeps its records in the conversation (answer its question by a call with `new Command({ resume })`; to retry, send another message, or guard the agent by `withRollback` from now on)";
  return "";
}

/** Nodes by which a graph of `rollbackGraph` is known, and the beginning of those of the middleware. */
const OF_ROLLBACK_GRAPH = ["begin", "verify", "attribute", "plan", "approve", "rollBack", "report"];
const OF_MIDDLEWARE = "RollbackMiddleware.";
