import { threadCopy } from "../failures/thread-copy.ts";
import type { FailedRun } from "../failures/failed-run.ts";
import type { ArmOptions, JudgedAttempt, System, TokenSum } from "../systems/system.ts";

/** One rollback of a run, and the attempt that followed. */
export interface RollbackDone {
  /** First step that ran again, 0-based. */
  readonly start: number;
  /** Steps that ran again. */
  readonly redone: number;
  readonly ok: boolean;
  /** Those that its model read and wrote after it. */
  readonly tokens: TokenSum;
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
  if (options === "nodes") {
    const ok = await system.retryNodes(thread);
    return { rollbacks: [], ok, tokens: sumOf(spentSince(before, system.tokens())) };
  }
  const judged: (JudgedAttempt & { readonly spent: TokenSum })[] = [];
  const starts: number[] = [];
  await system.rollBack(
    thread,
    {
      ...options,
      onEvent: (event) => {
        if (event.type === "rollback:rolled-back") starts.push(event.fromStep);
      },
    },
    (attempt) => judged.push({ ...attempt, spent: system.tokens() }),
  );
  const after = system.tokens();
  return {
    rollbacks: starts.map((start, at) => {
      const { ok = false, spent = after, steps = start } = judged[at + 1] ?? {};
      return { start, redone: steps - start, ok, tokens: spentSince(judged[at]?.spent ?? before, spent) };
    }),
    ok: judged.at(-1)?.ok === true,
    tokens: sumOf(spentSince(before, after)),
  };
}

const spentSince = (before: TokenSum, now: TokenSum): TokenSum => ({
  input: now.input - before.input,
  output: now.output - before.output,
});

const sumOf = ({ input, output }: TokenSum): number => input + output;
