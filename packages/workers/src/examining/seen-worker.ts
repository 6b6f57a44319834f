import type { Instance, InstanceWorker } from "pg-boss";

import { graphOf } from "../storage/jobs.ts";

/** A process that works on runs, as pg-boss registers it. */
export interface SeenWorker {
  readonly name: string;
  readonly host: string;
  readonly pid: number;
  /** "live", "stopped" in order, or "gone" without a word. */
  readonly state: "live" | "stopped" | "gone";
  /** Seconds since it was heard of. A live one is heard of every ten seconds. */
  readonly heardSeconds: number;
  /** Graphs that it works on; none if it has just started, and has not told yet. */
  readonly graphs: readonly string[];
  /** Runs that it takes at once, over all graphs. */
  readonly hands: number;
  /** Graphs for which it rests for half a minute or more after each run, though runs are queued. */
  readonly slowGraphs: readonly string[];
  /** Seconds by which its clock is ahead of the database's, roughly; negative if it is behind. Absent where nothing tells. */
  readonly clockAheadSeconds?: number;
}

/** Seconds between two looks of a worker of pg-boss that is notified, unless it is told otherwise. */
const NOTIFIED = 30;
/** Seconds that a laden machine may need for a look. */
const SLACK = 60;

/**
 * @internal A process that works on runs; `undefined` for a client of the queue.
 *
 * @param now by the clock of the database
 */
export function seenWorker(instance: Instance, now: Date): SeenWorker | undefined {
  const { heartbeatOn, host, live, name, pid, stoppedOn, supervise, workers } = instance;
  const own = workers.flatMap((each) => {
    const graph = graphOf(each.queue);
    return graph === undefined ? [] : [{ ...each, graph }];
  });
  // A client supervises nothing; a worker that has just started has not told yet what it works on.
  if (own.length === 0 && !supervise) return undefined;
  const ahead = clockAhead(instance);
  const slow = own.filter((each) => isSlow(each, instance)).map(({ graph }) => graph);
  return {
    name: name ?? `${host}:${pid}`,
    host,
    pid,
    state: live ? "live" : stoppedOn === null ? "gone" : "stopped",
    heardSeconds: Math.max(0, (now.getTime() - heartbeatOn.getTime()) / 1000),
    graphs: [...new Set(own.map(({ graph }) => graph))],
    hands: own.reduce((sum, { localConcurrency }) => sum + localConcurrency, 0),
    slowGraphs: [...new Set(slow)],
    ...(ahead === undefined ? {} : { clockAheadSeconds: ahead }),
  };
}

/** With notification a worker of pg-boss rests after each job until it is notified of a new one, unless it bursts or looks often. */
function isSlow({ options }: InstanceWorker, { config }: Instance): boolean {
  if (config["useListenNotify"] !== true || options?.burstWhenReadyExceeds !== undefined) return false;
  return (options?.notifyPollingIntervalSeconds ?? NOTIFIED) >= NOTIFIED;
}

/** An idle hand has looked for work just before the heartbeat: by its own clock, while the heartbeat is by the database's. */
function clockAhead({ config, heartbeatOn, workers }: Instance): number | undefined {
  const looks = workers.flatMap(({ active, lastFetchedOn, options, pollingIntervalSeconds }) => {
    if (lastFetchedOn === null) return [];
    const told = options?.notifyPollingIntervalSeconds;
    const between = Math.max(
      pollingIntervalSeconds ?? 2,
      config["useListenNotify"] === true ? (told ?? NOTIFIED) : 0,
    );
    const ahead = (Date.parse(lastFetchedOn) - heartbeatOn.getTime()) / 1000;
    return [{ ahead, isIdle: active === 0, between }];
  });
  const [first, ...others] = looks.toSorted((a, b) => b.ahead - a.ahead);
  if (first === undefined) return undefined;
  // Nobody looks in the future.
  if (first.ahead > 0) return first.ahead;
  const late = first.ahead + first.between + SLACK;
  const isKnown = [first, ...others].some(({ isIdle }) => isIdle);
  return isKnown ? Math.min(0, late) : undefined;
}
