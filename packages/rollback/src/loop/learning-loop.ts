import { AsyncLocalStorage } from "node:async_hooks";

import { DEFAULT_ALPHA, learnFrom, type LearningState, nextVersionAt } from "@langgraph-rollback/attribution";
import { labelsNeeded } from "@langgraph-rollback/attribution/conformal";

import { describeError, textIn } from "../errors/describe-error.ts";
import { warn } from "../errors/warn.ts";
import type { ResolvedLearn } from "../setup/learn-options.ts";
import { type KeptLearning, stateOf } from "../setup/learning-place.ts";
import type { RunOnThread } from "../setup/open-runs.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import type { ResolvedOptions } from "../setup/rollback-options.ts";
import { missedEntries } from "./missed-entries.ts";
import { replayRun } from "./replay-run.ts";
import { runEntry } from "./run-entry.ts";

/** @internal Runs that are learnt from, and how. */
export interface LearningContext extends Pick<RollbackContext, "saver"> {
  readonly options: Pick<ResolvedOptions, "clock" | "history" | "lock" | "recovery"> & {
    readonly learn: ResolvedLearn;
    /** Tolerated miss rate of sets; `undefined` for the default. */
    readonly alpha: number | undefined;
  };
  /** The graph whose runs they are; absent where nobody has it, and nothing can be replayed. */
  readonly graph?: RollbackContext;
}

/** Work of the background belongs to no run: callbacks, threads and tracers around a run are not its own. */
const outside = AsyncLocalStorage.snapshot();

/** @internal Learning of one agent in this process: one thing after the other, in the background. Nothing here ever rejects into a run. */
export class LearningLoop {
  readonly #kept: KeptLearning;
  #last: Promise<unknown> = Promise.resolve();
  /** Runs that passed at their first attempt since the last one that failed. */
  #passed = 0;
  /** Failed runs since the store was read last. */
  #unread = 0;
  /** Failed runs after which it is worth while to read the store again. */
  #due = 1;

  constructor(kept: KeptLearning) {
    this.#kept = kept;
  }

  passed(): void {
    this.#passed += 1;
  }

  /** Adds what a failed run teaches, then its replays; and learns where that is due. */
  failed(context: LearningContext, run: RunOnThread): void {
    void this.#next(async () => {
      await this.#add(context, run);
      this.#unread += 1;
      if (this.#unread >= this.#due) await this.#rounds(context);
    }).catch(told);
  }

  /** Learns now from all that is known, also from runs whose process died before they could be added. */
  learn(context: LearningContext): Promise<LearningState> {
    return this.#next(async () => {
      for (const missed of await missedEntries(context, this.#kept)) await this.#add(context, missed);
      await this.#rounds(context);
      return (await stateOf(this.#kept)).state;
    });
  }

  /** Until nothing is left to do. */
  async idle(): Promise<void> {
    let last: unknown;
    while (last !== this.#last) {
      last = this.#last;
      await this.#last;
    }
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(() => outside(work));
    this.#last = done.catch(() => {});
    return done;
  }

  async #add(context: LearningContext, run: RunOnThread): Promise<void> {
    const { agent, store } = this.#kept;
    const entry = await runEntry(context.saver, { ...run, agent, passed: this.#passed });
    if (entry === undefined) return;
    this.#passed -= entry.passed;
    await store.add(run.threadId, entry);
    const { replays } = context.options.learn;
    if (replays === undefined || context.graph === undefined) return;
    const replayed = await replayRun(context.graph, run.threadId, entry, replays);
    if (replayed === undefined) return;
    await store.add(run.threadId, replayed);
    quietly(() => replays.onReplayed?.({ run: entry.run, executed: replayed.executed }));
  }

  /** Rounds until nothing changes any more. Where the user's lock is taken, another process learns at this moment. */
  async #rounds(context: LearningContext): Promise<void> {
    const { agent, store } = this.#kept;
    const { alpha = DEFAULT_ALPHA, clock, history, learn, lock, recovery } = context.options;
    const lease = await lock?.acquire(`langgraph-rollback-versions:${agent}`).catch(() => undefined);
    if (lock !== undefined && lease === undefined) return;
    try {
      let { state } = await stateOf(this.#kept);
      const evidence = await store.evidence(agent);
      for (;;) {
        const next = await learnFrom(state, evidence, {
          alpha: recovery.alpha,
          audit: learn.audit,
          history,
          seed: learn.seed,
          at: new Date(clock()).toISOString(),
          ...(learn.cap ? { cap: alpha } : {}),
        });
        if (next === undefined) break;
        await store.put(next);
        state = next;
      }
      this.#unread = 0;
      this.#due = dueAfter(state, evidence.filter(({ kind }) => kind === "run").length, recovery.alpha);
    } finally {
      await lease?.release();
    }
  }
}

/** A quarter of the way to the next version or promise: other processes add runs, too. */
function dueAfter(state: LearningState, failures: number, alpha: number): number {
  const first = alpha === 0 ? Infinity : labelsNeeded(alpha);
  const toVersion = nextVersionAt(state) - failures;
  const toPromise = state.promise === undefined ? first : state.promise.n / 2;
  return Math.max(1, Math.floor(Math.min(toVersion, toPromise) / 4));
}

const said = new Set<string>();

/** A fault of the background is told once, and costs no run anything. */
function told(error: unknown): void {
  const code = textIn(error, "code") ?? "UNEXPECTED";
  if (said.has(code)) return;
  said.add(code);
  warn(
    `An agent's failed run could not be learnt from: ${describeError(error).message} Its result stands.`,
    "RollbackLearningWarning",
    code,
  );
}

function quietly(tell: () => void): void {
  try {
    tell();
  } catch {
    // A listener's fault is not the agent's.
  }
}
