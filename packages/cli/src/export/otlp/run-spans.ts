import type { Step } from "@langgraph-rollback/attribution/trajectory";
import { type TelemetryAttributes, telemetryNames } from "langgraph-rollback/inspection";
import { promptOf, type ReadAttempt, type ReadRun } from "../read-run.ts";
import type { Said } from "../said.ts";
import { attemptSpan } from "./attempt-span.ts";
import { keyValues, type OtlpSpan } from "./otlp-json.ts";
import { type RunIds, runIds, type SpanAddress } from "./span-ids.ts";
import { stepSpan } from "./step-span.ts";

const { LINKS, OPERATIONS, SCOPE } = telemetryNames;

/** Status words that telemetry has, too. */
const STATUSES: ReadonlySet<string> = new Set([
  "succeeded",
  "recovered",
  "gave-up",
  "unjudged",
  "interrupted",
]);

/** A run as one OTLP/JSON document. */
export function runDocument(run: ReadRun, said: Said): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: [{ key: "service.name", value: { stringValue: SCOPE } }] },
        scopeSpans: [{ scope: { name: SCOPE }, spans: runSpans(run, said) }],
      },
    ],
  };
}

/** The spans of a run: its calls, each attempt in its call, and in these the steps that they executed themselves. */
export function runSpans(run: ReadRun, said: Said): readonly OtlpSpan[] {
  const ids = runIds(run);
  const about: TelemetryAttributes = {
    "gen_ai.conversation.id": run.thread,
    "langgraph_rollback.run": run.run,
  };
  const calls = new Map<string, Call>();
  for (const attempt of run.attempts) {
    const of = { ...about, "langgraph_rollback.attempt": attempt.view.attempt };
    const address = ids.call(attempt.view.attempt);
    const inside = [attemptSpan(attempt, of, ids, said), ...stepSpans(attempt, of, ids, said)];
    const before = calls.get(address.spanId)?.inside ?? [];
    calls.set(address.spanId, { address, inside: [...before, ...inside] });
  }
  const all = [...calls.values()];
  return all.flatMap((call, at) => {
    const ended = at + 1 === all.length ? endOf(run) : {};
    return [callSpan(call, { ...about, ...ended }, all[at - 1]?.address), ...call.inside];
  });
}

/** A call with the spans of its attempts. */
interface Call {
  readonly address: SpanAddress;
  readonly inside: readonly OtlpSpan[];
}

function callSpan(
  { address, inside }: Call,
  about: TelemetryAttributes,
  before: SpanAddress | undefined,
): OtlpSpan {
  const known = (time: keyof OtlpSpan & `${string}TimeUnixNano`): readonly string[] =>
    inside
      .map((span) => span[time])
      .filter((nanos) => nanos !== "0")
      .toSorted(byLength);
  return {
    ...address,
    name: OPERATIONS.call,
    kind: 1,
    startTimeUnixNano: known("startTimeUnixNano")[0] ?? "0",
    endTimeUnixNano: known("endTimeUnixNano").at(-1) ?? "0",
    attributes: keyValues({ "gen_ai.operation.name": OPERATIONS.call, ...about }),
    events: [],
    links:
      before === undefined
        ? []
        : [{ ...before, attributes: keyValues({ "langgraph_rollback.link": LINKS.previousCall }) }],
    status: about["error.type"] === undefined ? {} : { code: 2 },
  };
}

/** The run's end, which its last call tells of. */
function endOf({ attempts, view }: ReadRun): TelemetryAttributes {
  const { early, error } = attempts.at(-1)?.view.outcome ?? {};
  return {
    ...(STATUSES.has(view.status) ? { "langgraph_rollback.status": view.status } : {}),
    ...(error === undefined || early !== undefined ? {} : { "error.type": error.name }),
  };
}

/** Numbers without leading zeros, as texts. */
const byLength = (one: string, other: string): number =>
  one.length - other.length || (one < other ? -1 : Number(one > other));

function stepSpans(
  attempt: ReadAttempt,
  of: TelemetryAttributes,
  ids: RunIds,
  said: Said,
): readonly OtlpSpan[] {
  const { attempt: number } = attempt.view;
  const told = new Set<string>();
  return attempt.own.map((step) =>
    stepSpan(
      step,
      {
        own: ids.step(number, step.index),
        parent: ids.attempt(number),
        of,
        instructions: instructionsOnce(attempt, step, told),
      },
      attempt,
      said,
    ),
  );
}

/** The system prompt of a step's agent, with the first of its steps. */
function instructionsOnce({ trajectory }: ReadAttempt, step: Step, told: Set<string>): string | undefined {
  if (told.has(step.agent)) return undefined;
  told.add(step.agent);
  return promptOf(step, trajectory.instructions);
}
