import { threadCopy } from "../failures/thread-copy.ts";
import type { FailedRun } from "../failures/failed-run.ts";
import type { ArmOptions, JudgedAttempt, System } from "../systems/system.ts";

/** One rollback of a run, and the attempt that followed. */
export interface RollbackDone {
  /** First step that ran again, 0-based. */
  readonly start: number;
  /** Steps that ran again. */
  readonly redone: number;
  readonly ok: boolean;
}

/** What became of a failed run in an arm. */
export interface ArmRun {
  /** In order; the last one is the one that succeeded, if one did. */
  readonly rollbacks: readonly RollbackDone[];
  /** Tokens that its model read and wrote after the failure. */
  readonly tokens: number;
}

/**
 * Tries a failed run again, from a copy of its checkpoints.
 *
 * @param options of `withRollback`; "nodes" tries nodes again, which it is not asked for
 */
export async function runArm(system: System, options: ArmOptions | "nodes", run: FailedRun): Promise<ArmRun> {
  const thread = threadCopy(run.thread);
  if (options === "nodes") {
    await system.retryNodes(thread);
    return { rollbacks: [], tokens: 0 };
  }
  const judged: JudgedAttempt[] = [];
  const starts: number[] = [];
  const before = system.tokens();
  await system.rollBack(
    thread,
    {
      ...options,
      onEvent: (event) => {
        if (event.type === "rollback:rolled-back") starts.push(event.record.rewind?.kept ?? 0);
      },
    },
    (attempt) => judged.push(attempt),
  );
  const after = system.tokens();
  return {
    rollbacks: starts.map((start, at) => {
      const { ok = false, steps = start } = judged[at + 1] ?? {};
      return { start, redone: steps - start, ok };
    }),
    tokens: after.input + after.output - before.input - before.output,
  };
}
