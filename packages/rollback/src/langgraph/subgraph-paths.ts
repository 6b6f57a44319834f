import { subgraphAt, type CompiledGraph } from "./compiled-graph.ts";
import { namespaceOf } from "./task-identity.ts";

/** @internal Which nodes of a graph are graphs themselves: their namespaces without the ids of tasks, at any depth. */
export function subgraphPathsOf(graph: CompiledGraph, path = ""): readonly string[] {
  return Object.keys(graph.nodes).flatMap((node) => {
    const inner = subgraphAt(graph, node);
    const own = namespaceOf(path, node);
    return inner === undefined ? [] : [own, ...subgraphPathsOf(inner, own)];
  });
}
