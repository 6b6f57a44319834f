import { firstText, fieldsOf, jsonIn, textIn } from "../fields.ts";
import type { Span } from "./span.ts";

/**
 * Kind of a span. `agent` and `node` are what agents and nodes of a graph do, and hold other spans; `aside` is what judges or guards a run, with all
 * that lies inside; `other` is the machinery.
 */
export type SpanKind = "model" | "tool" | "retrieval" | "agent" | "node" | "aside" | "other";

const OPERATIONS: ReadonlyMap<unknown, SpanKind> = new Map([
  ["chat", "model"],
  ["generate_content", "model"],
  ["text_completion", "model"],
  ["execute_tool", "tool"],
  ["retrieval", "retrieval"],
  ["invoke_agent", "agent"],
  ["invoke_workflow", "other"],
  ["create_agent", "other"],
  ["embeddings", "other"],
]);

const OPENINFERENCE: ReadonlyMap<unknown, SpanKind> = new Map([
  ["LLM", "model"],
  ["TOOL", "tool"],
  ["RETRIEVER", "retrieval"],
  ["AGENT", "agent"],
  ["EVALUATOR", "aside"],
  ["GUARDRAIL", "aside"],
  ["EMBEDDING", "other"],
  ["RERANKER", "other"],
]);

const OPENLLMETRY: ReadonlyMap<unknown, SpanKind> = new Map([
  ["tool", "tool"],
  ["agent", "agent"],
  ["workflow", "other"],
  ["task", "other"],
]);

/** Kind of a span, by the attributes that say it or else by those that only such a span has. */
export function spanKind(span: Span): SpanKind {
  const { attributes, name } = span;
  const said = OPERATIONS.get(attributes.get("gen_ai.operation.name"));
  if (said !== undefined) return said;
  const kind = textIn(attributes.get("openinference.span.kind"))?.toUpperCase();
  if (kind === "CHAIN") {
    const node = graphNode(span);
    return node !== undefined && node === name && !/^__\w+__$/.test(node) ? "node" : "other";
  }
  return OPENINFERENCE.get(kind) ?? OPENLLMETRY.get(attributes.get("traceloop.span.kind")) ?? guessed(span);
}

const OF_MODELS =
  /^(gen_ai\.(prompt|completion|output\.messages)|llm\.(request\.type|output_messages))(\.|$)/;

function guessed({ attributes, events }: Span): SpanKind {
  if (attributes.has("gen_ai.tool.name")) return "tool";
  if ([...attributes.keys()].some((name) => OF_MODELS.test(name))) return "model";
  return events.some(({ name }) => name === "gen_ai.choice") ? "model" : "other";
}

/** Node of LangGraph that a span of OpenInference belongs to. */
const graphNode = (span: Span): string | undefined => textIn(metadataOf(span)["langgraph_node"]);

/** Metadata that LangChain gives its runs. */
export const metadataOf = ({ attributes }: Span): Readonly<Record<string, unknown>> =>
  fieldsOf(jsonIn(attributes.get("metadata")));

/** Name of the agent that a span itself tells. */
export function ownAgent(span: Span): string | undefined {
  const { attributes, name } = span;
  const told = firstText(attributes.get("gen_ai.agent.name"), attributes.get("agent.name"));
  if (told !== undefined) return told;
  const { langgraph_node: node, lc_agent_name: agent } = metadataOf(span);
  const graph = firstText(agent, node, attributes.get("graph.node.id"));
  if (graph !== undefined) return graph;
  if (spanKind(span) !== "agent") return undefined;
  return firstText(attributes.get("traceloop.entity.name"), name.replace(/^invoke_agent /, ""));
}
