import type { Context, Link, Span, SpanContext } from "@opentelemetry/api";

import type { AttemptIds, EffectFacts, TelemetryRecord } from "../setup/telemetry.ts";
import type { RecordedStep } from "../steps/recorded-trajectory.ts";
import type { ModelTokens } from "../steps/token-count.ts";
import type { TelemetryAttributes } from "./attribute-types.ts";
import { toldText, type Content } from "./content.ts";
import { EVENT_NAMES, LINKS, OPERATIONS, SPAN_NAMES } from "./names.ts";
import {
  alarmAttributes,
  decidedAttributes,
  earlyAttributes,
  effectAttributes,
  verdictAttributes,
} from "./span-attributes.ts";
import type { RunAttributes, StepTelling } from "./step-spans.ts";

/** Reason of a link to a span. */
export const linkTo = (context: SpanContext, why: (typeof LINKS)[keyof typeof LINKS]): Link => {
  const attributes: TelemetryAttributes = { "langgraph_rollback.link": why };
  return { context, attributes };
};

/** Ids of the run that an attempt belongs to. */
export const runAttributes = ({ attempt, run, threadId }: AttemptIds): RunAttributes => ({
  "gen_ai.conversation.id": threadId,
  "langgraph_rollback.run": run,
  "langgraph_rollback.attempt": attempt,
});

/** Starts the span of an attempt. */
export function startAttempt(
  { tracer }: StepTelling,
  graph: string,
  ids: AttemptIds,
  {
    around,
    attributes,
    began,
    links,
  }: {
    readonly around: Context;
    readonly attributes: TelemetryAttributes;
    readonly began: Date;
    readonly links: readonly Link[];
  },
): Span {
  const own: TelemetryAttributes = {
    "gen_ai.operation.name": OPERATIONS.attempt,
    "gen_ai.agent.name": graph,
    ...runAttributes(ids),
    ...attributes,
  };
  return tracer.startSpan(
    SPAN_NAMES.attempt(graph),
    { attributes: own, links: [...links], startTime: began },
    around,
  );
}

/** Puts the verdict and the scores of steps that others ran onto an attempt's span, and what was decided. */
export function addVerdict(
  span: Span,
  record: TelemetryRecord,
  { content, now }: { readonly content: Content; readonly now: Date },
): void {
  const { outcome, problem } = record;
  const failed: TelemetryAttributes =
    outcome === undefined && problem !== undefined ? { "error.type": problem.code } : {};
  span.setAttributes({ ...decidedAttributes(record), ...failed });
  const raised = alarmAttributes(record);
  if (raised !== undefined) span.addEvent(EVENT_NAMES.alarm, raised, now);
  if (outcome === undefined) return;
  const { reason } = outcome;
  const told = reason !== undefined && content.onEvents ? toldText(content, reason) : undefined;
  const early = earlyAttributes(record, told);
  if (early !== undefined) {
    // No verifier was asked.
    span.addEvent(EVENT_NAMES.stoppedEarly, early, now);
    return;
  }
  span.addEvent(EVENT_NAMES.evaluation, verdictAttributes(outcome, told), now);
}

/** Puts an effect onto a span. */
export function addEffect(span: Span, effect: EffectFacts, now: Date): void {
  span.addEvent(EVENT_NAMES.effect, effectAttributes(effect), now);
}

/** Tokens that messages of steps report, each once. */
export const tokensOf = (steps: readonly RecordedStep[]): readonly ModelTokens[] =>
  steps.flatMap(({ tokens }) => tokens?.byModel ?? []);
