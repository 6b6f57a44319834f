import { StructuredTool } from "@langchain/core/tools";
import { START } from "@langchain/langgraph";

import { subgraphAt, type CompiledGraph, type GraphNode } from "../../langgraph/compiled-graph.ts";
import { callingNode } from "./heard-calls.ts";
import { seenNode } from "./seen-node.ts";
import { seenTool } from "./seen-tool.ts";

/**
 * @internal Lets the tools of a graph, and nodes that are one effect, note themselves down, and hears of the tasks that nodes call. Subgraphs that were
 * added as nodes are seen, too.
 *
 * @param graph a copy of the user's; what it shares with that is left as it is
 * @param nodes names of the nodes whose execution is one effect
 */
export function withSeenTools(graph: CompiledGraph, nodes: readonly string[]): CompiledGraph {
  const seen = Object.entries(graph.nodes).map(([name, node]): [string, GraphNode] => {
    if (name === START) return [name, node];
    const inner = subgraphAt(graph, name);
    const bound =
      inner === undefined
        ? callingNode(seenToolNode(node.bound))
        : withSeenTools(inner.withConfig({}), nodes);
    return [name, withBound(node, nodes.includes(name) ? seenNode(name, bound) : bound)];
  });
  return Object.assign(graph, { nodes: Object.fromEntries(seen) });
}

/** A node that runs something else. */
function withBound(node: GraphNode, bound: unknown): GraphNode {
  const subgraphs: unknown = Reflect.get(node, "subgraphs");
  const inside = Array.isArray(subgraphs)
    ? subgraphs.map((each: unknown) => (each === node.bound ? bound : each))
    : subgraphs;
  const copy: unknown = Object.create(Object.getPrototypeOf(node));
  return Object.assign(Object(copy), node, { bound, subgraphs: inside });
}

/** @internal */
export interface ToolNodeLike {
  readonly tools: readonly unknown[];
  readonly options?: unknown;
}

/** @internal Whether a node runs tools: LangGraph's ToolNode, or `createAgent`'s. */
export const isToolNode = (bound: unknown): bound is ToolNodeLike =>
  typeof bound === "object" &&
  bound !== null &&
  Array.isArray(Reflect.get(bound, "tools")) &&
  typeof Reflect.get(bound, "runTool") === "function";

/** A ToolNode made anew with tools that note themselves down; anything else as it is, and one that cannot be made. */
function seenToolNode(bound: unknown): unknown {
  if (!isToolNode(bound)) return bound;
  const tools = bound.tools.map((tool) => (tool instanceof StructuredTool ? seenTool(tool) : tool));
  try {
    const copy: unknown = Reflect.construct(bound.constructor, [tools, bound.options ?? bound]);
    // LangGraph's has no options, and what was set on either since.
    const rest = Object.entries(bound).filter(([key]) => key !== "tools" && key !== "func");
    return Object.assign(Object(copy), Object.fromEntries(rest));
  } catch {
    // A class of the user's own: its tools are heard as any other tool is.
    return bound;
  }
}
