import type { QueueExamination, SeenWorker } from "@langgraph-rollback/workers";

import type { Diagnosis } from "../diagnosis.ts";
import { counted, named, ok, queueFault, queueWarning } from "./queue-words.ts";

/** Seconds by which two clocks may differ without a word. */
const TOLERATED = 5;

/** Tells who works on a queue, whether somebody works on each graph that has queued runs, and whether workers and clocks are as they should be. */
export function checkQueueWorkers(examination: QueueExamination): readonly Diagnosis[] {
  const { workers } = examination;
  const live = workers.filter(({ state }) => state === "live");
  return [
    ...(live.length === 0 && gone(workers).length === 0 ? [] : [ok(heardOf(live, gone(workers)))]),
    ...unserved(examination, live),
    ...resting(live),
    ...clocks(examination, live),
  ];
}

const gone = (workers: readonly SeenWorker[]): readonly SeenWorker[] =>
  workers.filter(({ state }) => state === "gone");

function heardOf(live: readonly SeenWorker[], lost: readonly SeenWorker[]): string {
  const told = live.map(({ graphs, hands, heardSeconds, name }) =>
    graphs.length === 0
      ? `${name} (has just started)`
      : `${name} (${graphs.join(", ")}; ${hands} at once; heard of ${Math.round(heardSeconds)} s ago)`,
  );
  const working =
    live.length === 0
      ? "No worker is heard of."
      : `${upper(counted(live.length, "worker"))}: ${named(told)}.`;
  if (lost.length === 0) return working;
  const last = lost.map(({ heardSeconds, name }) => `${name} (${Math.round(heardSeconds)} s ago)`);
  return `${working} Ended without a word, and last heard of: ${named(last)}.`;
}

const upper = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A worker tells what it works on some seconds after its start: until then it may be any graph. */
function unserved({ runs }: QueueExamination, live: readonly SeenWorker[]): readonly Diagnosis[] {
  const served = new Set(live.flatMap(({ graphs }) => graphs));
  const mayServe = live.some(({ graphs }) => graphs.length === 0);
  const without = runs.filter(({ graph, status }) => status === "queued" && !served.has(graph));
  if (without.length === 0 || mayServe) return [];
  const told = without.map(({ count, graph }) => `${graph} (${counted(count, "run")})`);
  return [
    queueFault(
      "QUEUE_WITHOUT_WORKER",
      `Runs are queued for graphs that no live worker has: ${named(told)}.`,
      "Start a worker with these graphs (langgraph-rollback work --graphs MODULE), or mend their names.",
    ),
  ];
}

function resting(live: readonly SeenWorker[]): readonly Diagnosis[] {
  const slow = live.filter(({ slowGraphs }) => slowGraphs.length > 0);
  if (slow.length === 0) return [];
  return [
    queueWarning(
      "QUEUE_POLLS_SLOWLY",
      `Workers rest for half a minute after each run, though others are queued: ${named(slow.map(({ name, slowGraphs }) => `${name} (${slowGraphs.join(", ")})`))}.`,
      "They were made with pg-boss itself: use rollbackWorker, or give `work` a `notifyPollingIntervalSeconds` of 1 and a `burstWhenReadyExceeds` of 1.",
    ),
  ];
}

function clocks({ clockAheadSeconds }: QueueExamination, live: readonly SeenWorker[]): readonly Diagnosis[] {
  const others = live.flatMap(({ clockAheadSeconds: ahead = 0, name }) => differing(name, ahead));
  const all = [...differing("this machine", clockAheadSeconds), ...others];
  if (all.length === 0) return [];
  return [
    queueWarning(
      "QUEUE_CLOCKS_DIFFER",
      `Clocks differ from the database's: ${named(all)}.`,
      "Set them by NTP. Leases and order do not depend on them, but `startAfter` and the times in records do.",
    ),
  ];
}

function differing(whose: string, ahead: number): readonly string[] {
  if (Math.abs(ahead) <= TOLERATED) return [];
  return [`${whose} is about ${Math.round(Math.abs(ahead))} s ${ahead > 0 ? "ahead" : "behind"}`];
}
