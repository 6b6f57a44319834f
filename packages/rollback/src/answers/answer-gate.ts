import type { BaseMessage } from "@langchain/core/messages";
import type { RunnableConfig } from "@langchain/core/runnables";
import type { Redact } from "@langgraph-rollback/attribution";

import type { ActTask } from "../langgraph/act-task.ts";
import type { ModelAnswer } from "./recorded-answer.ts";

/** A call of a model or a tool that a gate is asked about. */
interface GatedCall {
  /** As `RecordedAnswer` has it. */
  readonly name: string;
  /** As `RecordedAnswer` has it. */
  readonly key: string;
  /** Task of LangGraph that calls. */
  readonly task: ActTask;
  /** Config of the call, with what LangChain adds from around it. */
  readonly config: RunnableConfig;
}

/** @internal A call of a chat model, which is asked messages, or of an LLM, which is asked a text. */
export interface GatedModelCall extends GatedCall {
  readonly model: object;
  readonly prompt: readonly BaseMessage[] | string;
}

/** @internal A call of a tool. Its arguments have passed its schema. */
export interface GatedToolCall extends GatedCall {
  readonly tool: object;
  /** As the tool's function would get them. */
  readonly args: unknown;
  /** Id of the tool call that is answered; absent where a tool is called with arguments alone. */
  readonly toolCallId?: string;
}

/**
 * @internal Answer to a call of a tool: `answer` is what its `invoke` gives, as it was recorded; `result` is what its function returns, from which the tool makes
 * its answer.
 */
export type ToolAnswer = { readonly answer: unknown } | { readonly result: unknown };

/**
 * @internal Asked before a model or a tool is called. Its answer is given in place of the call, whose callbacks do not hear of it. What it throws is
 * thrown to the caller. `undefined`: the model or the tool itself is called.
 *
 * It is asked in the order in which calls begin. LangGraph's ToolNode turns what a tool throws into a message, so a gate that refuses has to remember that.
 */
export interface AnswerGate {
  /** Applied before digests are made; has to be the one that the recording was made with. */
  readonly redact?: Redact | undefined;
  model(call: GatedModelCall): Promise<{ readonly answer: ModelAnswer } | undefined>;
  tool(call: GatedToolCall): Promise<ToolAnswer | undefined>;
  /** Whether a call may run that has not asked, as `ungatedListener` tells of it. Default: it may not. */
  ungated?(call: { readonly kind: "model" | "tool"; readonly name: string }): boolean;
}
