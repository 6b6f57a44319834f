import type { ActStart } from "../act.ts";
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

/** Runnable of a graph's node, or of one in its subgraphs. */
function nodeNamed(graph: CompiledGraph, name: string): object | undefined {
  for (const [each, { bound }] of Object.entries(graph.nodes)) {
    if (each === name) return Object(bound);
    const inner = subgraphAt(graph, each);
    const found = inner === undefined ? undefined : nodeNamed(inner, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** @internal Tool or node of a graph by its name. What `effect` does inside of a node is neither. */
export const foundInGraph =
  (graph: CompiledGraph) =>
  ({ kind, name }: Pick<ActStart, "kind" | "name">): object | undefined => {
    if (kind === "node") return nodeNamed(graph, name);
    return kind === "tool" ? toolsOfGraph(graph).find((each) => nameOfTool(each) === name) : undefined;
  };

/** @internal Names of the tools that a graph's ToolNodes hold. */
export const toolNamesOf = (graph: CompiledGraph): ReadonlySet<string> =>
  new Set(toolsOfGraph(graph).flatMap((tool) => nameOfTool(tool) ?? []));

/** @internal A tool's name; nothing where it has none. */
export function nameOfTool(tool: object): string | undefined {
  const name: unknown = Reflect.get(tool, "name");
  return typeof name === "string" ? name : undefined;
}
