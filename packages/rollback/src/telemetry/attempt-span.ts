import type { Context, Link, Span, SpanContext } from "@opentelemetry/api";

import type { AttemptRecord } from "../history/attempt-record.ts";
import type { AttemptIds, EffectFacts, TelemetryRecord } from "../setup/telemetry.ts";
import type { RecordedStep } from "../steps/recorded-trajectory.ts";
import { totalTokens, type ModelTokens } from "../steps/token-count.ts";
import type { TelemetryAttributes } from "./attribute-types.ts";
import { toldText, type Content } from "./content.ts";
import { EVALUATIONS, EVENT_NAMES, LINKS, OPERATIONS, SPAN_NAMES } from "./names.ts";
import type { RunAttributes, StepTelling, Suspicion } from "./step-spans.ts";

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

/** The decision that a retry comes from. */
export function rewindAttributes(
  number: number,
  { fork, checkpoint, ...decision }: NonNullable<AttemptRecord["rewind"]>,
): TelemetryAttributes {
  return {
    ...decisionAttributes(decision),
    "langgraph_rollback.rewind.checkpoint_id": checkpoint,
    "langgraph_rollback.rewind.fork_id": fork,
    "langgraph_rollback.fork_of": number - 1,
  };
}

/** The start that a policy chose, and what it promises. */
export function decisionAttributes({
  policy,
  promise,
  step,
}: NonNullable<TelemetryRecord["rewind"]>): TelemetryAttributes {
  return {
    "langgraph_rollback.rewind.from_step": step,
    "langgraph_rollback.policy": policy,
    ...(promise === undefined
      ? {}
      : {
          "langgraph_rollback.promise.level": promise.level,
          "langgraph_rollback.promise.alpha": promise.alpha,
        }),
  };
}

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

/** Tokens of an attempt, as its span has them. Those of caches are among the tokens in. */
export function tokenAttributes(tokens: readonly ModelTokens[]): TelemetryAttributes {
  if (tokens.length === 0) return {};
  const { cacheRead, cacheWrite, input, output } = totalTokens(tokens);
  return {
    "gen_ai.usage.input_tokens": input,
    "gen_ai.usage.output_tokens": output,
    ...(cacheRead === undefined ? {} : { "gen_ai.usage.cache_read.input_tokens": cacheRead }),
    ...(cacheWrite === undefined ? {} : { "gen_ai.usage.cache_creation.input_tokens": cacheWrite }),
  };
}

/** Puts the verdict and the scores of steps that others ran onto an attempt's span, and what was decided. */
export function addVerdict(
  span: Span,
  record: TelemetryRecord,
  { content, now }: { readonly content: Content; readonly now: Date },
): void {
  const { attribution, decision, outcome, problem, stopped } = record;
  const decided: TelemetryAttributes = {
    "langgraph_rollback.decision": decision,
    ...(stopped === undefined ? {} : { "langgraph_rollback.stopped_by": stopped.by }),
    ...(attribution === undefined
      ? {}
      : { "langgraph_rollback.suspected_steps": [...attribution.set.steps] }),
    ...(outcome?.error === undefined ? {} : { "error.type": outcome.error.name }),
    ...(outcome === undefined && problem !== undefined ? { "error.type": problem.code } : {}),
  };
  span.setAttributes(decided);
  if (outcome === undefined) return;
  const { ok, reason, score } = outcome;
  const verdict: TelemetryAttributes = {
    "gen_ai.evaluation.name": EVALUATIONS.verdict,
    "gen_ai.evaluation.score.label": ok ? "pass" : "fail",
    ...(score === undefined ? {} : { "gen_ai.evaluation.score.value": score }),
    ...(reason !== undefined && content.onEvents
      ? { "gen_ai.evaluation.explanation": toldText(content, reason) }
      : {}),
  };
  span.addEvent(EVENT_NAMES.evaluation, verdict, now);
}

/** The score of a step, if the attempt was attributed. */
export function suspicionOf(
  { attribution }: Pick<TelemetryRecord, "attribution">,
  index: number,
): Suspicion | undefined {
  if (attribution === undefined) return undefined;
  return { score: attribution.scores[index], isSuspected: attribution.set.steps.includes(index) };
}

/** Puts an effect onto a span. */
export function addEffect(span: Span, effect: EffectFacts, now: Date): void {
  const { class: kindOf, id, kind, name, standing } = effect;
  const attributes: TelemetryAttributes = {
    "langgraph_rollback.effect.id": id,
    "langgraph_rollback.effect.name": name,
    "langgraph_rollback.effect.kind": kind,
    "langgraph_rollback.effect.class": kindOf,
    "langgraph_rollback.effect.standing": standing,
  };
  span.addEvent(EVENT_NAMES.effect, attributes, now);
}

/** Tokens that messages of steps report, each once. */
export const tokensOf = (steps: readonly RecordedStep[]): readonly ModelTokens[] =>
  steps.flatMap(({ tokens }) => tokens?.byModel ?? []);
