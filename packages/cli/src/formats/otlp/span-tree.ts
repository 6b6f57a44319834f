import type { Span } from "./span.ts";

/** Spans of one run with their parents. */
export interface SpanTree {
  /** In order of time: by start, then by place in the file. */
  readonly spans: readonly Span[];
  /** The spans around a span, nearest first. */
  readonly around: (span: Span) => readonly Span[];
}

/** Spans around a span that are looked at: more are a mistake, or mean harm. */
const HIGHEST = 500;

/** Puts spans together. Parents that are missing, and circles of parents, end the way up. */
export function spanTree(spans: readonly Span[]): SpanTree {
  const byId = new Map(spans.map((span) => [keyOf(span.traceId, span.spanId), span]));
  return {
    spans: spans.toSorted((one, other) =>
      compare(one.start ?? one.end ?? 0n, other.start ?? other.end ?? 0n),
    ),
    around: (span) => {
      const found: Span[] = [];
      const seen = new Set([span]);
      for (let at = parentOf(span, byId); at !== undefined && !seen.has(at); at = parentOf(at, byId)) {
        seen.add(at);
        found.push(at);
        if (found.length === HIGHEST) return found;
        // A span in a circle has nothing around it: what would hold it lies inside of it, too.
        if (parentOf(at, byId) === span) return [];
      }
      return found;
    },
  };
}

const keyOf = (trace: string, id: string): string => `${trace}:${id}`;

const parentOf = ({ parent, traceId }: Span, byId: ReadonlyMap<string, Span>): Span | undefined =>
  parent === undefined ? undefined : byId.get(keyOf(traceId, parent));

const compare = (one: bigint, other: bigint): number => (one < other ? -1 : Number(one > other));
