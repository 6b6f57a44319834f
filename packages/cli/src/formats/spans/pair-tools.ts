import type { ToolCall } from "@langgraph-rollback/attribution/trajectory";
import { jsonText } from "../bounded-value.ts";
import { toolArguments } from "../tool-arguments.ts";
import { fieldsOf } from "./fields.ts";
import { messagesIn } from "./message.ts";
import type { Span } from "./span.ts";
import type { SpanStep } from "./span-step.ts";

/**
 * Gives each tool's step the id of the call that it answers: by the id that it has, or else the first call before it of this tool that is still open,
 * with the same arguments if there is one. An answer that stands in a later prompt alone becomes a step before that.
 */
export function pairTools(steps: readonly SpanStep[]): readonly SpanStep[] {
  const answered = new Set(steps.flatMap(({ call }) => call ?? []));
  const asked: (ToolCall & { readonly id: string })[] = [];
  const paired = steps.map((each) => {
    for (const call of each.step.toolCalls ?? [])
      if (call.id !== undefined) asked.push({ ...call, id: call.id });
    if (each.step.kind !== "tool" || each.call !== undefined) return each;
    const open = asked.filter(({ id, name }) => name === each.step.agent && !answered.has(id));
    const call = (open.find(({ args }) => isAskedBy(args, each.span)) ?? open[0])?.id;
    if (call === undefined) return each;
    answered.add(call);
    return { ...each, call };
  });
  return withTold(paired, answered);
}

function isAskedBy(args: unknown, span: Span | undefined): boolean {
  const input = fieldsOf(span?.input);
  const inner = Object.keys(input).length === 1 ? input["input"] : undefined;
  const given = [span?.input, inner].map((value) => jsonText(toolArguments(value)));
  return given.includes(jsonText(args));
}

/** Puts in the answers that later prompts alone tell of. */
function withTold(steps: readonly SpanStep[], answered: ReadonlySet<string>): readonly SpanStep[] {
  const known = new Set(answered);
  const names = new Map<string, string>();
  return steps.flatMap((each) => {
    const told = each.step.kind === "model" ? answersIn(each.span?.input, names, known) : [];
    for (const { id, name } of each.step.toolCalls ?? []) if (id !== undefined) names.set(id, name);
    return [...told, each];
  });
}

function answersIn(
  input: unknown,
  names: ReadonlyMap<string, string>,
  known: Set<string>,
): readonly SpanStep[] {
  if (names.size === 0) return [];
  return messagesIn(input)
    .flatMap(({ results }) => results)
    .flatMap(({ id, text }) => {
      const agent = names.get(id);
      if (agent === undefined || known.has(id)) return [];
      known.add(id);
      return [{ step: { agent, content: text, kind: "tool" as const }, call: id }];
    });
}
