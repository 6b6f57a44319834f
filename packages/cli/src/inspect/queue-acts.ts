import type { InspectorOptions } from "@langgraph-rollback/inspector";
import type { QueuedRunState, RollbackQueue } from "@langgraph-rollback/workers";

type ActingQueue = NonNullable<InspectorOptions["actQueue"]>;

/** Actions of the page on the runs of a queue. */
export type QueueActs = Omit<ActingQueue, "by" | "saver">;

type Run = NonNullable<Awaited<ReturnType<ActingQueue["run"]>>>;

const OPEN = ["queued", "running", "waiting"] as const;

/** Acts on the runs of a queue as the page asks for it. */
export function actsOn(queue: RollbackQueue): QueueActs {
  return {
    runOn: async (threadId) => {
      // The latest first. Of a thread's runs, at most one is with a worker or waits.
      const open = await queue.list({ threadId, statuses: OPEN, limit: 1000 });
      const current = open.find(({ status }) => status !== "queued") ?? open.at(-1);
      const [latest] = current === undefined ? await queue.list({ threadId, limit: 1 }) : [];
      const run = current ?? latest;
      return run && runOf(run);
    },
    run: async (id) => {
      try {
        return runOf(await queue.get(id));
      } catch (error) {
        if (codeOf(error) === "RUN_UNKNOWN") return undefined;
        throw error;
      }
    },
    answer: async (runId, { by, expected, why, ...answer }) => {
      try {
        await queue.answer({ runId }, answer, { by, expected, ...(why === undefined ? {} : { why }) });
        return true;
      } catch (error) {
        if (codeOf(error) === "RUN_NOT_WAITING") return false;
        throw error;
      }
    },
    retry: async (graph, { by, expected, mayStand, note, step, thread: threadId, why }) => {
      const { runId } = await queue.retry(graph, {
        threadId,
        step,
        by,
        expected,
        ...(mayStand === undefined ? {} : { mayStand }),
        ...(note === undefined ? {} : { note }),
        ...(why === undefined ? {} : { why }),
      });
      return runId;
    },
    forget: async (threadId) => {
      await queue.forget(threadId);
    },
    cancel: async (runId, by, why) => {
      await queue.cancel(runId, why, by);
    },
  };
}

function runOf({ actions, error, graph, problems, runId, status }: QueuedRunState): Run {
  const last = problems.at(-1);
  const problem = error?.message ?? last?.message;
  return {
    run: runId,
    graph,
    status,
    hasEnded: !OPEN.some((open) => open === status),
    actions,
    ...(problem === undefined ? {} : { problem }),
  };
}

const codeOf = (error: unknown): unknown => (error instanceof Error ? Reflect.get(error, "code") : undefined);
