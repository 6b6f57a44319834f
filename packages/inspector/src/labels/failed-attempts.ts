import type { Attribution } from "@langgraph-rollback/attribution";

import { type Remembered, rememberedBy } from "../source/remembered-by.ts";
import type { ThreadSource } from "../source/thread-source.ts";
import type { ThreadSummary } from "../shared/view/thread-summary.ts";
import type { AttemptView, RunView } from "../shared/view/thread-view.ts";
import type { AttemptId } from "../shared/labels/attempt-key.ts";

/** What labels and calibration want to know of an attempt. */
export interface AttemptBrief extends AttemptId {
  /** What the agent was asked to do. Untrusted. */
  readonly task: string;
  /** Number of its steps. */
  readonly steps: number;
  /** As in `AttemptView`. */
  readonly head?: string | undefined;
  readonly at?: string | undefined;
  readonly attribution?: Attribution | undefined;
}

/** More than anybody looks through. */
const THREADS = 10_000;

/** Whoever labels asks after every label, and few threads have changed by then. */
const remembered = new WeakMap<ThreadSource, Remembered<readonly AttemptBrief[]>>();

/**
 * Attempts that were judged and failed and that have steps, of the source's latest threads. Threads that have not changed
 * since are not read again.
 *
 * @param limit of threads that are looked at
 */
export async function failedAttempts(source: ThreadSource, limit: number): Promise<readonly AttemptBrief[]> {
  const { threads } = await source.list(limit);
  const failures = failuresIn(source);
  const failed: AttemptBrief[] = [];
  for (const summary of threads) {
    // One at a time: each is read from the source's database.
    if (mayHaveFailed(summary)) failed.push(...(await failures.read(summary.id)));
  }
  return failed;
}

/** An attempt, whether it failed or not. */
export function briefOf(thread: string, { run, task }: RunView, view: AttemptView): AttemptBrief {
  const { at, attempt, attribution, head, steps } = view;
  return {
    thread,
    run,
    attempt,
    task,
    steps: steps.length,
    head,
    at,
    attribution,
  };
}

function failuresIn(source: ThreadSource): Remembered<readonly AttemptBrief[]> {
  const known = remembered.get(source);
  if (known !== undefined) return known;
  const failures = rememberedBy(
    THREADS,
    (id) => source.version(id),
    (id) => failedOf(source, id),
  );
  remembered.set(source, failures);
  return failures;
}

/** Spares reading the many threads of which the summary says that all went well at once. */
function mayHaveFailed({ runs, status }: ThreadSummary): boolean {
  return runs > 1 || (status !== "succeeded" && status !== "not-judged");
}

async function failedOf(source: ThreadSource, thread: string): Promise<readonly AttemptBrief[]> {
  const { runs } = (await source.thread(thread)) ?? { runs: [] };
  return runs.flatMap((run) =>
    run.attempts
      .filter(({ outcome, steps }) => outcome?.ok === false && steps.length > 0)
      .map((view) => briefOf(thread, run, view)),
  );
}
