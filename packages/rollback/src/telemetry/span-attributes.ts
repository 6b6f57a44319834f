import type { Attribution } from "@langgraph-rollback/attribution";
import type { Step } from "@langgraph-rollback/attribution/trajectory";

import type { AttemptRecord } from "../history/attempt-record.ts";
import type { EffectFacts, TelemetryRecord } from "../setup/telemetry.ts";
import { totalTokens, type ModelTokens } from "../steps/token-count.ts";
import type { TelemetryAttributes } from "./attribute-types.ts";
import { EVALUATIONS } from "./names.ts";

// Attributes of spans and events, which live telemetry and exports of recorded runs have alike. Texts come as they may be told.

/** An attribute that is there only if its value is known. */
const known = <Name extends keyof TelemetryAttributes>(
  name: Name,
  value: TelemetryAttributes[Name],
): TelemetryAttributes => (value === undefined ? {} : { [name]: value });

/** The start that a policy chose, and what it promises. */
export const decisionAttributes = ({
  policy,
  promise,
  step,
}: NonNullable<TelemetryRecord["rewind"]>): TelemetryAttributes => ({
  "langgraph_rollback.rewind.from_step": step,
  "langgraph_rollback.policy": policy,
  ...known("langgraph_rollback.promise.level", promise?.level),
  ...known("langgraph_rollback.promise.alpha", promise?.alpha),
});

/**
 * The decision that a retry comes from.
 *
 * @param from number of the attempt that was rolled back
 */
export const rewindAttributes = (
  from: number,
  rewind: Pick<NonNullable<AttemptRecord["rewind"]>, "checkpoint" | "fork" | "policy" | "promise" | "step">,
): TelemetryAttributes => ({
  ...decisionAttributes(rewind),
  "langgraph_rollback.rewind.checkpoint_id": rewind.checkpoint,
  "langgraph_rollback.rewind.fork_id": rewind.fork,
  "langgraph_rollback.fork_of": from,
});

/** The decision about an attempt. */
export const decidedAttributes = ({
  attribution,
  decision,
  outcome,
  stopped,
}: {
  readonly attribution?: Pick<Attribution, "set"> | undefined;
  readonly decision?: TelemetryRecord["decision"] | undefined;
  readonly outcome?: TelemetryRecord["outcome"] | undefined;
  readonly stopped?: TelemetryRecord["stopped"] | undefined;
}): TelemetryAttributes => ({
  ...known("langgraph_rollback.decision", decision),
  ...known("langgraph_rollback.stopped_by", stopped?.by),
  ...known("langgraph_rollback.suspected_steps", attribution && [...attribution.set.steps]),
  // An attempt that was stopped early has an event of its own.
  ...known("error.type", outcome?.early === undefined ? outcome?.error?.name : undefined),
});

/** Parts of a record that tell of an alarm or a check. */
export interface WatchedRecord {
  readonly outcome?: TelemetryRecord["outcome"] | undefined;
  readonly watch?: TelemetryRecord["watch"] | undefined;
}

/** The alarm that was raised in an attempt; `undefined` if none was. */
export function alarmAttributes({ outcome, watch }: WatchedRecord): TelemetryAttributes | undefined {
  const early = outcome?.early;
  const { above, alarms, raised, whyNot } = watch?.alarm ?? {};
  const step = early?.by === "alarm" ? early.step : raised;
  if (step === undefined) return undefined;
  return {
    "langgraph_rollback.step.index": step,
    ...known("langgraph_rollback.alarm.value", early?.by === "alarm" ? early.alarm : alarms?.[step]),
    ...known("langgraph_rollback.alarm.above", early?.by === "alarm" ? early.above : above),
    ...known("langgraph_rollback.alarm.why_not", whyNot),
  };
}

/**
 * Attributes of an attempt's early end; `undefined` of any other attempt.
 *
 * @param reason of the check, if it may be told
 */
