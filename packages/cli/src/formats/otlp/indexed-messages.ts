import type { ToolCall } from "@langgraph-rollback/attribution/trajectory";
import type { Attributes } from "./span.ts";
import { firstText, textIn } from "../fields.ts";
import { type Message, roleOf } from "../spans/message.ts";
import { toolCall } from "../messages/tool-call.ts";

/** Contents of one message's attributes, by names that lack the place of the message. */
type Indexed = ReadonlyMap<string, unknown>;

/**
 * Messages whose fields are attributes with the message's place in their names: `llm.input_messages.0.message.role` of OpenInference, `gen_ai.prompt.0.role`
 * of OpenLLMetry.
 *
 * @param prefix such as `llm.input_messages`
 */
export function indexedMessages(attributes: Attributes, prefix: string): readonly Message[] {
  return [...grouped(attributes, `${prefix}.`)].map(([, fields]) => messageOf(fields));
}

/** Attributes by the number that follows a prefix, in order of these numbers; `message.` and the like go from what is left. */
function grouped(attributes: Indexed, prefix: string): readonly (readonly [number, Indexed])[] {
  const groups = new Map<number, Map<string, unknown>>();
  for (const [name, value] of attributes) {
    if (!name.startsWith(prefix)) continue;
    const [, place, rest] = /^(\d{1,6})\.(.+)$/.exec(name.slice(prefix.length)) ?? [];
    if (place === undefined || rest === undefined) continue;
    const key = rest.replace(/^(message_content|message|tool_call)\./, "");
    const group = groups.get(Number(place));
    if (group === undefined) groups.set(Number(place), new Map([[key, value]]));
    else group.set(key, value);
  }
  return [...groups].toSorted(([one], [other]) => one - other);
}

function messageOf(fields: Indexed): Message {
  const role = roleOf(fields.get("role"));
  const parts = grouped(fields, "contents.").flatMap(([, part]) => {
    const text = part.get("text");
    return typeof text === "string" ? [text] : [`[${textIn(part.get("type")) ?? "part"}]`];
  });
  const content = fields.get("content");
  const text = typeof content === "string" ? content : parts.join("\n");
  const id = textIn(fields.get("tool_call_id"));
  const calls = grouped(fields, "tool_calls.").map(([, call]) => callOf(call));
  const name = textIn(fields.get("function_call_name"));
  return {
    role,
    text,
    calls:
      name === undefined
        ? calls
        : [...calls, toolCall(name, fields.get("function_call_arguments_json"), undefined)],
    results: role === "tool" && id !== undefined ? [{ id, text }] : [],
  };
}

function callOf(call: Indexed): ToolCall {
  const name = firstText(call.get("function.name"), call.get("name")) ?? "";
  return toolCall(name, call.get("function.arguments") ?? call.get("arguments"), textIn(call.get("id")));
}
