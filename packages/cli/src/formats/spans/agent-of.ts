import { firstText } from "../fields.ts";
import type { Span } from "./span.ts";
import type { SpanTree } from "./span-tree.ts";

/** Names of spans that frameworks open for themselves. */
const MACHINERY =
  /^(Runnable|Channel(Write|Read)|Branch<|__|LangGraph$|CompiledStateGraph$|HTTP |GET |POST )/;

/** Nodes inside of agents that LangChain makes: the node around such an agent has its name. */
const INNER_NODES: ReadonlySet<string> = new Set(["agent", "model", "model_request", "call_model", "tools"]);

/**
 * The agent that a span is an act of: the one that it names, or its node in a graph, or the nearest agent around it, or else the nearest function
 * around it that is no machinery.
 */
export function agentOf(span: Span, tree: SpanTree): string {
  if (span.kind === "tool" || span.kind === "retriever") return span.name;
  const around = tree.around(span);
  const holders = [...(span.kind === "model" ? [] : [span]), ...around];
  const agent = around.find(({ agent: told, kind }) => kind === "agent" || told !== undefined);
  return (
    span.agent ??
    graphAgent(span) ??
    (agent === undefined ? undefined : (agent.agent ?? agent.name)) ??
    holders.find(({ name }) => !MACHINERY.test(name))?.name ??
    holders.at(-1)?.name ??
    span.name
  );
}

/** Agent or node of LangGraph that a span belongs to, by LangChain's metadata. */
function graphAgent({ metadata }: Span): string | undefined {
  const named = firstText(metadata["lc_agent_name"]);
  const node = firstText(metadata["langgraph_node"]);
  if (named !== undefined || node === undefined || !INNER_NODES.has(node)) return named ?? node;
  const namespace = firstText(metadata["langgraph_checkpoint_ns"], metadata["checkpoint_ns"]) ?? "";
  const outer = namespace
    .split("|")
    .slice(0, -1)
    .map((part) => part.slice(0, Math.max(0, part.lastIndexOf(":"))))
    .findLast((name) => name !== "" && !INNER_NODES.has(name));
  return outer ?? node;
}

/** Whether a span is the call of a node of a graph. */
export function isNode({ metadata, name }: Span): boolean {
  return metadata["langgraph_node"] === name && !/^__\w+__$/.test(name);
}
