import type { ToolCall } from "@langgraph-rollback/attribution/trajectory";
import { isFields } from "../fields.ts";
import { textOf } from "../messages/text-of.ts";
import type { Payload } from "./rollout-line.ts";
import { toolCall } from "../messages/tool-call.ts";

/** Beginnings of messages that the program writes in a person's place. */
const INJECTED: readonly string[] = [
  "<environment_context>",
  "<user_instructions>",
  "<turn_aborted>",
  "<skill>",
  "# AGENTS.md instructions",
];

/** Whether a text in a person's place is the program's: the state of the machine, or instructions from files. */
export function isInjected(text: string): boolean {
  return INJECTED.some((beginning) => text.trimStart().startsWith(beginning));
}

/** The tool call of an item, `undefined` if it is none. */
export function callOf(payload: Payload): ToolCall | undefined {
  const id = payload["call_id"];
  switch (payload.type) {
    case "function_call":
      return named(payload, payload["arguments"]);
    case "custom_tool_call":
      return named(payload, payload["input"] ?? payload["arguments"]);
    case "local_shell_call":
      return toolCall("local_shell", payload["action"], id);
    case "web_search_call":
      return toolCall("web_search", payload["action"], id ?? payload["id"]);
    case "tool_search_call":
      return toolCall("tool_search", payload["arguments"], id);
    default:
      return undefined;
  }
}

function named(payload: Payload, args: unknown): ToolCall | undefined {
  return typeof payload["name"] === "string"
    ? toolCall(payload["name"], args, payload["call_id"])
    : undefined;
}

const OUTPUTS: ReadonlySet<unknown> = new Set([
  "function_call_output",
  "custom_tool_call_output",
  "local_shell_call_output",
  "tool_search_output",
]);

/** The result of a tool that an item holds, `undefined` if it holds none. */
export function outputOf(
  payload: Payload,
): { readonly content: string; readonly failed: boolean } | undefined {
  if (!OUTPUTS.has(payload.type)) return undefined;
  const output = payload["output"] ?? payload["tools"];
  const isWrapped = isFields(output) && ("content" in output || "success" in output);
  return {
    content: textOf(isWrapped ? (output["content"] ?? output["content_items"]) : output),
    failed: isWrapped && output["success"] === false,
  };
}
