import { subgraphAt, type CompiledGraph } from "../../langgraph/compiled-graph.ts";
import { isToolNode } from "./seen-tools.ts";

/** @internal The tools that a graph's ToolNodes hold, those of its subgraphs included. Tools that a node's code calls cannot be told. */
export function toolsOfGraph(graph: CompiledGraph): readonly object[] {
  return Object.entries(graph.nodes).flatMap(([name, { bound }]) => {
    const inner = subgraphAt(graph, name);
    if (inner !== undefined) return toolsOfGraph(inner);
    return isToolNode(bound)
      ? bound.tools.filter((tool): tool is object => typeof tool === "object" && tool !== null)
      : [];
  });
}

/** @internal Their names. */
export const toolNamesOf = (graph: CompiledGraph): ReadonlySet<string> =>
  new Set(toolsOfGraph(graph).flatMap((tool) => nameOfTool(tool) ?? []));

/** @internal A tool's name; nothing where it has none. */
export function nameOfTool(tool: object): string | undefined {
  const name: unknown = Reflect.get(tool, "name");
  return typeof name === "string" ? name : undefined;
}
