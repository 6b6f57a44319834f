import type { Step } from "@langgraph-rollback/attribution/trajectory";
import { type TelemetryAttributes, telemetryNames } from "langgraph-rollback/inspection";
import { promptOf, type ReadAttempt, type ReadRun } from "../read-run.ts";
import type { Said } from "../said.ts";
import { attemptSpan } from "./attempt-span.ts";
import { keyValues, type OtlpSpan } from "./otlp-json.ts";
import { type RunIds, runIds } from "./span-ids.ts";
import { stepSpan } from "./step-span.ts";

const { OPERATIONS, SCOPE } = telemetryNames;

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

/** The spans of a run: the call, each attempt in it, and in these the steps that they executed themselves. */
export function runSpans({ attempts, run, thread, view }: ReadRun, said: Said): readonly OtlpSpan[] {
  const ids = runIds(thread, run);
  const about: TelemetryAttributes = { "gen_ai.conversation.id": thread, "langgraph_rollback.run": run };
  const inside = attempts.flatMap((attempt) => {
    const of = { ...about, "langgraph_rollback.attempt": attempt.view.attempt };
    return [attemptSpan(attempt, of, ids, said), ...stepSpans(attempt, of, ids, said)];
  });
  const known = (time: keyof OtlpSpan & `${string}TimeUnixNano`): readonly string[] =>
    inside
      .map((span) => span[time])
      .filter((nanos) => nanos !== "0")
      .toSorted(byLength);
  const last = attempts.at(-1)?.view.outcome?.error;
  const attributes: TelemetryAttributes = {
    "gen_ai.operation.name": OPERATIONS.call,
    ...about,
    ...(STATUSES.has(view.status) ? { "langgraph_rollback.status": view.status } : {}),
    ...(last === undefined ? {} : { "error.type": last.name }),
  };
  const call: OtlpSpan = {
    ...ids.call,
    name: OPERATIONS.call,
    kind: 1,
    startTimeUnixNano: known("startTimeUnixNano")[0] ?? "0",
    endTimeUnixNano: known("endTimeUnixNano").at(-1) ?? "0",
    attributes: keyValues(attributes),
    events: [],
    links: [],
    status: last === undefined ? {} : { code: 2 },
  };
  return [call, ...inside];
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
