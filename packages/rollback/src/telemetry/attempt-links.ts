import type { Link, SpanContext } from "@opentelemetry/api";

import { linkTo } from "./attempt-span.ts";
import { LINKS } from "./names.ts";
import { spanContextIn } from "./trace-context.ts";
import type { Trace } from "./trace-store.ts";

/** The attempt that a call has told before. */
export interface LastAttempt {
  /** 1-based. */
  readonly attempt: number;
  readonly context: SpanContext;
}

/**
 * Links of an attempt: to its part in an earlier call, to the attempt before it, and to the step that it went back to.
 *
 * @param earlier parts of the run's attempts in earlier calls, oldest first
 */
export function attemptLinks(
  attempt: number,
  earlier: readonly Trace[],
  { last, step }: { readonly last: LastAttempt | undefined; readonly step: SpanContext | undefined },
): readonly Link[] {
  const spanOf = (number: number): SpanContext | undefined =>
    spanContextIn(earlier.findLast((each) => each.attempt === number)?.span);
  const previous = last?.attempt === attempt - 1 ? last.context : spanOf(attempt - 1);
  const same = spanOf(attempt);
  return [
    ...(same === undefined ? [] : [linkTo(same, LINKS.previousCall)]),
    ...(previous === undefined ? [] : [linkTo(previous, LINKS.previousAttempt)]),
    ...(step === undefined ? [] : [linkTo(step, LINKS.rewoundTo)]),
  ];
}
