import type { RunnableConfig } from "@langchain/core/runnables";

import type { ActingView, FailedStart, StartedRun } from "../shared/acting/acting-view.ts";
import { shortened } from "../shared/words/shortened.ts";

/** Characters of an error's message that are shown. */
const LONG = 4000;

/** Part of a config that a run is started with. */
type Started = Required<Pick<RunnableConfig, "signal" | "callbacks">>;

interface Start {
  readonly thread: string;
  /** The same for the same request. */
  readonly key: string;
  readonly told: Pick<StartedRun, "action" | "by" | "step">;
}

/** A run that is under way. */
interface Run {
  readonly key: string;
  readonly told: StartedRun;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** Runs that were started from the page, and go on in the background. */
export interface StartedRuns {
  /**
   * Starts a run, unless the same request has started one that is under way.
   *
   * @param call calls the graph with the config
   * @returns when the graph runs, or has run
   * @throws what the call throws before the graph runs
   */
  readonly start: (start: Start, call: (config: Started) => Promise<unknown>) => Promise<StartedRun>;
  /** The run of a thread that is under way, and the last one if it has failed. */
  readonly of: (thread: string) => Pick<ActingView, "underWay" | "failed">;
  /** Stops a run of a thread, and waits for its end. @returns whether it was under way */
  readonly stop: (thread: string, id: string) => Promise<boolean>;
  readonly stopAll: () => Promise<void>;
}

/** @param prefix of ids, which tells the runs from others of the same threads */
export function startedRuns(prefix: string): StartedRuns {
  const runs = new Map<string, Run>();
  const failures = new Map<string, FailedStart>();
  let count = 0;
  const start: StartedRuns["start"] = async ({ key, thread, told: asked }, call) => {
    const before = runs.get(thread);
    if (before?.key === key) return before.told;
    const controller = new AbortController();
    const told: StartedRun = { ...asked, id: `${prefix}${(count += 1)}`, at: new Date().toISOString() };
    const calling = callAndListen(controller.signal, call);
    const ended = settled(calling.ended, (error) => {
      if (calling.hasBegun() && !controller.signal.aborted && !isAbort(error))
        failures.set(thread, { ...told, message: messageOf(error) });
    });
    await calling.begun;
    failures.delete(thread);
    const run = { key, told, controller, ended };
    runs.set(thread, run);
    void ended.finally(() => {
      if (runs.get(thread) === run) runs.delete(thread);
    });
    return told;
  };
  return {
    start,
    of: (thread) => {
      const underWay = runs.get(thread)?.told;
      const failed = failures.get(thread);
      return {
        ...(underWay === undefined ? {} : { underWay }),
        ...(failed === undefined ? {} : { failed }),
      };
    },
    stop: async (thread, id) => {
      const run = runs.get(thread);
      if (run?.told.id !== id) return false;
      run.controller.abort();
      await run.ended;
      return true;
    },
    stopAll: async () => {
      const all = [...runs.values()];
      for (const { controller } of all) controller.abort();
      await Promise.all(all.map(({ ended }) => ended));
    },
  };
}

/** Calls a graph, and listens whether a node of it has begun: then the action has passed. */
function callAndListen(
  signal: AbortSignal,
  call: (config: Started) => Promise<unknown>,
): { readonly ended: Promise<unknown>; readonly begun: Promise<void>; readonly hasBegun: () => boolean } {
  let hasBegun = false;
  let begin = (): void => {};
  const heard = new Promise<void>((resolve) => {
    begin = () => {
      hasBegun = true;
      resolve();
    };
  });
  const handleChainStart = (_chain: unknown, _inputs: unknown, _run: string, parent?: string): void => {
    // The call itself is told before the action is looked at.
    if (parent !== undefined) begin();
  };
  const ended = call({ signal, callbacks: [{ handleChainStart }] });
  const begun = Promise.race([heard, ended.then(begin)]);
  // Its failure is told by `ended` as well.
  begun.catch(() => {});
  return { ended, begun, hasBegun: () => hasBegun };
}

/** Waits for a call, and tells of its failure. */
async function settled(call: Promise<unknown>, onError: (error: unknown) => void): Promise<void> {
  try {
    await call;
  } catch (error) {
    onError(error);
  }
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === "AbortError";

const messageOf = (error: unknown): string =>
  shortened(error instanceof Error ? error.message : String(error), LONG).text;
