import { StructuredTool } from "@langchain/core/tools";
import { Validator } from "@langchain/core/utils/json_schema";
import { interopSafeParseAsync, isInteropZodSchema } from "@langchain/core/utils/types";

import { actTaskOf } from "../langgraph/act-task.ts";
import { toldName, toolConfigOf } from "./call-config.ts";
import { toolKey } from "./call-key.ts";
import { detour, type OwnCall } from "./detour.ts";
import { type Gated, passing } from "./gate-context.ts";
import { toolOutput } from "./tool-output.ts";

/** @internal Lets every tool ask the gate around. */
export function gateTools(): void {
  // `invoke` and `stream` meet here, and the `call` of each subclass.
  detour(StructuredTool.prototype, "call", (around, call) => called(around, call));
}

async function called(around: Gated, call: OwnCall): Promise<unknown> {
  const { callee, args } = call;
  const [given, options] = args;
  const input: unknown = isToolCall(given) ? given.args : given;
  const pass = passing(around, { kind: "tool", callee });
  const parsed = await parsedBy(Reflect.get(callee, "schema"), input);
  // The tool itself says what is wrong, and does nothing.
  if (parsed === undefined) return pass(() => call.original(args));
  const config = toolConfigOf(options);
  config.signal?.throwIfAborted();
  const toolCallId = isToolCall(given) ? given.id : toolCallIdIn(options);
  const name = toldName(callee, config);
  const answer = await around.gate.tool({
    tool: callee,
    name,
    key: toolKey(name, input, around.gate.redact),
    args: parsed.args,
    ...(toolCallId === undefined ? {} : { toolCallId }),
    task: actTaskOf(config.metadata),
    config,
  });
  return answer === undefined ? pass(() => call.original(args)) : toolOutput(callee, answer, toolCallId);
}

/** Arguments as the tool's function gets them; `undefined` if the tool's schema does not take them. */
async function parsedBy(schema: unknown, input: unknown): Promise<{ readonly args: unknown } | undefined> {
  try {
    if (isInteropZodSchema(schema)) {
      const parsed = await interopSafeParseAsync(schema, input);
      return parsed.success ? { args: parsed.data } : undefined;
    }
    return new Validator(Object(schema)).validate(input).valid ? { args: input } : undefined;
  } catch {
    return undefined;
  }
}

interface ToolCallLike {
  readonly args: unknown;
  readonly id?: string;
}

const isToolCall = (value: unknown): value is ToolCallLike =>
  typeof value === "object" && value !== null && "type" in value && value.type === "tool_call";

/** `invoke` puts the tool call that it is given into the config. */
function toolCallIdIn(config: unknown): string | undefined {
  const id: unknown = Reflect.get(Object(Reflect.get(Object(config), "toolCall")), "id");
  return typeof id === "string" ? id : undefined;
}
