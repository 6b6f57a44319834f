import {
  plainTrajectory,
  listThreads,
  readState,
  readStep,
  threadVersion,
  type ThreadStore,
} from "langgraph-rollback";

import type { ThreadSummary } from "../view/thread-summary.ts";
import { readRuns } from "./read-runs.ts";
import { stepDetailOf } from "./step-detail-of.ts";
import { readSummary } from "./read-summary.ts";
import type { ThreadSource } from "./thread-source.ts";

/**
 * Shows the threads that a checkpointer holds. Only reads.
 *
 * @param store a checkpointer, or a graph with one, which knows the values of its `DeltaChannel`s
 * @param name  of the database, for people: without its password
 * @param close called by the source's own `close`
 */
export function checkpointerSource(
  store: ThreadStore,
  name: string,
  close: () => Promise<void> = async () => {},
): ThreadSource {
  const version = (id: string): Promise<string> => threadVersion(store, { configurable: { thread_id: id } });
  const runsOf = rememberedBy(version, (id) => readRuns(store, id));
  const find = async (address: { thread: string; run: string; attempt: number }) =>
    (await runsOf(address.thread))
      .find(({ view }) => view.run === address.run)
      ?.attempts.find(({ view }) => view.attempt === address.attempt);
  return {
    name,
    list: async (limit) => {
      const { threads, more } = await listThreads(store, limit);
      const summaries: ThreadSummary[] = [];
      for (const thread of threads) summaries.push(await readSummary(store, thread));
      return { threads: summaries, more };
    },
    thread: async (id) => {
      const runs = await runsOf(id);
      return runs.length === 0 ? undefined : { id, runs: runs.map(({ view }) => view) };
    },
    step: async (address) => {
      const attempt = await find(address);
      const step = attempt?.trajectory?.steps[address.step];
      if (step === undefined) return undefined;
      const { state, input, writes } = await readStep(store, address.thread, step);
      const after = await readState(store, address.thread, step, "after");
      return stepDetailOf(address, step, {
        before: state,
        ...(input === state ? {} : { input }),
        ...(after === undefined ? {} : { after }),
        writes,
      });
    },
    trajectory: async (address) => {
      const attempt = await find(address);
      if (attempt?.trajectory === undefined) return undefined;
      const { outcome } = attempt.view;
      return {
        ...plainTrajectory(attempt.trajectory),
        ...(outcome === undefined
          ? {}
          : {
              outcome: {
                ok: outcome.ok,
                ...(outcome.reason === undefined ? {} : { reason: outcome.reason }),
              },
            }),
      };
    },
    version,
    close,
  };
}

/** Threads that are kept at hand: who looks at one asks for it again and again. */
const REMEMBERED = 8;

/** Reads a thread anew only when its version has changed. */
function rememberedBy<Value>(
  version: (id: string) => Promise<string>,
  read: (id: string) => Promise<Value>,
): (id: string) => Promise<Value> {
  const remembered = new Map<string, { readonly version: string; readonly value: Promise<Value> }>();
  return async (id) => {
    const now = await version(id);
    const known = remembered.get(id);
    const entry = known?.version === now ? known : { version: now, value: read(id) };
    remembered.delete(id);
    remembered.set(id, entry);
    // What could not be read may be there the next time.
    entry.value.catch(() => remembered.get(id) === entry && remembered.delete(id));
    const [oldest] = remembered.keys();
    if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    return entry.value;
  };
}
