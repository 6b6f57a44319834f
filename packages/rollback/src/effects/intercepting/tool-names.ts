import { subgraphAt, type CompiledGraph } from "../../langgraph/compiled-graph.ts";
import { isToolNode } from "./seen-tools.ts";

/** @internal Names of the tools that a graph's ToolNodes hold, those of its subgraphs included. Tools that a node's code calls cannot be told. */
export function toolNamesIn(graph: CompiledGraph): readonly string[] {
  const names = Object.entries(graph.nodes).flatMap(([name, { bound }]) => {
    const inner = subgraphAt(graph, name);
    if (inner !== undefined) return toolNamesIn(inner);
    return isToolNode(bound) ? bound.tools.flatMap(nameOf) : [];
  });
  return [...new Set(names)];
}

function nameOf(tool: unknown): readonly string[] {
  const name: unknown = Reflect.get(Object(tool), "name");
  return typeof name === "string" ? [name] : [];
}
