import type { RunnableConfig } from "@langchain/core/runnables";
import { readHistory, type RollbackTarget } from "langgraph-rollback";
import {
  answerRollback,
  deleteThread,
  forkThread,
  previewActions,
  retryFrom,
  settleEffect,
  stopRun,
} from "langgraph-rollback/operator";

import type { ActingView, DeletionView, PersonsAction, StartedRun } from "../shared/acting/acting-view.ts";
import type { ActionBodies } from "../shared/acting/requests.ts";
import { deletionLines } from "../shared/words/deletion-lines.ts";
import type { ThreadChanged } from "./thread-changed.ts";
import type { ActingAgent } from "./acting-agent.ts";
import { given } from "./given.ts";
import { NotDoneError } from "./not-done-error.ts";
import { onceAtATime } from "./once-at-a-time.ts";
import { startedRuns } from "./started-runs.ts";
import { whatIfs, type WhatIfShelf } from "./what-ifs.ts";

/** Actions of the page on threads. Each action throws what the library throws. */
export interface ActingDesk {
  /** @param step 0-based, to preview a retry from */
  readonly view: (thread: string, step?: number) => Promise<ActingView>;
  /** Starts a run, and waits until the action has passed. */
  readonly answer: (body: ActionBodies["answer"]) => Promise<StartedRun | ThreadChanged>;
  readonly retry: (body: ActionBodies["retry"]) => Promise<StartedRun | ThreadChanged>;
  /** Starts a retry on a copy. */
  readonly whatIf: (body: ActionBodies["what-if"]) => Promise<StartedRun | ThreadChanged>;
  readonly effect: (body: ActionBodies["effect"]) => Promise<object>;
  readonly fork: (body: ActionBodies["fork"]) => Promise<object>;
  readonly stop: (body: ActionBodies["stop"]) => Promise<object>;
  /** Cancels a run of a queue. */
  readonly cancel: (body: ActionBodies["cancel"]) => Promise<object>;
  /** Tells what would go with a thread. */
  readonly deletion: (thread: string) => Promise<DeletionView>;
  /** Deletes a thread whose id was typed once more. */
  readonly delete: (body: ActionBodies["delete"]) => Promise<object>;
  /** Stops what is under way. A call of the graph with `null`, or the same request, completes it. */
  readonly close: () => Promise<void>;
}

/**
 * Acts on the threads of an agent. Runs go on in the background.
 *
 * @param shelf takes the what-ifs that were made
 */
