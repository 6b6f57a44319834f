import type { Context, Span, SpanContext, Tracer } from "@opentelemetry/api";

import type { RecordedStep } from "../steps/recorded-trajectory.ts";
import type { TelemetryAttributes } from "./attribute-types.ts";
import { outputMessages, type Content } from "./content.ts";
import { EVALUATIONS, EVENT_NAMES, SPAN_NAMES } from "./names.ts";
import type { OpenTelemetry } from "./open-telemetry.ts";

/** The means to tell of steps. */
export interface StepTelling {
  readonly api: OpenTelemetry;
  readonly tracer: Tracer;
  readonly content: Content;
}

/** The suspicion that a step is the decisive one. */
export interface Suspicion {
  readonly score: number | undefined;
  readonly isSuspected: boolean;
}

/** The ids of the run that a span belongs to. */
export type RunAttributes = Pick<
  TelemetryAttributes,
  "gen_ai.conversation.id" | "langgraph_rollback.run" | "langgraph_rollback.attempt"
>;

/**
 * Tells of a step that has ended.
 *
 * @param around the attempt's span, in a context
 * @param now    stands for a time that nobody recorded, milliseconds since the epoch
 */
export function tellStep(
  { api, content, tracer }: StepTelling,
  step: RecordedStep,
  {
    around,
    now,
    of,
    suspicion,
  }: {
    readonly around: Context;
    readonly now: number;
    readonly of: RunAttributes;
    readonly suspicion?: Suspicion | undefined;
  },
): SpanContext {
  const [began, ended] = [timeIn(step.startedAt), timeIn(step.endedAt)];
  const startTime = began ?? ended ?? new Date(now);
  const span = tracer.startSpan(
    SPAN_NAMES.step(step.origin.node),
    { startTime, attributes: { ...of, ...attributesOf(step, content) } },
    around,
  );
  if (step.error !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR });
  const endTime = ended ?? startTime;
  if (suspicion !== undefined) addSuspicion(span, step.index, suspicion, endTime);
  span.end(endTime);
  return span.spanContext();
}

/** Puts a step's score onto a span: its own, or the attempt's where an earlier attempt ran the step. */
export function addSuspicion(
  span: Span,
  index: number,
  { isSuspected, score }: Suspicion,
  time?: Date,
): void {
  const attributes: TelemetryAttributes = {
    "gen_ai.evaluation.name": EVALUATIONS.step,
    "gen_ai.evaluation.score.label": isSuspected ? "suspected" : "unsuspected",
    ...(score === undefined ? {} : { "gen_ai.evaluation.score.value": score }),
    "langgraph_rollback.step.index": index,
  };
  span.addEvent(EVENT_NAMES.evaluation, attributes, time);
}

function attributesOf(step: RecordedStep, content: Content): TelemetryAttributes {
  const { agent, error, index, kind, origin, toolCalls } = step;
  return {
    "gen_ai.agent.name": agent,
    "langgraph_rollback.step.index": index,
    "langgraph_rollback.step.node": origin.node,
    "langgraph_rollback.step.superstep": origin.superstep,
    "langgraph_rollback.step.namespace": origin.namespace,
    "langgraph_rollback.step.task_id": origin.taskId,
    "langgraph_rollback.step.checkpoint_id": origin.before,
    ...(kind === undefined ? {} : { "langgraph_rollback.step.kind": kind }),
    ...(toolCalls === undefined || toolCalls.length === 0
      ? {}
      : { "langgraph_rollback.step.tools": toolCalls.map(({ name }) => name) }),
    ...(error === undefined ? {} : { "error.type": error.name }),
    ...(content.onSpans ? { "gen_ai.output.messages": outputMessages(step, content) } : {}),
  };
}

function timeIn(text: string | undefined): Date | undefined {
  const time = new Date(text ?? "");
  return Number.isNaN(time.getTime()) ? undefined : time;
}
