import type { Step, StepOrigin, ToolCall } from "@langgraph-rollback/attribution/trajectory";
import { boundedValue } from "../bounded-value.ts";
import { fieldsOf, isFields, itemsOf, jsonIn } from "../fields.ts";
import { endOf } from "./paired-steps.ts";
import type { Span } from "./span.ts";

const KINDS: ReadonlyMap<unknown, NonNullable<Step["kind"]>> = new Map([
  ["user", "user"],
  ["model", "model"],
  ["tool", "tool"],
  ["other", "other"],
]);

/** A step of ours, exactly as it was told. */
export function ownStep(span: Span, index: number): Step {
  const { attributes } = span;
  const text = (name: string): string | undefined => {
    const value = attributes.get(name);
    return typeof value === "string" ? value : undefined;
  };
  const kind = KINDS.get(attributes.get("langgraph_rollback.step.kind"));
  const [to, purpose] = [text("langgraph_rollback.step.to"), text("langgraph_rollback.step.purpose")];
  const origin = originOf(text, attributes.get("langgraph_rollback.step.superstep"));
  const { calls, content } = saidIn(attributes);
  return {
    index,
    agent: text("gen_ai.agent.name") ?? "",
    ...(to === undefined ? {} : { to }),
    ...(purpose === undefined ? {} : { purpose }),
    content,
    ...(kind === undefined ? {} : { kind }),
    ...(calls.length === 0 ? {} : { toolCalls: calls }),
    ...endOf(span),
    ...(origin === undefined ? {} : { origin }),
  };
}

/** Content and tool calls. Without content, the names of tools are all that is known of calls. */
function saidIn(attributes: Span["attributes"]): {
  readonly content: string;
  readonly calls: readonly ToolCall[];
} {
  const messages = jsonIn(attributes.get("gen_ai.output.messages"));
  if (!Array.isArray(messages)) {
    const tools = itemsOf(attributes.get("langgraph_rollback.step.tools"));
    return {
      content: "",
      calls: tools.flatMap((name) => (typeof name === "string" ? [{ name, args: null }] : [])),
    };
  }
  const parts = messages.flatMap((message) => itemsOf(fieldsOf(message)["parts"])).filter(isFields);
  const texts = parts.flatMap(({ content, type }) =>
    type === "text" && typeof content === "string" ? [content] : [],
  );
  return {
    content: texts.join("\n"),
    calls: parts.flatMap(({ arguments: args, id, name, type }) =>
      type === "tool_call" && typeof name === "string"
        ? // Our own spans have arguments as they are: a text is no JSON to be read.
          [{ name, args: boundedValue(args), ...(typeof id === "string" ? { id } : {}) }]
        : [],
    ),
  };
}

function originOf(text: (name: string) => string | undefined, superstep: unknown): StepOrigin | undefined {
  const part = (name: string): string | undefined => text(`langgraph_rollback.step.${name}`);
  const [node, taskId, namespace, before] = ["node", "task_id", "namespace", "checkpoint_id"].map(part);
  if (node === undefined || taskId === undefined || namespace === undefined || before === undefined)
    return undefined;
  if (typeof superstep !== "number" || !Number.isSafeInteger(superstep)) return undefined;
  const after = part("end_checkpoint_id");
  return { node, taskId, superstep, namespace, before, ...(after === undefined ? {} : { after }) };
}
