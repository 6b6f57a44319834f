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

/** Outcome of a failed run in an arm. */
export interface ArmRun {
  /** In order; the last one is the one that succeeded, if one did. None where nodes were tried again. */
  readonly rollbacks: readonly RollbackDone[];
  /** Whether its result is right in the end. */
  readonly ok: boolean;
  /** Tokens that its model read and wrote after the failure. */
  readonly tokens: number;
}

/**
 * Tries a failed run again, from a copy of its checkpoints.
 *
 * @param options of `withRollback`; "nodes" tries nodes again, in place of rollbacks
 */
export async function runArm(system: System, options: ArmOptions | "nodes", run: FailedRun): Promise<ArmRun> {
  const thread = threadCopy(run.thread);
  const before = system.tokens();
  const spent = (): number => {
    const { input, output } = system.tokens();
    return input + output - before.input - before.output;
  };
  if (options === "nodes") return { rollbacks: [], ok: await system.retryNodes(thread), tokens: spent() };
  const judged: JudgedAttempt[] = [];
  const starts: number[] = [];
  await system.rollBack(
    thread,
    {
      ...options,
      onEvent: (event) => {
        if (event.type === "rollback:rolled-back") starts.push(event.fromStep);
      },
    },
    (attempt) => judged.push(attempt),
  );
  return {
    rollbacks: starts.map((start, at) => {
      const { ok = false, steps = start } = judged[at + 1] ?? {};
      return { start, redone: steps - start, ok };
    }),
    ok: judged.at(-1)?.ok === true,
    tokens: spent(),
  };
}
