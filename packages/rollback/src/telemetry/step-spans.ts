import type { Context, Span, SpanContext, Tracer } from "@opentelemetry/api";

import type { RecordedStep } from "../steps/recorded-trajectory.ts";
import type { TelemetryAttributes } from "./attribute-types.ts";
import type { Content } from "./content.ts";
import { EVENT_NAMES, SPAN_NAMES } from "./names.ts";
import type { OpenTelemetry } from "./open-telemetry.ts";
import { outputMessages, stepAttributes, suspicionAttributes, type Suspicion } from "./span-attributes.ts";

/** The means to tell of steps. */
export interface StepTelling {
  readonly api: OpenTelemetry;
  readonly tracer: Tracer;
  readonly content: Content;
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
export function addSuspicion(span: Span, index: number, suspicion: Suspicion, time?: Date): void {
  span.addEvent(EVENT_NAMES.evaluation, suspicionAttributes(index, suspicion), time);
}

function attributesOf(step: RecordedStep, { onSpans, redacted }: Content): TelemetryAttributes {
  return {
    ...stepAttributes(step),
    ...(onSpans ? { "gen_ai.output.messages": JSON.stringify(redacted(outputMessages(step))) } : {}),
  };
}

function timeIn(text: string | undefined): Date | undefined {
  const time = new Date(text ?? "");
  return Number.isNaN(time.getTime()) ? undefined : time;
}
