import { compiledGraphOf, type RollbackTarget } from "../langgraph/compiled-graph.ts";
import { contextOf } from "../setup/rollback-context.ts";

/**
 * Whether a graph has a verifier of its own, which then judges its replays: a graph with rollback has, any other one has not.
 *
 * @throws {UnsupportedGraphError}
 */
export function bringsVerifier(graph: RollbackTarget): boolean {
  return contextOf(compiledGraphOf(graph)) !== undefined;
}
