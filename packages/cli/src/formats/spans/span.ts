import type { StepError } from "@langgraph-rollback/attribution/trajectory";
import type { Fields } from "../fields.ts";

/**
 * Kind of a span: `agent` and `chain` hold others. `aside` is what judges or guards a run, with all that lies inside, and is no part of it.
 */
export type SpanKind = "model" | "tool" | "retriever" | "agent" | "chain" | "aside";

/** Something that a tracing backend recorded of a run: a call of a model, a tool, a node, or what holds these. */
export interface Span {
  readonly id: string;
  readonly parent?: string;
  readonly name: string;
  readonly kind: SpanKind;
  /** Start and end in ISO 8601, UTC. */
  readonly start?: string;
  readonly end?: string;
  readonly input: unknown;
  readonly output: unknown;
  readonly error?: StepError;
  /** LangChain's metadata, and the backend's own. */
  readonly metadata: Fields;
  /** Name of the agent that the span itself tells. */
  readonly agent?: string;
  /** Id of the tool call that a tool's span answers. */
  readonly call?: string;
  /** System prompt that stands beside the input. */
  readonly system?: string;
  /** Whether its framework marks it as machinery. */
  readonly isHidden?: boolean;
  /** Fields for its step's origin. */
  readonly fields: Fields;
}
