import { TrajectoryFormatError } from "@langgraph-rollback/attribution/trajectory";
import type { Imported, TraceReader, Unread } from "../imported.ts";
import { valuesByRun } from "../values-by-run.ts";
import { foreignRun } from "./foreign-run.ts";
import { ownRun, ownRunId } from "./own-run.ts";
import type { Span } from "./span.ts";
import { isOtlp, spansIn } from "./spans-in.ts";
import { TiedTraces } from "./tied-traces.ts";

/** Characters of an id that a message shows: it comes from the file. */
const SHOWN_OF_ID = 100;

/**
 * Reads OTLP/JSON: one document, a list of them, or one a line, as the collector's file exporter writes them. A run is a trace; a run of ours that was told of
 * in several traces is one, and each of its attempts a trajectory.
 */
export const fromOtlp: TraceReader = async function* (file, tell) {
  const ties = new TiedTraces();
  let seen = 0;
  const traces = (value: unknown): readonly string[] => {
    if (!isOtlp(value)) return [NOT_OTLP];
    const spans = spansIn(value, 1, () => undefined);
    seen += spans.length;
    for (const span of spans) ties.tie(span.traceId, ownRunId(span));
    // A value of which no span can be read is looked at once more, to be told of.
    return [...new Set(spans.map(({ traceId }) => traceId)), ...(spans.length === 0 ? [NOT_OTLP] : [])];
  };
  const told = new Set<string>();
  const tellOnce = (unread: Unread): void => {
    const key = `${unread.line}:${unread.field}`;
    if (told.has(key)) return;
    told.add(key);
    tell(unread);
  };
  let runs = 0;
  const spansOf = new WeakMap<object, ReadonlyMap<string, readonly Span[]>>();
  for await (const { run, values } of valuesByRun(file, traces, tell, (trace) => ties.nameOf(trace))) {
    const spans = distinct(
      values.flatMap(({ line, value }) =>
        spansOfRun(value, line, run, { ties, tell: tellOnce, known: spansOf }),
      ),
      tell,
    );
    for (const imported of importedOf(run, spans, tell)) {
      runs += 1;
      yield imported;
    }
  }
  if (runs === 0)
    throw new TrajectoryFormatError({
      field: "resourceSpans",
      expected: "spans of agents, by OpenTelemetry's GenAI conventions or OpenInference",
      actual: seen,
      remedy: "The number is that of all spans. See docs/import.md for the attributes that are read.",
    });
};

/** Stands for the run of a value without spans. */
const NOT_OTLP = "";

interface Reading {
  readonly ties: TiedTraces;
  readonly tell: (unread: Unread) => void;
  /** Spans of values that were read, by run: one value may tell of many. */
  readonly known: WeakMap<object, ReadonlyMap<string, readonly Span[]>>;
}

function spansOfRun(
  value: unknown,
  line: number,
  run: string,
  { known, tell, ties }: Reading,
): readonly Span[] {
  if (typeof value !== "object" || value === null) return spansIn(value, line, tell);
  const read = known.get(value) ?? byRun(spansIn(value, line, tell), ties);
  known.set(value, read);
  return read.get(run) ?? [];
}

function byRun(spans: readonly Span[], ties: TiedTraces): ReadonlyMap<string, readonly Span[]> {
  const found = new Map<string, Span[]>();
  for (const span of spans) {
    const name = ties.nameOf(span.traceId);
    const own = found.get(name);
    if (own === undefined) found.set(name, [span]);
    else own.push(span);
  }
  return found;
}

/** Each span once: exporters repeat what they do not know to have arrived. */
function distinct(spans: readonly Span[], tell: (unread: Unread) => void): readonly Span[] {
  const seen = new Set<string>();
  return spans.filter(({ line, spanId, traceId }) => {
    const key = `${traceId}:${spanId}`;
    const isFirst = !seen.has(key);
    seen.add(key);
    if (!isFirst)
      tell({
        line,
        field: "spanId",
        reason: `The span ${spanId.slice(0, SHOWN_OF_ID)} stands there twice; the first counts.`,
      });
    return isFirst;
  });
}

function importedOf(
  trace: string,
  spans: readonly Span[],
  tell: (unread: Unread) => void,
): readonly Imported[] {
  const own = [...new Set(spans.flatMap((span) => ownRunId(span) ?? []))];
  if (own.length > 0) return own.flatMap((run) => ownRun(run, spans, tell));
  const found = foreignRun(trace, spans);
  if (found !== undefined) return [found];
  const [first] = spans;
  if (first !== undefined)
    tell({
      line: first.line,
      field: "",
      reason: `Trace ${trace.slice(0, SHOWN_OF_ID)} has no step of an agent.`,
    });
  return [];
}