export function actingDesk(agent: ActingAgent, shelf: WhatIfShelf): ActingDesk {
  const { context, graph, onDeleted } = agent;
  const runs = startedRuns("r");
  const tried = whatIfs(agent, shelf);
  const onceStarted = onceAtATime<StartedRun | ThreadChanged>();
  const once = onceAtATime<object>();
  const on = (thread: string): RunnableConfig => ({
    configurable: { thread_id: thread },
    ...(context === undefined ? {} : { context }),
  });
  const asSeen = async <Value>(
    { thread, expected }: Seen,
    act: () => Promise<Value>,
  ): Promise<Value | ThreadChanged> => {
    try {
      return await act();
    } catch (error) {
      const changed = isRefusal(error) ? await changeSince(graph, on(thread), expected) : undefined;
      if (changed === undefined) throw error;
      return changed;
    }
  };
  // Two clicks send the same request; the second one is given what the first one is.
  const started = (
    name: string,
    body: Seen,
    act: () => Promise<StartedRun>,
  ): Promise<StartedRun | ThreadChanged> =>
    onceStarted(JSON.stringify([name, body]), () => asSeen(body, act));
  const done = (name: string, body: Seen, act: () => Promise<object>): Promise<object> =>
    once(JSON.stringify([name, body]), () => asSeen(body, act));
  return {
    view: async (thread, step) => {
      const { refused, ...preview } = await previewActions(
        graph,
        on(thread),
        step === undefined ? {} : { step },
      );
      return {
        ...preview,
        ...given({ refused: refused && reasonIn(refused, thread) }),
        ...runs.of(thread),
        whatIfs: tried.of(thread),
      };
    },
    answer: (body) =>
      started("answer", body, () => {
        const { by, decision, expected, held, note, step, thread, why } = body;
        const asked = { by, expected, ...given({ why }) };
        const answer =
          decision === "approve" ? { decision, ...given({ note, step }) } : { decision, ...given({ held }) };
        return runs.start(
          { thread, key: JSON.stringify(body), told: { action: decision, by, step } },
          (call) => answerRollback(graph, { ...on(thread), ...call }, { ...asked, ...answer }),
        );
      }),
    retry: (body) =>
      started("retry", body, () => {
        const { by, expected, mayStand, note, step, thread, why } = body;
        const request = { step, by, expected, ...given({ mayStand, note, why }) };
        return runs.start(
          { thread, key: JSON.stringify(body), told: { action: "retry", by, step } },
          (call) => retryFrom(graph, { ...on(thread), ...call }, request),
        );
      }),
    whatIf: (body) => started("what-if", body, () => tried.start(body, on(body.thread))),
    effect: (body) =>
      done("effect", body, async () => {
        const { thread, why, ...request } = body;
        return settleEffect(graph, on(thread), { ...request, ...given({ why }) });
      }),
    fork: (body) =>
      done("fork", body, async () => {
        const { by, expected, step, thread, to, why } = body;
        const { threadId } = await forkThread(graph, on(thread), {
          by,
          expected,
          step,
          thread: to,
          ...given({ why }),
        });
        return { thread: threadId };
      }),
    stop: ({ by, id, thread, why }) =>
      once(JSON.stringify(["stop", thread, id]), async () => {
        if (await tried.stop(thread, id)) return {};
        // The run may have ended by itself, and another one begun.
        if (runs.of(thread).underWay?.id !== id) return { changedBy: await lastAction(graph, on(thread)) };
        await stopRun(graph, on(thread), { by, ...given({ why }) });
        return {};
      }),
    deletion: async (thread) => {
      const { expected } = await previewActions(graph, on(thread));
      try {
        return {
          expected,
          gone: deletionLines(await deleteThread(graph, on(thread), { expected, dryRun: true })),
        };
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return { expected, gone: [], refused: reasonIn(error.message, thread) };
      }
    },
    delete: (body) =>
      done("delete", body, async () => {
        const { by, expected, thread, typed, why } = body;
        if (typed !== thread) throw new NotDoneError("What was typed is not the id of the thread.");
        await deleteThread(graph, on(thread), { expected });
        onDeleted?.({ thread, by, ...given({ why }) });
        return {};
      }),
    cancel: ({ run }) =>
      Promise.reject(
        new NotDoneError(
          `Run ${run} is no run of a queue that the inspector was given. \`--queue\` names one.`,
        ),
      ),
    close: async () => {
      await Promise.all([runs.stopAll(), tried.stopAll()]);
    },
  };
}

/** A thread as a person has seen it. */
interface Seen {
  readonly thread: string;
  readonly expected: string;
}

/** Codes of errors after which nothing was done, since the thread may have changed. */
const REFUSALS: ReadonlySet<unknown> = new Set(["THREAD_MOVED", "ACTION_REFUSED", "THREAD_BUSY"]);

const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && REFUSALS.has(Reflect.get(error, "code"));

/** Change of a thread since a person has looked at it; `undefined` if nothing has. */
async function changeSince(
  graph: RollbackTarget,
  config: RunnableConfig,
  expected: string,
): Promise<ThreadChanged | undefined> {
  const now = await previewActions(graph, config);
  return now.expected === expected ? undefined : { changedBy: await lastAction(graph, config) };
}

/** Why something is refused, without the sentence about an action: nobody has asked for one yet. */
function reasonIn(refused: string, thread: string): string {
  const opening = `Nothing was done on thread "${thread}". `;
  return refused.startsWith(opening) ? refused.slice(opening.length) : refused;
}

async function lastAction(graph: RollbackTarget, config: RunnableConfig): Promise<PersonsAction | undefined> {
  const runs = await readHistory(graph, config);
  return runs[0]?.actions?.at(-1);
}
