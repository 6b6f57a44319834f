import type { Span } from "./span.ts";
import { microseconds } from "./span-time.ts";

/** Spans of one run with those around them. */
export interface SpanTree {
  /** In order of their starts; those that start together, or at no known time, in the order of the file. */
  readonly spans: readonly Span[];
  /** The spans that a span lies in, nearest first. */
  readonly around: (span: Span) => readonly Span[];
  /** All spans inside of a span. */
  readonly inside: (span: Span) => readonly Span[];
}

/** Spans around one that are looked at: more are a mistake, or mean harm. */
const HIGHEST = 200;

/** Puts spans together. Parents that are missing, and circles of parents, end the way up. */
export function spanTree(given: readonly Span[]): SpanTree {
  const byId = new Map(given.map((span) => [span.id, span]));
  const around = new Map(given.map((span) => [span, wayUp(span, byId)]));
  const inside = new Map<Span, Span[]>(given.map((span) => [span, []]));
  for (const [span, holders] of around) for (const holder of holders) inside.get(holder)?.push(span);
  return {
    spans: inOrder(given),
    around: (span) => around.get(span) ?? [],
    inside: (span) => inside.get(span) ?? [],
  };
}

function wayUp(span: Span, byId: ReadonlyMap<string, Span>): readonly Span[] {
  const found = new Set<Span>();
  let at = parentOf(span, byId);
  while (at !== undefined && at !== span && !found.has(at) && found.size < HIGHEST) {
    found.add(at);
    at = parentOf(at, byId);
  }
  return [...found];
}

function parentOf({ parent }: Span, byId: ReadonlyMap<string, Span>): Span | undefined {
  return parent === undefined ? undefined : byId.get(parent);
}

/** A span without a start goes where the one before it in the file goes. */
function inOrder(spans: readonly Span[]): readonly Span[] {
  let last = Number.NEGATIVE_INFINITY;
  return spans
    .map((span) => {
      const time = span.start ?? span.end;
      if (time !== undefined) last = microseconds(time);
      return { span, at: last };
    })
    .toSorted((one, other) => (one.at === other.at ? 0 : one.at - other.at))
    .map(({ span }) => span);
}
