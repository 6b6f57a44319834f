import type { Step, ToolCall } from "@langgraph-rollback/attribution/trajectory";
import { logprobsOf } from "../spans/message-logprobs.ts";
import { toolArguments } from "../tool-arguments.ts";
import type { StepSpan } from "./agent-spans.ts";
import { spanError } from "./span-error.ts";
import { isoTime } from "./span-ids.ts";
import { type SpanMessages, spanMessages } from "./span-messages.ts";
import type { Span } from "./span.ts";
import { isSameArguments, toolRun, type ToolRun } from "./tool-span.ts";

/** A step without its place, and the span that it was read from. */
export interface SpanStep {
  readonly step: Omit<Step, "index">;
  /** Absent where a later call of a model tells of it alone. */
  readonly span?: Span;
  /** Id of the call that it answers. */
  readonly callId?: string;
}

/** A call that a model asked for, and whether a step answers it. */
interface OpenCall extends ToolCall {
  isAnswered: boolean;
}

/** One span as it was read. */
type Read =
  | { readonly at: StepSpan; readonly messages: SpanMessages; readonly calls: readonly OpenCall[] }
  | { readonly at: StepSpan; readonly run: ToolRun; readonly call: OpenCall | undefined };

/**
 * The steps of spans: each call of a model with the tools that it asks for, and each tool with its result. A result that has no span of its own, and that a later
 * model call was given, stands before that one.
 */
export function pairedSteps(spans: readonly StepSpan[]): readonly SpanStep[] {
  const open: OpenCall[] = [];
  const read = spans.map((at): Read => {
    if (at.kind === "tool") {
      const run = toolRun(at.span);
      const call = answered(open, run);
      if (call !== undefined) call.isAnswered = true;
      return { at, run, call };
    }
    const messages = spanMessages(at.span);
    const calls = messages.output
      .flatMap((each) => each.calls)
      .map((call) => ({ ...call, isAnswered: false }));
    for (const call of calls) open.push(call);
    return { at, messages, calls };
  });
  const asked = new Map<string, OpenCall>();
  return read.flatMap((each): readonly SpanStep[] => {
    if ("run" in each) return [toolStep(each)];
    const told = toldResults(each.messages, asked);
    for (const call of each.calls) if (call.id !== undefined) asked.set(call.id, call);
    return [...told, spokenStep(each)];
  });
}

/** The call that a tool ran for: by its id, else the first open one of its name, first of all with its arguments. */
function answered(open: readonly OpenCall[], { args, id, name }: ToolRun): OpenCall | undefined {
  if (id !== undefined) return open.findLast((call) => call.id === id);
  const named = open.filter((call) => !call.isAnswered && call.name === name);
  return named.find((call) => isSameArguments(call.args, args)) ?? named[0];
}

/** Steps of tools that no span tells of, as a model was told of their results. */
function toldResults({ input }: SpanMessages, asked: ReadonlyMap<string, OpenCall>): readonly SpanStep[] {
  return input
    .flatMap(({ results }) => results)
    .flatMap(({ id, text }) => {
      const call = asked.get(id);
      if (call === undefined || call.isAnswered) return [];
      call.isAnswered = true;
      return [{ step: { agent: call.name, content: text, kind: "tool" as const }, callId: id }];
    });
}

function toolStep({ at: { span }, call, run }: Extract<Read, { readonly run: ToolRun }>): SpanStep {
  const id = call?.id ?? run.id;
  const own: ToolCall = {
    name: run.name,
    args: toolArguments(run.args),
    ...(run.id === undefined ? {} : { id: run.id }),
  };
  return {
    span,
    ...(id === undefined ? {} : { callId: id }),
    step: {
      agent: run.name,
      content: run.result,
      kind: "tool",
      // The call stands in the step that asked for it, where one did.
      ...(call === undefined ? { toolCalls: [own] } : {}),
      ...endOf(span),
    },
  };
}

function spokenStep({
  at: { agent, kind, span },
  calls,
  messages,
}: Extract<Read, { readonly calls: unknown }>): SpanStep {
  return {
    span,
    step: {
      agent,
      content: messages.output
        .map(({ text }) => text)
        .filter((text) => text !== "")
        .join("\n"),
      kind: kind === "model" ? "model" : "other",
      ...(calls.length === 0
        ? {}
        : {
            toolCalls: calls.map(({ args, id, name }) => ({
              name,
              args,
              ...(id === undefined ? {} : { id }),
            })),
          }),
      ...(kind === "model" ? logprobsOf(messages.output) : {}),
      ...endOf(span),
    },
  };
}

/** The end of a step: its time and its error. */
export function endOf(span: Span): Pick<Step, "error" | "startedAt" | "endedAt"> {
  const error = spanError(span);
  return {
    ...(error === undefined ? {} : { error }),
    ...(span.start === undefined ? {} : { startedAt: isoTime(span.start) }),
    ...(span.end === undefined ? {} : { endedAt: isoTime(span.end) }),
  };
}
