import type { Imported, Unread } from "../imported.ts";
import { decoded, type Fields, fieldsOf, firstText, itemsOf, mergedFields } from "../fields.ts";
import { importedSpans, withValues } from "../spans/imported-spans.ts";
import { toldShape } from "../told-shape.ts";
import { isoTime } from "../iso-time.ts";
import type { Span } from "../spans/span.ts";
import type { TraceFile } from "../trace-file.ts";
import { type RunValues, valuesByRun } from "../values-by-run.ts";
import { asInApi, recordsIn } from "./langfuse-records.ts";
import { type Observation, observationShape, spanOf } from "./observation.ts";

const silent = (): void => undefined;

/**
 * Langfuse's traces: as its page exports them, as its API gives them, or as lists and JSON Lines of observations, traces and scores. What belongs to
 * one trace may stand anywhere in the file. A trace is one trajectory.
 */
export async function* fromLangfuse(
  file: TraceFile,
  tell: (unread: Unread) => void,
): AsyncGenerator<Imported> {
  const runsOf = (value: unknown, line: number): readonly string[] =>
    recordsIn(value, (unread) => tell({ line, ...unread })).map(({ trace }) => trace);
  for await (const trace of valuesByRun(file, runsOf, tell)) {
    const read = traceIn(trace, tell);
    if (read !== undefined) yield read;
  }
}

/** Whether a value is an observation of Langfuse, or a trace with its observations. */
export function isLangfuse(first: unknown): boolean {
  const page = fieldsOf(first)["data"];
  const value = fieldsOf(asInApi(Array.isArray(page) ? itemsOf(page)[0] : first));
  const { observations, startTime, trace, traceId, type } = value;
  if (firstText(traceId) !== undefined) return startTime !== undefined && type !== undefined;
  return Array.isArray(observations) && (trace !== undefined || "timestamp" in value);
}

function traceIn({ run, values }: RunValues, tell: (unread: Unread) => void): Imported | undefined {
  const observations = new Map<string, Observation>();
  const scores = new Map<unknown, Fields>();
  let trace: Fields = {};
  for (const { line, value } of values)
    for (const record of recordsIn(value, silent)) {
      if (record.trace !== run) continue;
      if (record.kind === "trace") trace = mergedFields(trace, record.value);
      else if (record.kind === "score") scores.set(record.value["id"] ?? record, withValues(record.value));
      else {
        const read = toldShape(record.value, observationShape, { line, path: record.path }, tell);
        // An export has each observation twice, once without its texts.
        if (read !== undefined) observations.set(read.id, mergedFields(observations.get(read.id), read));
      }
    }
  const spans = [...observations.values()].map(spanOf);
  if (spans.length === 0 && firstText(trace["id"]) === undefined) {
    if (scores.size > 0)
      tell({ line: values[0]?.line ?? 1, field: "", reason: "Expected the trace that scores are about." });
    return undefined;
  }
  return importedSpans({
    format: "langfuse",
    id: run,
    spans: spans.length > 0 ? spans : [spanOfTrace(run, trace)],
    given: [decoded(trace["input"])],
    fields: traceFields(trace, [...scores.values()]),
  });
}

/** A trace without observations: its input and output are all that is known. */
function spanOfTrace(id: string, trace: Fields): Span {
  const start = isoTime(trace["timestamp"]);
  return {
    id,
    name: firstText(trace["name"]) ?? "trace",
    kind: "chain",
    ...(start === undefined ? {} : { start }),
    input: decoded(trace["input"]),
    output: trace["output"],
    metadata: {},
    fields: {},
  };
}

const LEFT_OUT: ReadonlySet<string> = new Set([
  "id",
  "projectId",
  "input",
  "output",
  "observations",
  "scores",
  "metadata",
  "createdAt",
  "updatedAt",
]);

function traceFields(trace: Fields, scores: readonly Fields[]): Fields {
  const own = Object.entries(trace).filter(([name]) => !LEFT_OUT.has(name));
  return withValues({
    ...Object.fromEntries(own),
    metadata: fieldsOf(decoded(trace["metadata"])),
    scores,
  });
}
