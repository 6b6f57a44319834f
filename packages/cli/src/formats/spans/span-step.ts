import type { Step, ToolCall } from "@langgraph-rollback/attribution/trajectory";
import { agentOf, isNode } from "./agent-of.ts";
import { firstText } from "../fields.ts";
import { type Message, messagesIn } from "./message.ts";
import { logprobsOf } from "./message-logprobs.ts";
import { outputText } from "./output-text.ts";
import type { Span } from "./span.ts";
import type { SpanTree } from "./span-tree.ts";

/** A step that a span tells of, still without its number. */
export interface SpanStep {
  readonly step: Omit<Step, "index">;
  /** Absent of an answer of a tool that stands in a later prompt alone. */
  readonly span?: Span;
  /** Id of the call that a tool's step answers. */
  readonly call?: string;
}

/** The steps of a run: what agents, their models and tools did. Machinery of frameworks, and what judged or guarded the run, are none. */
export function spanSteps(tree: SpanTree): readonly SpanStep[] {
  const acted = tree.spans.filter((span) => isStep(span, tree)).map((span) => stepOf(span, tree));
  const [first] = tree.spans;
  // A run of which its outermost call alone is recorded.
  return acted.length > 0 || first === undefined ? acted : [stepOf(first, tree)];
}

function isStep(span: Span, tree: SpanTree): boolean {
  if (span.isHidden === true || [span, ...tree.around(span)].some(({ kind }) => kind === "aside"))
    return false;
  const inside = tree.inside(span);
  switch (span.kind) {
    case "tool":
    case "retriever":
      return true;
    case "model":
      // The AI SDK records one call of a model inside of another.
      return !inside.some(({ kind }) => kind === "model");
    default:
      if (span.error !== undefined) return !inside.some(({ error }) => error !== undefined);
      return isNode(span) && !inside.some((other) => isAct(other) || isNode(other));
  }
}

function isAct({ kind }: Span): boolean {
  return kind === "model" || kind === "tool" || kind === "retriever";
}

function stepOf(span: Span, tree: SpanTree): SpanStep {
  const { end, error, start } = span;
  const times = {
    ...(start === undefined ? {} : { startedAt: start }),
    ...(end === undefined ? {} : { endedAt: end }),
  };
  const failed = error === undefined ? {} : { error };
  const agent = agentOf(span, tree);
  if (span.kind === "model") {
    const said = messagesIn(span.output).filter(({ role }) => role !== "system" && role !== "tool");
    const toolCalls = callsIn(said);
    const content = said.length === 0 ? outputText(span.output) : textsIn(said);
    return {
      span,
      step: {
        agent,
        content,
        kind: "model",
        ...(toolCalls.length === 0 ? {} : { toolCalls }),
        ...logprobsOf(said),
        ...failed,
        ...times,
      },
    };
  }
  const kind = isAct(span) ? "tool" : "other";
  const call = kind === "tool" ? (span.call ?? answeredBy(span)) : undefined;
  return {
    span,
    step: { agent, content: outputText(span.output), kind, ...failed, ...times },
    ...(call === undefined ? {} : { call }),
  };
}

function textsIn(messages: readonly Message[]): string {
  return messages
    .map(({ text }) => text)
    .filter((text) => text !== "")
    .join("\n");
}

/** Several answers to one prompt may repeat a call. */
function callsIn(messages: readonly Message[]): readonly ToolCall[] {
  const seen = new Set<string>();
  return messages
    .flatMap(({ calls }) => calls)
    .filter(({ id }) => {
      const isNew = id === undefined || !seen.has(id);
      if (id !== undefined) seen.add(id);
      return isNew;
    });
}

function answeredBy({ output }: Span): string | undefined {
  return firstText(messagesIn(output).flatMap(({ results }) => results)[0]?.id);
}
