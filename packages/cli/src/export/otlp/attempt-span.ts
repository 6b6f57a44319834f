import { type TelemetryAttributes, telemetryNames } from "langgraph-rollback/inspection";
import type { ReadAttempt } from "../read-run.ts";
import type { Said } from "../said.ts";
import { keyValues, nanos, type OtlpEvent, type OtlpLink, type OtlpSpan } from "./otlp-json.ts";
import { type RunIds, type SpanAddress, whereRan } from "./span-ids.ts";
import { thrown } from "./step-span.ts";

const { EVALUATIONS, EVENT_NAMES, LINKS, OPERATIONS } = telemetryNames;

type AttemptView = ReadAttempt["view"];

/** The span of an attempt: verdict, effects and tokens, with links to the attempt and the step that it goes back to. */
export function attemptSpan(
  attempt: ReadAttempt,
  of: TelemetryAttributes,
  ids: RunIds,
  said: Said,
): OtlpSpan {
  const { own, trajectory, view } = attempt;
  const times = own.flatMap(({ endedAt, startedAt }) => [startedAt ?? [], endedAt ?? []].flat()).toSorted();
  const start = nanos(times[0] ?? view.at);
  const end = nanos(times.at(-1) ?? view.at);
  const error = view.outcome?.error;
  const attributes: TelemetryAttributes = {
    "gen_ai.operation.name": OPERATIONS.attempt,
    ...of,
    ...decisionOf(view),
    ...rewindOf(attempt),
    ...tokensOf(
      view,
      own.map(({ index }) => index),
    ),
    "langgraph_rollback.steps": own.length,
    ...(error === undefined ? {} : { "error.type": error.name }),
    ...(said.isWanted
      ? {
          "gen_ai.input.messages": said.json([
            { role: "user", parts: [{ type: "text", content: trajectory.task }] },
          ]),
        }
      : {}),
  };
  return {
    ...ids.attempt(view.attempt),
    parentSpanId: ids.call(view.attempt).spanId,
    name: OPERATIONS.attempt,
    kind: 1,
    startTimeUnixNano: start,
    endTimeUnixNano: end,
    attributes: keyValues(attributes),
    events: [
      ...(error === undefined ? [] : [thrown(error, end, said)]),
      ...verdictOf(attempt, nanos(view.at) === "0" ? end : nanos(view.at), said),
      ...effectsOf(view, end),
      ...problemsOf(view, end, said),
    ],
    links: linksOf(attempt, ids),
    status:
      error === undefined ? {} : { code: 2, ...(said.isWanted ? { message: said.text(error.message) } : {}) },
  };
}

function decisionOf({ attribution, decision, stopped }: AttemptView): TelemetryAttributes {
  return {
    ...(decision === undefined ? {} : { "langgraph_rollback.decision": decision }),
    ...(stopped === undefined ? {} : { "langgraph_rollback.stopped_by": stopped.by }),
    ...(attribution === undefined
      ? {}
      : { "langgraph_rollback.suspected_steps": [...attribution.set.steps] }),
  };
}

/** The rollback that made the attempt. */
function rewindOf({ before, own, trajectory }: ReadAttempt): TelemetryAttributes {
  const rewind = before?.view.rewind;
  if (before === undefined || rewind === undefined) return {};
  const { promise } = rewind;
  return {
    "langgraph_rollback.rewind.from_step": rewind.step,
    "langgraph_rollback.rewind.checkpoint_id": rewind.checkpoint,
    "langgraph_rollback.rewind.fork_id": rewind.fork,
    "langgraph_rollback.fork_of": before.view.attempt,
    "langgraph_rollback.kept": trajectory.steps.length - own.length,
    "langgraph_rollback.policy": rewind.policy,
    ...(promise === undefined
      ? {}
      : {
          "langgraph_rollback.promise.level": promise.level,
          "langgraph_rollback.promise.alpha": promise.alpha,
        }),
  };
}

