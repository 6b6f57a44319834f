import type { Imported, Unread } from "../imported.ts";
import { fieldsOf, mergedFields } from "../fields.ts";
import { importedSpans, withValues } from "../spans/imported-spans.ts";
import { toldShape } from "../told-shape.ts";
import type { TraceFile } from "../trace-file.ts";
import { type RunValues, valuesByRun } from "../values-by-run.ts";
import { type LangsmithRecord, recordsIn, TraceIds } from "./langsmith-records.ts";
import { type LangsmithRun, langsmithRun, metadataOf, spanOf } from "./langsmith-run.ts";

const silent = (): void => undefined;

/**
 * LangSmith's runs: as its client lists them, one JSON object a line, a list or `{ runs }`, and the requests of its SDK. Runs of one trace may
 * stand anywhere in the file; several values of one run are merged, later ones over earlier ones. A trace is one trajectory.
 */
export async function* fromLangsmith(
  file: TraceFile,
  tell: (unread: Unread) => void,
): AsyncGenerator<Imported> {
  const ids = new TraceIds();
  const traceOf = (record: LangsmithRecord): string => ids.of(record);
  const runsOf = (value: unknown, line: number): readonly string[] =>
    recordsIn(value, (unread) => tell({ line, ...unread })).map(traceOf);
  for await (const trace of valuesByRun(file, runsOf, tell)) {
    const read = traceIn(trace, traceOf, tell);
    if (read !== undefined) yield read;
  }
}

/** Whether a value is a run of LangSmith, or holds runs as its client writes them. */
export function isLangsmith(first: unknown): boolean {
  const [record] = recordsIn(first, silent);
  if (record?.kind !== "run") return false;
  const { value } = record;
  return "run_type" in value || "dotted_order" in value;
}

function traceIn(
  { run: trace, values }: RunValues,
  traceOf: (record: LangsmithRecord) => string,
  tell: (unread: Unread) => void,
): Imported | undefined {
  const runs = new Map<string, LangsmithRun>();
  const feedback: unknown[] = [];
  for (const { line, value } of values)
    for (const record of recordsIn(value, silent)) {
      if (traceOf(record) !== trace) continue;
      if (record.kind === "feedback") {
        feedback.push(withValues(record.value));
        continue;
      }
      const read = toldShape(record.value, langsmithRun, { line, path: record.path }, tell);
      if (read !== undefined) runs.set(read.id, merged(runs.get(read.id), read));
    }
  const line = values[0]?.line ?? 1;
  const [first] = runs.values();
  if (first === undefined) {
    if (feedback.length > 0) tell({ line, field: "", reason: "Expected the run that feedback is about." });
    return undefined;
  }
  const root = runs.get(trace) ?? first;
  return importedSpans({
    format: "langsmith",
    id: trace,
    spans: [...runs.values()].map(spanOf),
    given: [root["inputs"]],
    fields: runFields(root, feedback),
  });
}

/** A request that ends a run leaves out what did not change. */
function merged(before: LangsmithRun | undefined, after: LangsmithRun): LangsmithRun {
  const run = mergedFields(before, after);
  const extra = { ...fieldsOf(before?.extra), ...fieldsOf(after.extra) };
  return before === undefined ? run : { ...run, extra };
}

const OF_THE_RUN = [
  "name",
  "session_name",
  "session_id",
  "tags",
  "status",
  "feedback_stats",
  "total_tokens",
  "prompt_tokens",
  "completion_tokens",
  "total_cost",
  "app_path",
  "reference_example_id",
] as const;

function runFields(root: LangsmithRun, feedback: readonly unknown[]): Readonly<Record<string, unknown>> {
  const own = Object.fromEntries(OF_THE_RUN.map((name) => [name, root[name]]));
  return withValues({ ...own, metadata: metadataOf(root), error: root["error"], feedback });
}