export function earlyAttributes(
  { outcome }: WatchedRecord,
  reason: string | undefined,
): TelemetryAttributes | undefined {
  const early = outcome?.early;
  if (early === undefined) return undefined;
  return {
    "langgraph_rollback.stopped_early.by": early.by,
    "langgraph_rollback.step.index": early.step,
    ...(early.by === "alarm"
      ? {}
      : {
          "langgraph_rollback.stopped_early.node": early.node,
          ...known("langgraph_rollback.stopped_early.reason", reason),
        }),
  };
}

/** Tokens of an attempt. Those of caches are among the tokens in. */
export function tokenAttributes(tokens: readonly ModelTokens[]): TelemetryAttributes {
  if (tokens.length === 0) return {};
  const { cacheRead, cacheWrite, input, output } = totalTokens(tokens);
  return {
    "gen_ai.usage.input_tokens": input,
    "gen_ai.usage.output_tokens": output,
    ...known("gen_ai.usage.cache_read.input_tokens", cacheRead),
    ...known("gen_ai.usage.cache_creation.input_tokens", cacheWrite),
  };
}

/** @param explanation the verifier's reason, if it may be told */
export const verdictAttributes = (
  { ok, score }: { readonly ok: boolean; readonly score?: number | undefined },
  explanation: string | undefined,
): TelemetryAttributes => ({
  "gen_ai.evaluation.name": EVALUATIONS.verdict,
  "gen_ai.evaluation.score.label": ok ? "pass" : "fail",
  ...known("gen_ai.evaluation.score.value", score),
  ...known("gen_ai.evaluation.explanation", explanation),
});

/** The suspicion that a step is the decisive one. */
export interface Suspicion {
  readonly score: number | undefined;
  readonly isSuspected: boolean;
}

/** The suspicion of a step, if the attempt was attributed. */
export function suspicionOf(
  { attribution }: { readonly attribution?: Pick<Attribution, "scores" | "set"> | undefined },
  index: number,
): Suspicion | undefined {
  if (attribution === undefined) return undefined;
  return { score: attribution.scores[index], isSuspected: attribution.set.steps.includes(index) };
}

/** The score of a step. */
export const suspicionAttributes = (
  index: number,
  { isSuspected, score }: Suspicion,
): TelemetryAttributes => ({
  "gen_ai.evaluation.name": EVALUATIONS.step,
  "gen_ai.evaluation.score.label": isSuspected ? "suspected" : "unsuspected",
  ...known("gen_ai.evaluation.score.value", score),
  "langgraph_rollback.step.index": index,
});

/** An effect, by its standing. */
export const effectAttributes = (effect: EffectFacts): TelemetryAttributes => ({
  "langgraph_rollback.effect.id": effect.id,
  "langgraph_rollback.effect.name": effect.name,
  "langgraph_rollback.effect.kind": effect.kind,
  "langgraph_rollback.effect.class": effect.class,
  "langgraph_rollback.effect.standing": effect.standing,
});

/** @param message of the problem, if it may be told */
export const problemAttributes = (code: string, message: string | undefined): TelemetryAttributes => ({
  "error.type": code,
  ...known("langgraph_rollback.problem", message),
});

/** A step and its place in the graph. */
export const stepAttributes = ({
  agent,
  error,
  index,
  kind,
  origin,
  toolCalls = [],
}: Step): TelemetryAttributes => ({
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
      }),
  ...known("langgraph_rollback.step.kind", kind),
  ...(toolCalls.length === 0 ? {} : { "langgraph_rollback.step.tools": toolCalls.map(({ name }) => name) }),
  ...known("error.type", error?.name),
});

/** Roles of messages by kinds of steps. */
const ROLES = { user: "user", model: "assistant", tool: "tool", other: "assistant" } as const;

/** The result of a step, as `gen_ai.output.messages` has it, not redacted. */
export function outputMessages({ content, kind = "other", toolCalls = [] }: Step): readonly object[] {
  const text = content === "" ? [] : [{ type: "text", content }];
  const calls = toolCalls.map(({ args, id, name }) => ({
    type: "tool_call",
    ...(id === undefined ? {} : { id }),
    name,
    arguments: args,
  }));
  return [{ role: ROLES[kind], parts: [...text, ...calls] }];
}
