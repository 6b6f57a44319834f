import { ownAgent, spanKind, type SpanKind } from "./span-kind.ts";
import type { Span } from "./span.ts";
import type { SpanTree } from "./span-tree.ts";

/** A span that is a step. */
export interface StepSpan {
  readonly span: Span;
  readonly kind: Exclude<SpanKind, "aside" | "other">;
  /** Name of the agent that acted. */
  readonly agent: string;
}

/** Agent of a step whose spans name none. */
const NOBODY = "assistant";

/**
 * The spans of a run that are steps of agents, in order of time: calls of models and tools, retrievals, and agents and nodes in which none of
 * these ran. A model's span inside of another one's tells the same call again.
 */
export function agentSpans({ around, spans }: SpanTree): readonly StepSpan[] {
  const kinds = new Map(spans.map((span) => [span, spanKind(span)]));
  const held = new Set<Span>();
  const found = new Map<Span, StepSpan["kind"]>();
  const leaves: { readonly span: Span; readonly kind: "agent" | "node"; readonly outer: readonly Span[] }[] =
    [];
  for (const span of spans) {
    const kind = kinds.get(span) ?? "other";
    if (kind === "other" || kind === "aside") continue;
    const outer = around(span);
    const above = outer.map((each) => kinds.get(each));
    if (above.includes("aside") || (kind === "model" && above.includes("model"))) continue;
    if (kind === "agent" || kind === "node") {
      leaves.push({ span, kind, outer });
      continue;
    }
    found.set(span, kind);
    for (const each of outer) held.add(each);
  }
  for (const { kind, outer, span } of leaves.toSorted(
    (one, other) => other.outer.length - one.outer.length,
  )) {
    if (held.has(span)) continue;
    found.set(span, kind);
    for (const each of outer) held.add(each);
  }
  return spans.flatMap((span) => {
    const kind = found.get(span);
    return kind === undefined ? [] : [{ span, kind, agent: agentOf(span, around(span)) }];
  });
}

function agentOf(span: Span, around: readonly Span[]): string {
  for (const each of [span, ...around]) {
    const agent = ownAgent(each);
    if (agent !== undefined) return agent;
  }
  return NOBODY;
}
