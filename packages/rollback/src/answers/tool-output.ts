import { BaseMessage, isDirectToolOutput, isToolMessage, ToolMessage } from "@langchain/core/messages";
import { isCommand } from "@langchain/langgraph";

import { copyWith } from "../langgraph/copy-with.ts";
import type { ToolAnswer } from "./answer-gate.ts";
import { commandOf } from "./stored-form.ts";

/** @internal Output of a tool by a gate's answer. Its tool messages answer the present call, whichever the recorded one was. */
export function toolOutput(tool: object, given: ToolAnswer, toolCallId: string | undefined): unknown {
  const output = "answer" in given ? given.answer : outputOf(tool, given.result, toolCallId);
  return toolCallId === undefined ? output : answering(output, toolCallId);
}

/** Makes of a function's result what the tool makes of it. */
function outputOf(tool: object, result: unknown, toolCallId: string | undefined): unknown {
  if (isDirectToolOutput(result)) return result;
  const [content, artifact] = partsOf(tool, result);
  if (toolCallId === undefined || isDirectToolOutput(content)) return content;
  return new ToolMessage({
    status: "success",
    content: isContent(content) ? content : jsonOf(content),
    artifact,
    tool_call_id: toolCallId,
    name: String(Reflect.get(tool, "name")),
    metadata: { ...Object(Reflect.get(tool, "metadata")) },
  });
}

function partsOf(tool: object, result: unknown): readonly unknown[] {
  const isPair = Array.isArray(result) && result.length === 2;
  // A function that stands for the tool need not make an artifact.
  return Reflect.get(tool, "responseFormat") === "content_and_artifact" && isPair ? result : [result];
}

const isContent = (value: unknown): value is ToolMessage["content"] =>
  typeof value === "string" ||
  (Array.isArray(value) &&
    value.every((block: unknown) => typeof block === "object" && block !== null && "type" in block));

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return String(value);
  }
}

/** The same output, as an answer to another call. */
function answering(output: unknown, id: string): unknown {
  if (BaseMessage.isInstance(output))
    return isToolMessage(output) && output.tool_call_id !== id
      ? copyWith(output, { tool_call_id: id })
      : output;
  if (Array.isArray(output)) return output.map((each: unknown) => answering(each, id));
  if (!isCommand(output)) return output;
  const { update, resume, goto, graph } = output;
  return commandOf({ update: answeringUpdate(update, id), resume, goto, graph });
}

/** An update of channels: an object, or pairs of names and values. */
function answeringUpdate(update: unknown, id: string): unknown {
  if (typeof update !== "object" || update === null || Array.isArray(update)) return answering(update, id);
  if (BaseMessage.isInstance(update)) return answering(update, id);
  return Object.fromEntries(
    Object.entries(update).map(([channel, value]) => [channel, answering(value, id)]),
  );
}
