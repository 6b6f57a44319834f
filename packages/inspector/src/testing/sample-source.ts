import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

import type { ThreadSource } from "../source/thread-source.ts";
import type { ThreadStatus } from "../shared/view/thread-summary.ts";
import { makeHostile } from "./make-hostile.ts";
import { sampleDetail } from "./sample-detail.ts";
import type { SamplePromise } from "./sample-attribution.ts";
import { sampleThread, type SampleThread } from "./sample-thread.ts";

/** Threads to make up. */
export interface SampleSourceOptions {
  /** Number of threads; default 12. They take turns at every status. */
  readonly threads?: number;
  /** Steps of an attempt, by turns; default 8 and 50. */
  readonly lengths?: readonly number[];
  /** Whether text, ids and keys are meant to do harm. Default false. */
  readonly hostile?: boolean;
  /** Default 1. */
  readonly seed?: number;
}

/** A source whose threads can be made to move. */
export interface SampleSource extends ThreadSource {
  /** A thread under way becomes a recovered one. */
  readonly finish: (id: string) => void;
}

const STATUSES: readonly ThreadStatus[] = [
  "recovered",
  "gave-up",
  "succeeded",
  "running",
  "recovered",
  "not-judged",
  "unjudged",
  "failed",
];

const PROMISES: readonly SamplePromise[] = [
  "exact",
  "exact",
  "none",
  "other-verifier",
  "approximate",
  "too-few",
  "fallback",
];

/**
 * Simulated threads of a team that prices journeys, for tests and for looking at the page without a database. Ids are
 * "t-1", "t-2" and so on; "t-1" has recovered.
 */
export function sampleSource(options: SampleSourceOptions = {}): SampleSource {
  const count = options.threads ?? 12;
  const finished = new Set<number>();
  const made = new Map<number, SampleThread>();
  const threadAt = (index: number): SampleThread => {
    const thread = made.get(index) ?? makeThread(options, index, finished.has(index));
    made.set(index, thread);
    return thread;
  };
  const find = (id: string) => {
    const index = Number(/^t-(\d+)/.exec(id)?.[1]) - 1;
    return index >= 0 && index < count ? threadAt(index) : undefined;
  };
  const harm = options.hostile === true ? makeHostile : <Value>(value: Value) => value;
  return {
    name: options.hostile === true ? "sample threads <b>hostile</b>" : "sample threads (simulated)",
    list: async (limit) => ({
      threads: Array.from({ length: Math.min(limit, count) }, (_, index) => harm(threadAt(index).summary)),
      more: count > limit,
    }),
    listVersion: async () => `${finished.size}`,
    thread: async (id) => harm(find(id)?.view),
    step: async (address) => {
      const steps = find(address.thread)?.steps(address.run, address.attempt);
      return steps === undefined ? undefined : harm(sampleDetail(address, steps));
    },
    trajectory: async ({ thread, run, attempt }) => {
      const steps = find(thread)?.steps(run, attempt);
      if (steps === undefined) return undefined;
      const trajectory: Trajectory = {
        id: `${thread}:${run}:${attempt}`,
        task: find(thread)?.summary.task ?? "",
        steps: steps.map(({ view, content }) => ({ index: view.index, agent: view.agent, content })),
      };
      return harm(trajectory);
    },
    version: async (id) => (finished.has(Number(id.slice(2)) - 1) ? "2" : "1"),
    finish: (id) => {
      const index = Number(id.slice(2)) - 1;
      finished.add(index);
      made.delete(index);
    },
    close: async () => {},
  };
}

function makeThread(
  { lengths = [8, 50], seed = 1 }: SampleSourceOptions,
  index: number,
  finished: boolean,
): SampleThread {
  const status = STATUSES[index % STATUSES.length] ?? "recovered";
  return sampleThread({
    id: `t-${index + 1}`,
    status: finished && status === "running" ? "recovered" : status,
    length: lengths[index % lengths.length] ?? 8,
    promise: PROMISES[index % PROMISES.length] ?? "exact",
    seed: seed + index,
    earlierRun: index % 4 === 0,
  });
}
