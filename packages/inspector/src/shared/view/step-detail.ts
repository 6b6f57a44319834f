import type { StepExplanation } from "@langgraph-rollback/attribution";
import type { StepError, StepOrigin, ToolCall } from "@langgraph-rollback/attribution/trajectory";

import type { JsonValue } from "./json-value.ts";
import type { StepTokens } from "./thread-view.ts";

/** Which step of which attempt of a thread. */
export interface StepAddress {
  readonly thread: string;
  readonly run: string;
  /** 1-based. */
  readonly attempt: number;
  /** 0-based. */
  readonly step: number;
}

/** All that is known about one step. Plain JSON, bounded in size; all text is untrusted. */
export interface StepDetail {
  readonly address: StepAddress;
  /** Its output or action. */
  readonly content: string;
  readonly toolCalls: readonly ToolCall[];
  readonly error?: StepError | undefined;
  /** Messages that it wrote, in order. */
  readonly messages: readonly MessageView[];
  /**
   * Messages that it was given, oldest first: those in its Send, or else in the state of its graph. Of many, those that lead and the newest.
   * Absent if neither is stored.
   */
  readonly seen?: readonly MessageView[] | undefined;
  /** How many messages of `seen` are left out between those that lead it and the newest; absent where none is. */
  readonly unseen?: number | undefined;
  /** State of its graph before the step; absent if it is not stored. */
  readonly before?: JsonValue | undefined;
  /** State of its graph after its superstep; absent where that never finished. */
  readonly after?: JsonValue | undefined;
  /** Its input, where that is not the state: the argument of a Send. */
  readonly input?: JsonValue | undefined;
  readonly writes: readonly { readonly channel: string; readonly value: JsonValue }[];
  readonly origin?: StepOrigin | undefined;
  readonly tokens?: StepTokens | undefined;
  /** Why the scorer suspects the step, worked out now; the attribution may hold what was recorded. */
  readonly why?: StepExplanation | undefined;
  /** Parts that had to be left out to stay within the bound, as sentences. */
  readonly omitted: readonly string[];
}

/** A chat message. */
export interface MessageView {
  readonly role: string;
  readonly name?: string;
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** Of a tool's answer: the call that it answers. */
  readonly toolCallId?: string;
}
