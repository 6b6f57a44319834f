import { z } from "zod";
import { type Fields, fieldsOf, firstText, itemsOf } from "../fields.ts";
import { withValues } from "../spans/imported-spans.ts";
import { errorIn } from "../spans/span-error.ts";
import type { Span, SpanKind } from "../spans/span.ts";
import { isoTime } from "../iso-time.ts";

const text = z.nullish(z.string());
const time = z.nullish(z.union([z.string(), z.number()]));
const fields = z.nullish(z.record(z.string(), z.unknown()));

/** One run of LangSmith: a call of a model, a tool or a function. */
export interface LangsmithRun {
  readonly id: string;
  readonly name?: string | null | undefined;
  readonly run_type?: string | null | undefined;
  readonly parent_run_id?: string | null | undefined;
  readonly start_time?: string | number | null | undefined;
  readonly end_time?: string | number | null | undefined;
  readonly extra?: Fields | null | undefined;
  readonly tags?: readonly unknown[] | null | undefined;
  readonly [field: string]: unknown;
}

export const langsmithRun: z.ZodType<LangsmithRun> = z.looseObject({
  id: z.string(),
  name: text,
  run_type: text,
  parent_run_id: text,
  trace_id: text,
  dotted_order: text,
  start_time: time,
  end_time: time,
  extra: fields,
  tags: z.nullish(z.array(z.unknown())),
});

const KINDS: ReadonlyMap<unknown, SpanKind> = new Map([
  ["llm", "model"],
  ["tool", "tool"],
  ["retriever", "retriever"],
]);

/** Mark of runs that LangChain shows nobody. */
const HIDDEN = "langsmith:hidden";

/** A run as a span. */
export function spanOf(run: LangsmithRun): Span {
  const metadata = metadataOf(run);
  const error = errorIn(run["error"]);
  const [start, end] = [isoTime(run.start_time), isoTime(run.end_time)];
  const parent = firstText(
    run.parent_run_id,
    parentIn(run["dotted_order"]),
    itemsOf(run["parent_run_ids"]).at(-1),
  );
  return {
    id: run.id,
    ...(parent === undefined ? {} : { parent }),
    name: firstText(run.name) ?? run.run_type ?? "run",
    kind: KINDS.get(run.run_type?.toLowerCase()) ?? "chain",
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
    input: run["inputs"],
    output: run["outputs"],
    ...(error === undefined ? {} : { error }),
    metadata,
    isHidden: itemsOf(run.tags).includes(HIDDEN),
    fields: originFields(run, metadata),
  };
}

/** Metadata of a run: `listRuns` gives it inside of `extra`, `runs.query` beside it. */
export function metadataOf({ extra, metadata }: LangsmithRun): Fields {
  return { ...fieldsOf(metadata), ...fieldsOf(fieldsOf(extra)["metadata"]) };
}

/** Ids stand behind the time of each run in a dotted order, the outermost first. */
export function idsIn(dottedOrder: unknown): readonly string[] {
  if (typeof dottedOrder !== "string") return [];
  return dottedOrder.split(".").map((part) => part.replace(/^\d{8}T\d{12}Z/, ""));
}

function parentIn(dottedOrder: unknown): string | undefined {
  return firstText(idsIn(dottedOrder).at(-2));
}

/** Fields that a step or its origin has a place for elsewhere. */
const PLACED: ReadonlySet<string> = new Set([
  "id",
  "parent_run_id",
  "parent_run_ids",
  "trace_id",
  "dotted_order",
  "start_time",
  "end_time",
  "inputs",
  "outputs",
  "extra",
  "metadata",
  "serialized",
  "events",
  "child_runs",
  "child_run_ids",
  "error",
  "session_name",
  "session_id",
]);

function originFields(run: LangsmithRun, metadata: Fields): Fields {
  const rest = Object.entries(run).filter(([name]) => !PLACED.has(name));
  return withValues({
    ...Object.fromEntries(rest),
    metadata,
    // A stack is left out of a step's error.
    error: run["error"],
  });
}
