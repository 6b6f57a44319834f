import { BaseCallbackHandler, type CallbackHandlerMethods } from "@langchain/core/callbacks/base";

import { waitUntil } from "../effects/wait-until.ts";
import { isTaskRun } from "../langgraph/task-identity.ts";
import type { EarlyVerdict, PrefixWatch } from "./prefix-watch.ts";
import { stopReason } from "./stop-error.ts";

type ChainStart = Parameters<NonNullable<CallbackHandlerMethods["handleChainStart"]>>;

/** @internal The graph that is watched. */
export interface WatchedRun {
  /** Judges the steps up to a checkpoint. `stored`: whether it could be stored, once that is known. */
  readonly judge: (head: string, stored: Promise<boolean>) => Promise<readonly EarlyVerdict[]>;
  /** Milliseconds at most that a task waits for the judgement of the steps before it. */
  readonly waitMs: number;
}

/** Milliseconds after which a task is left that did not begin. */
const LEFT_AFTER = 1000;

/**
 * @internal Watches a graph superstep after superstep, beside the run. An alarm ends it only once a task has begun after the steps that raised it: a run that is over is not stopped.
 */
export class AttemptWatch {
  readonly #prefix: PrefixWatch;
  readonly #run: WatchedRun;
  readonly #stop = new AbortController();
  /** Supersteps that have ended, and how many of them were over when a task last began. */
  #ended = 0;
  #begun = 0;
  #pending = 0;
  #work: Promise<void> = Promise.resolve();
  /** Verdicts after which no task has begun yet. */
  #found: readonly { readonly verdict: EarlyVerdict; readonly superstep: number }[] = [];
  #isClosed = false;
  /** Timers of tasks that were kept from running. */
  readonly #kept = new Set<NodeJS.Timeout>();
  /** Hears where tasks begin. A task that would begin after the end does not. */
  readonly listener: BaseCallbackHandler = Object.assign(
    BaseCallbackHandler.fromMethods({
      handleChainStart: async (...[, , , , tags]: ChainStart) => {
        if (isTaskRun(tags)) await this.#taskBegins();
      },
    }),
    { awaitHandlers: true, raiseError: true },
  );

  constructor(prefix: PrefixWatch, run: WatchedRun) {
    this.#prefix = prefix;
    this.#run = run;
  }

  /** Aborts with a {@link stopReason}. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /**
   * A superstep of the outermost graph has ended, and its checkpoint is about to be stored.
   * @returns to be told whether it was stored
   */
  superstepEnded(head: string): (isStored: boolean) => void {
    if (this.#isClosed) return () => {};
    this.#ended += 1;
    this.#pending += 1;
    const superstep = this.#ended;
    let told: (isStored: boolean) => void = () => {};
    const stored = new Promise<boolean>((resolve) => {
      told = resolve;
    });
    this.#work = this.#judged(this.#work, { head, stored, superstep });
    return told;
  }

  async #judged(
    before: Promise<void>,
    { head, stored, superstep }: { head: string; stored: Promise<boolean>; superstep: number },
  ): Promise<void> {
    await before;
    const verdicts = this.#isClosed ? [] : await this.#run.judge(head, stored);
    this.#pending -= 1;
    this.#found = [...this.#found, ...verdicts.map((verdict) => ({ verdict, superstep }))];
    this.#endIfDue();
  }

  async #taskBegins(): Promise<void> {
    this.#begun = this.#ended;
    if (!this.#isClosed) await this.#waited();
    this.#endIfDue();
    if (this.signal.aborted) await this.#neverBegun();
  }

  /**
   * Keeps a task from running. LangGraph has left it once the run is over, and LangChain would report what is thrown here: so it is thrown only where a run does not end by its
   * signal, as LangGraph does not listen to that while the last of several tasks run.
   */
  #neverBegun(): Promise<never> {
    return new Promise((_, reject) => {
      // It may be stored with the task: an abort is no failure of the attempt when that is resumed.
      const abort = Object.assign(new Error("The attempt is over."), { name: "AbortError" });
      const timer = setTimeout(() => reject(abort), LEFT_AFTER);
      if (this.#isClosed) clearTimeout(timer);
      this.#kept.add(timer);
    });
  }

  async #waited(): Promise<void> {
    if (this.#pending === 0) return;
    await waitUntil(this.#work, this.#run.waitMs, undefined);
  }

  #endIfDue(): void {
    if (this.#isClosed) return;
    const due = this.#found.filter(({ superstep }) => superstep <= this.#begun);
    this.#found = this.#found.filter(({ superstep }) => superstep > this.#begun);
    const stops = due.filter(({ verdict }) => this.#prefix.raise(verdict.early));
    // A signal that is aborted keeps its first reason.
    for (const { verdict } of stops) this.#stop.abort(stopReason(verdict));
  }

  /**
   * The run has come to its end by itself: its last steps are judged, too. Scores have as long as before any step, checks as long as they take.
   *
   * @returns the check that failed there, if it counts
   */
  async ended(hasChecks: boolean): Promise<EarlyVerdict | undefined> {
    await (hasChecks ? this.#work : this.#waited());
    const last = this.#found.find(({ verdict }) => verdict.early.by === "check")?.verdict;
    return last !== undefined && this.#prefix.raise(last.early) ? last : undefined;
  }

  /** The run is over: nothing stops it any more. */
  close(): void {
    this.#isClosed = true;
    for (const timer of this.#kept) clearTimeout(timer);
  }
}
