import { StructuredTool } from "@langchain/core/tools";

import { subgraphAt, type CompiledGraph, type GraphNode } from "../../langgraph/compiled-graph.ts";
import { seenNode } from "./seen-node.ts";
import { seenTool } from "./seen-tool.ts";

/**
 * @internal Lets the tools of a graph, and nodes that are one effect, note themselves down. Subgraphs that were added as nodes are seen, too.
 *
 * @param graph a copy of the user's; what it shares with that is left as it is
 * @param nodes names of the nodes whose execution is one effect
 */
export function withSeenTools(graph: CompiledGraph, nodes: readonly string[]): CompiledGraph {
  const seen = seenNodes(graph, nodes);
  return seen === undefined ? graph : Object.assign(graph, { nodes: seen });
}

/** The nodes of a graph, with those replaced that have tools or are effects; `undefined` if there are none. */
function seenNodes(
  graph: CompiledGraph,
  nodes: readonly string[],
): Readonly<Record<string, GraphNode>> | undefined {
  let isOther = false;
  const entries = Object.entries(graph.nodes).map(([name, node]): [string, GraphNode] => {
    const inner = subgraphAt(graph, name);
    const innerNodes = inner === undefined ? undefined : seenNodes(inner, nodes);
    const within =
      inner === undefined || innerNodes === undefined
        ? seenToolNode(node.bound)
        : Object.assign(inner.withConfig({}), { nodes: innerNodes });
    const bound = nodes.includes(name) ? seenNode(name, within ?? node.bound) : within;
    if (bound === undefined) return [name, node];
    isOther = true;
    return [name, withBound(node, bound)];
  });
  return isOther ? Object.fromEntries(entries) : undefined;
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

/** A ToolNode made anew with tools that note themselves down; `undefined` for anything else, and for one that cannot be made. */
function seenToolNode(bound: unknown): unknown {
  if (!isToolNode(bound)) return undefined;
  const tools = bound.tools.map((tool) => (tool instanceof StructuredTool ? seenTool(tool) : tool));
  try {
    const copy: unknown = Reflect.construct(bound.constructor, [tools, bound.options ?? bound]);
    // LangGraph's has no options, and what was set on either since.
    const rest = Object.entries(bound).filter(([key]) => key !== "tools" && key !== "func");
    return Object.assign(Object(copy), Object.fromEntries(rest));
  } catch {
    // A class of the user's own: its tools are heard as any other tool is.
    return undefined;
  }
}