/** Tokens that the attempt has spent: those of its record, else those that its own steps report. */
function tokensOf({ spent, steps }: AttemptView, own: readonly number[]): TelemetryAttributes {
  const tokens = spent?.tokens ?? own.flatMap((index) => steps[index]?.tokens ?? []);
  if (tokens.length === 0) return {};
  const sum = (count: (each: (typeof tokens)[number]) => number | undefined): number | undefined => {
    const counts = tokens.flatMap((each) => count(each) ?? []);
    return counts.length === 0 ? undefined : counts.reduce((one, other) => one + other, 0);
  };
  const [read, written] = [
    sum(({ cacheRead }) => cacheRead),
    sum((each) => ("cacheWrite" in each ? each.cacheWrite : undefined)),
  ];
  return {
    "gen_ai.usage.input_tokens": sum(({ input }) => input) ?? 0,
    "gen_ai.usage.output_tokens": sum(({ output }) => output) ?? 0,
    ...(read === undefined ? {} : { "gen_ai.usage.cache_read.input_tokens": read }),
    ...(written === undefined ? {} : { "gen_ai.usage.cache_creation.input_tokens": written }),
  };
}

function verdictOf({ trajectory, view }: ReadAttempt, time: string, said: Said): readonly OtlpEvent[] {
  const outcome = trajectory.outcome ?? view.outcome;
  if (outcome === undefined) return [];
  const { ok, reason, verifier } = outcome;
  const score = view.outcome?.score;
  const attributes: TelemetryAttributes = {
    "gen_ai.evaluation.name": EVALUATIONS.verdict,
    "gen_ai.evaluation.score.label": ok ? "pass" : "fail",
    ...(score === undefined ? {} : { "gen_ai.evaluation.score.value": score }),
    ...(reason !== undefined && said.isWanted ? { "gen_ai.evaluation.explanation": said.text(reason) } : {}),
    ...(verifier === undefined ? {} : { "langgraph_rollback.verifier": verifier }),
  };
  return [{ name: EVENT_NAMES.evaluation, timeUnixNano: time, attributes: keyValues(attributes) }];
}

function effectsOf({ effects = [] }: AttemptView, time: string): readonly OtlpEvent[] {
  return effects.map((effect) => {
    const attributes: TelemetryAttributes = {
      "langgraph_rollback.effect.id": effect.id,
      "langgraph_rollback.effect.name": effect.name,
      "langgraph_rollback.effect.kind": effect.kind,
      "langgraph_rollback.effect.class": effect.class,
      "langgraph_rollback.effect.standing": effect.standing,
      ...(effect.step === undefined ? {} : { "langgraph_rollback.step.index": effect.step }),
    };
    return { name: EVENT_NAMES.effect, timeUnixNano: time, attributes: keyValues(attributes) };
  });
}

function problemsOf({ problem, problems = [] }: AttemptView, time: string, said: Said): readonly OtlpEvent[] {
  return [...(problem === undefined ? [] : [problem]), ...problems].map(({ code, message }) => {
    const attributes: TelemetryAttributes = {
      "error.type": code,
      ...(said.isWanted ? { "langgraph_rollback.problem": said.text(message) } : {}),
    };
    return { name: EVENT_NAMES.problem, timeUnixNano: time, attributes: keyValues(attributes) };
  });
}

function linksOf({ before }: ReadAttempt, ids: RunIds): readonly OtlpLink[] {
  const rewind = before?.view.rewind;
  if (before === undefined || rewind === undefined) return [];
  const link = (address: SpanAddress, why: (typeof LINKS)[keyof typeof LINKS]): OtlpLink => ({
    ...address,
    attributes: keyValues({ "langgraph_rollback.link": why }),
  });
  const ranIn = whereRan(before, rewind.step);
  return [
    link(ids.attempt(before.view.attempt), LINKS.previousAttempt),
    ...(ranIn === undefined ? [] : [link(ids.step(ranIn.view.attempt, rewind.step), LINKS.rewoundTo)]),
  ];
}
