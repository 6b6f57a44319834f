import type { AttemptRecord } from "langgraph-rollback";

import type { AttemptView, StepView } from "../view/thread-view.ts";

/**
 * One attempt as the page shows it.
 *
 * @param before what was kept of the attempt before it; absent for the first, and where nobody knows
 */
export function attemptViewOf(
  steps: readonly StepView[],
  {
    attempt,
    head,
    record,
    before,
  }: {
    readonly attempt: number;
    readonly head?: string;
    readonly record?: AttemptRecord;
    readonly before?: AttemptRecord;
  },
): AttemptView {
  const { at, outcome, decision, reason, attribution, rewind, problem } = record ?? {};
  return {
    attempt,
    ...(head === undefined ? {} : { head }),
    ...(at === undefined ? {} : { at }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(decision === undefined ? {} : { decision }),
    ...(reason === undefined ? {} : { reason }),
    // The rewind counts what it kept; an attempt that was cut off may have fewer.
    kept: Math.min(before?.rewind?.kept ?? 0, steps.length),
    steps,
    ...(attribution === undefined ? {} : { attribution }),
    ...(rewind === undefined ? {} : { rewind }),
    ...(before?.note === undefined ? {} : { note: before.note }),
    ...(problem === undefined ? {} : { problem }),
  };
}
