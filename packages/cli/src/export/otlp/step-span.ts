import type { Step } from "@langgraph-rollback/attribution/trajectory";
import { type TelemetryAttributes, telemetryNames } from "langgraph-rollback/inspection";
import type { ReadAttempt } from "../read-run.ts";
import type { Said } from "../said.ts";
import { keyValues, nanos, type OtlpEvent, type OtlpSpan } from "./otlp-json.ts";
import type { SpanAddress } from "./span-ids.ts";

const { EVALUATIONS, EVENT_NAMES, SPAN_NAMES } = telemetryNames;

/** Place of a step's span. */
export interface StepPlace {
  readonly own: SpanAddress;
  readonly parent: SpanAddress;
  /** Ids of its run. */
  readonly of: TelemetryAttributes;
  /** System prompt of the step's agent, if it is told here. */
  readonly instructions: string | undefined;
}

/** The span of a step. */
export function stepSpan(
  step: Step,
  { instructions, of, own, parent }: StepPlace,
  { view }: ReadAttempt,
  said: Said,
): OtlpSpan {
  const { error } = step;
  const start = nanos(step.startedAt ?? step.endedAt);
  const end = step.endedAt === undefined ? start : nanos(step.endedAt);
  const score = scoreOf(step, view.attribution, end);
  const attributes: TelemetryAttributes = {
    ...of,
    ...attributesOf(step),
    ...(said.isWanted ? { "gen_ai.output.messages": outputMessages(step, said) } : {}),
    ...(said.isWanted && instructions !== undefined
      ? { "gen_ai.system_instructions": said.json([{ type: "text", content: instructions }]) }
      : {}),
  };
  return {
    ...own,
    parentSpanId: parent.spanId,
    name: SPAN_NAMES.step(step.origin?.node ?? step.agent),
    kind: 1,
    startTimeUnixNano: start,
    endTimeUnixNano: end,
    attributes: keyValues(attributes),
    events: [
      ...(error === undefined ? [] : [thrown(error, end, said)]),
      ...(score === undefined ? [] : [score]),
    ],
    links: [],
    status:
      error === undefined ? {} : { code: 2, ...(said.isWanted ? { message: said.text(error.message) } : {}) },
  };
}

function attributesOf({
  agent,
  error,
  index,
  kind,
  origin,
  purpose,
  to,
  toolCalls = [],
}: Step): TelemetryAttributes {
  return {
    "gen_ai.agent.name": agent,
    "langgraph_rollback.step.index": index,
    ...(origin === undefined
      ? {}
      : {
          "langgraph_rollback.step.node": origin.node,
          "langgraph_rollback.step.superstep": origin.superstep,
          "langgraph_rollback.step.namespace": origin.namespace,
          "langgraph_rollback.step.task_id": origin.taskId,
          "langgraph_rollback.step.checkpoint_id": origin.before,
          ...(origin.after === undefined
            ? {}
            : { "langgraph_rollback.step.end_checkpoint_id": origin.after }),
        }),
    ...(to === undefined ? {} : { "langgraph_rollback.step.to": to }),
    ...(purpose === undefined ? {} : { "langgraph_rollback.step.purpose": purpose }),
    ...(kind === undefined ? {} : { "langgraph_rollback.step.kind": kind }),
    ...(toolCalls.length === 0 ? {} : { "langgraph_rollback.step.tools": toolCalls.map(({ name }) => name) }),
    ...(error === undefined ? {} : { "error.type": error.name }),
  };
}

/** Roles of messages by kinds of steps. */
const ROLES = { user: "user", model: "assistant", tool: "tool", other: "assistant" } as const;

function outputMessages({ content, kind = "other", toolCalls = [] }: Step, said: Said): string {
  const text = content === "" ? [] : [{ type: "text", content }];
  const calls = toolCalls.map(({ args, id, name }) => ({
    type: "tool_call",
    ...(id === undefined ? {} : { id }),
    name,
    arguments: args,
  }));
  return said.json([{ role: ROLES[kind], parts: [...text, ...calls] }]);
}

/** The exception that escaped, as the conventions write it. Its message is content. */
export function thrown(
  error: { readonly name: string; readonly message: string },
  time: string,
  said: Said,
): OtlpEvent {
  const value = (text: string) => ({ stringValue: text });
  return {
    name: "exception",
    timeUnixNano: time,
    attributes: [
      { key: "exception.type", value: value(error.name) },
      ...(said.isWanted ? [{ key: "exception.message", value: value(said.text(error.message)) }] : []),
    ],
  };
}

/** The score of a step, if its attempt was attributed. */
function scoreOf(
  { index }: Step,
  attribution: ReadAttempt["view"]["attribution"],
  time: string,
): OtlpEvent | undefined {
  if (attribution === undefined) return undefined;
  const score = attribution.scores[index];
  const attributes: TelemetryAttributes = {
    "gen_ai.evaluation.name": EVALUATIONS.step,
    "gen_ai.evaluation.score.label": attribution.set.steps.includes(index) ? "suspected" : "unsuspected",
    ...(score === undefined ? {} : { "gen_ai.evaluation.score.value": score }),
    "langgraph_rollback.step.index": index,
  };
  return { name: EVENT_NAMES.evaluation, timeUnixNano: time, attributes: keyValues(attributes) };
}
