import { jsonText } from "../bounded-value.ts";
import { toolArguments } from "../tool-arguments.ts";
import { fieldsOf } from "../fields.ts";
import { messagesIn } from "./message.ts";
import type { Span } from "./span.ts";
import type { SpanStep } from "./span-step.ts";

/**
 * Gives each tool's step the id of the call that it answers: by the id that it has, or else the first call before it of this tool that is still open,
 * with the same arguments if there is one. An answer that stands in a later prompt alone becomes a step before that.
 */
export function pairTools(steps: readonly SpanStep[]): readonly SpanStep[] {
  const answered = new Set(steps.flatMap(({ call }) => call ?? []));
  const open = new Map<string, OpenCall[]>();
  const paired = steps.map((each) => {
    for (const { args, id, name } of each.step.toolCalls ?? []) {
      if (id === undefined || answered.has(id)) continue;
      const calls = open.get(name) ?? [];
      calls.push({ id, args: jsonText(args) });
      open.set(name, calls);
    }
    if (each.step.kind !== "tool" || each.call !== undefined) return each;
    const calls = open.get(each.step.agent) ?? [];
    const given = inputsOf(each.span);
    const call = calls.find(({ args }) => given.includes(args)) ?? calls[0];
    if (call === undefined) return each;
    answered.add(call.id);
    calls.splice(calls.indexOf(call), 1);
    return { ...each, call: call.id };
  });
  return withTold(paired, answered);
}

/** A call that no step answers yet. */
interface OpenCall {
  readonly id: string;
  /** As JSON. */
  readonly args: string;
}

/** Arguments of a tool, as JSON: LangChain puts a text of it into a field. */
function inputsOf(span: Span | undefined): readonly string[] {
  const input = fieldsOf(span?.input);
  const inner = Object.keys(input).length === 1 ? input["input"] : undefined;
  return [span?.input, inner].map((value) => jsonText(toolArguments(value)));
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
