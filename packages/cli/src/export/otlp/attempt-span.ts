import { type TelemetryAttributes, telemetryAttributes, telemetryNames } from "langgraph-rollback/inspection";
import type { ReadAttempt } from "../read-run.ts";
import type { Said } from "../said.ts";
import { keyValues, nanos, type OtlpEvent, type OtlpLink, type OtlpSpan } from "./otlp-json.ts";
import { type RunIds, type SpanAddress, whereRan } from "./span-ids.ts";
import { thrown } from "./step-span.ts";

const { EVENT_NAMES, LINKS, OPERATIONS } = telemetryNames;
const {
  alarmAttributes,
  decidedAttributes,
  earlyAttributes,
  effectAttributes,
  problemAttributes,
  rewindAttributes,
  tokenAttributes,
  verdictAttributes,
} = telemetryAttributes;

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
  // The error of an early end is no exception of the agent's.
  const error = view.outcome?.early === undefined ? view.outcome?.error : undefined;
  const attributes: TelemetryAttributes = {
    "gen_ai.operation.name": OPERATIONS.attempt,
    ...of,
    ...decidedAttributes(view),
    ...rewindOf(attempt),
    ...tokensOf(
      view,
      own.map(({ index }) => index),
    ),
    "langgraph_rollback.steps": own.length,
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
      ...alarmOf(view, end),
      ...verdictOf(attempt, nanos(view.at) === "0" ? end : nanos(view.at), said),
      ...effectsOf(view, end),
      ...problemsOf(view, end, said),
    ],
    links: linksOf(attempt, ids),
    status:
      error === undefined ? {} : { code: 2, ...(said.isWanted ? { message: said.text(error.message) } : {}) },
  };
}

/** The rollback that made the attempt. */
function rewindOf({ before, own, trajectory }: ReadAttempt): TelemetryAttributes {
  const rewind = before?.view.rewind;
  if (before === undefined || rewind === undefined) return {};
  return {
    ...rewindAttributes(before.view.attempt, rewind),
    "langgraph_rollback.kept": trajectory.steps.length - own.length,
  };
}

/** Tokens that the attempt has spent: those of its record, else those that its own steps report. */
function tokensOf({ spent, steps }: AttemptView, own: readonly number[]): TelemetryAttributes {
  return tokenAttributes(spent?.tokens ?? own.flatMap((index) => steps[index]?.tokens ?? []));
}

function alarmOf(view: AttemptView, time: string): readonly OtlpEvent[] {
  const attributes = alarmAttributes(view);
  return attributes === undefined
    ? []
    : [{ name: EVENT_NAMES.alarm, timeUnixNano: time, attributes: keyValues(attributes) }];
}

/** The verdict, or what stopped the attempt before there was one. */
function verdictOf({ trajectory, view }: ReadAttempt, time: string, said: Said): readonly OtlpEvent[] {
  const outcome = trajectory.outcome ?? view.outcome;
  if (outcome === undefined) return [];
  const { ok, reason, verifier } = outcome;
  const told = reason !== undefined && said.isWanted ? said.text(reason) : undefined;
  const early = earlyAttributes(view, told);
  if (early !== undefined)
    return [{ name: EVENT_NAMES.stoppedEarly, timeUnixNano: time, attributes: keyValues(early) }];
  const attributes: TelemetryAttributes = {
    ...verdictAttributes({ ok, score: view.outcome?.score }, told),
    ...(verifier === undefined ? {} : { "langgraph_rollback.verifier": verifier }),
  };
  return [{ name: EVENT_NAMES.evaluation, timeUnixNano: time, attributes: keyValues(attributes) }];
}

function effectsOf({ effects = [] }: AttemptView, time: string): readonly OtlpEvent[] {
  return effects.map((effect) => {
    const attributes: TelemetryAttributes = {
      ...effectAttributes(effect),
      ...(effect.step === undefined ? {} : { "langgraph_rollback.step.index": effect.step }),
    };
    return { name: EVENT_NAMES.effect, timeUnixNano: time, attributes: keyValues(attributes) };
  });
}

function problemsOf({ problem, problems = [] }: AttemptView, time: string, said: Said): readonly OtlpEvent[] {
  return [...(problem === undefined ? [] : [problem]), ...problems].map(({ code, message }) => {
    const attributes = problemAttributes(code, said.isWanted ? said.text(message) : undefined);
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
