import { type BaseMessage, isBaseMessage } from "@langchain/core/messages";
import { z } from "zod";

import type { ActTask } from "../langgraph/act-task.ts";

/** @internal Answer of one call of a model: the messages of a chat model, or the texts of an LLM. Nearly always one. */
export type ModelAnswer =
  | { readonly messages: readonly BaseMessage[] }
  | { readonly texts: readonly string[] };

/** The parts of an entry that say which call it is of. */
interface RecordedCall {
  readonly version: 1;
  /** Name of the call's run, else that of the class. A tool that `tool` made names its run after itself. Untrusted. */
  readonly name: string;
  /** Digest of what it was asked: see `modelKey` and `toolKey`. */
  readonly key: string;
  /** Task of LangGraph that called. Outside of tasks, all of it is empty. */
  readonly task: ActTask;
  readonly run: string;
  readonly attempt: number;
  /** Position in which the call began among all of its run. Those of two processes are ordered by their clocks. */
  readonly order: number;
  /** Beginning of the call: ISO 8601, UTC. */
  readonly at: string;
}

/** End of a call. */
type CallEnd<Answer> =
  /** It gave this. `null` and `undefined` are answers, too. */
  | { readonly end: "answered"; readonly answer: Answer }
  /** It threw this. */
  | { readonly end: "failed"; readonly error: { readonly name: string; readonly message: string } }
  /** Nobody saw its end: it was aborted, or still under way when its attempt ended. */
  | { readonly end: "open" }
  /** It ended in something that cannot be stored. */
  | { readonly end: "left-out" };

/** @internal One call of a chat model or an LLM, as it was recorded. */
export type RecordedModelCall = RecordedCall & { readonly kind: "model" } & CallEnd<ModelAnswer>;

/** @internal One call of a tool, as it was recorded. Its answer is what `invoke` gave: a message, a Command, or any value. */
export type RecordedToolCall = RecordedCall & { readonly kind: "tool" } & CallEnd<unknown>;

/** @internal One call of a model or a tool, as it was recorded. Untrusted. */
export type RecordedAnswer = RecordedModelCall | RecordedToolCall;

const call = {
  version: z.literal(1),
  name: z.string(),
  key: z.string(),
  task: z.object({ taskId: z.string(), namespace: z.string(), superstep: z.number() }),
  run: z.string(),
  attempt: z.number().int().positive(),
  order: z.number(),
  at: z.string(),
};
const error = z.object({ name: z.string(), message: z.string() });
const message = z.custom<BaseMessage>((value) => isBaseMessage(value));
/** @internal Checks an answer of a model. */
export const modelAnswerSchema: z.ZodType<ModelAnswer> = z.union([
  z.object({ messages: z.array(message).min(1) }),
  z.object({ texts: z.array(z.string()).min(1) }),
]);
const endsOf = <K extends "model" | "tool", A extends z.ZodType>(kind: K, answer: A) =>
  z.discriminatedUnion("end", [
    z.object({ ...call, kind: z.literal(kind), end: z.literal("answered"), answer }),
    z.object({ ...call, kind: z.literal(kind), end: z.literal("failed"), error }),
    z.object({ ...call, kind: z.literal(kind), end: z.literal("open") }),
    z.object({ ...call, kind: z.literal(kind), end: z.literal("left-out") }),
  ]);

/** @internal Checks what a checkpointer gives back. */
export const recordedAnswerSchema: z.ZodType<RecordedAnswer> = z.discriminatedUnion("kind", [
  endsOf("model", modelAnswerSchema),
  endsOf("tool", z.unknown()),
]);
