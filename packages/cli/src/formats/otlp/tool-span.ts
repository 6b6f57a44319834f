import { jsonText } from "../bounded-value.ts";
import { firstText, isFields, jsonIn } from "../fields.ts";
import { contentText, heldIn } from "../spans/message.ts";
import type { Span } from "./span.ts";

/** A tool that a span ran. */
export interface ToolRun {
  readonly name: string;
  readonly args: unknown;
  /** Id of the call that it answers, where the span tells it. */
  readonly id: string | undefined;
  readonly result: string;
}

/** The tool that a span ran, by whichever convention says it. */
export function toolRun({ attributes, name }: Span): ToolRun {
  const result = first(attributes, [
    "gen_ai.tool.call.result",
    "output.value",
    "traceloop.entity.output",
    "output",
  ]);
  const [answer] = heldIn(result);
  const [told] = answer?.results ?? [];
  return {
    name:
      firstText(
        attributes.get("gen_ai.tool.name"),
        attributes.get("tool.name"),
        attributes.get("tool_call.function.name"),
        attributes.get("traceloop.entity.name"),
      ) ?? name.replace(/^execute_tool /, ""),
    args: first(attributes, [
      "gen_ai.tool.call.arguments",
      "tool_call.function.arguments",
      "input.value",
      "traceloop.entity.input",
      "tool.parameters",
      "input",
    ]),
    id: firstText(attributes.get("gen_ai.tool.call.id"), attributes.get("tool_call.id"), told?.id),
    result: told?.text ?? contentText(result),
  };
}

function first(attributes: Span["attributes"], names: readonly string[]): unknown {
  return names.map((name) => attributes.get(name)).find((value) => value !== undefined);
}

/** Whether arguments of a call are those that a tool ran with. Some tools with one argument tell its value alone. */
export function isSameArguments(called: unknown, ran: unknown): boolean {
  const [one, other] = [jsonIn(called), jsonIn(ran)];
  if (jsonText(one) === jsonText(other)) return true;
  if (!isFields(one)) return false;
  const [value, ...more] = Object.values(one);
  return more.length === 0 && value !== undefined && jsonText(value) === jsonText(other);
}
