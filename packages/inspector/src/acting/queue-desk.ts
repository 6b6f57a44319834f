import { readHistory } from "langgraph-rollback";
import { previewAnswer } from "langgraph-rollback/operator";
import { runsElsewhere } from "langgraph-rollback/queues";

import type { ActingView, QueuedOnThread, StartedRun } from "../shared/acting/acting-view.ts";
import type { ActionBodies } from "../shared/acting/requests.ts";
import { queueActionWords } from "../shared/words/action-words.ts";
import type { ActingAgent } from "./acting-agent.ts";
import { actingDesk, type ActingDesk } from "./acting-desk.ts";
import type { ActingQueue, QueuedRun } from "./acting-queue.ts";
import { given } from "./given.ts";
import { NotDoneError } from "./not-done-error.ts";
import { oneAfterTheOther } from "./one-after-the-other.ts";
import type { ThreadChanged } from "./thread-changed.ts";
import type { WhatIfShelf } from "./what-ifs.ts";

const NO_AGENT =
  "It needs the agent as well: start the inspector with `--act MODULE#NAME` beside `--queue`. It then shows what would be undone, and a worker carries it out.";
const NO_LOCK =
  "The agent of `--act` has no `lock` that the workers share, so that a worker could have the thread at the same moment. Give it the lock that the workers' graphs have.";

/**
 * Acts on the threads of a queue: workers answer, retry and are stopped. A thread that the queue does not know is acted on by the agent itself.
 *
 * @param shelf takes the what-ifs that were made
 * @param agent shows what an action would do, and does what is no run: an effect, a copy
 */
export function queueDesk(
  queue: ActingQueue,
  agent: ActingAgent | undefined,
  shelf: WhatIfShelf,
): ActingDesk {
  const direct = agent && actingDesk(agent, shelf);
  const inTurn = oneAfterTheOther();
  /** The agent's own desk, for what is done in this process beside the workers. */
  const ownDesk = async (thread: string): Promise<ActingDesk> => {
    if (agent === undefined || direct === undefined) throw new NotDoneError(NO_AGENT);
    const isShared = (await queue.runOn(thread)) !== undefined;
    if (isShared && !runsElsewhere(agent.graph).hasLock) throw new NotDoneError(NO_LOCK);
    return direct;
  };
  const look = async (thread: string, step?: number): Promise<ActingView> => {
    if (direct !== undefined) return direct.view(thread, step);
    const seen = await previewAnswer(queue.saver, { configurable: { thread_id: thread } });
    return { ...seen, effects: [], refused: NO_AGENT, hasNoAgent: true };
  };
  const changeSince = async ({
    expected,
    thread,
  }: ActionBodies["answer"]): Promise<ThreadChanged | undefined> => {
    const now = await previewAnswer(queue.saver, { configurable: { thread_id: thread } });
    if (now.expected === expected) return undefined;
    const [last] = await readHistory(queue.saver, { configurable: { thread_id: thread } });
    return { changedBy: last?.actions?.at(-1) };
  };
  const answer = async (
    { run }: QueuedRun,
    body: ActionBodies["answer"],
  ): Promise<StartedRun | ThreadChanged> => {
    const changed = await changeSince(body);
    if (changed !== undefined) return changed;
    const { thread: _, ...rest } = body;
    if (await queue.answer(run, rest)) return startedRun(run, body.decision, body);
    throw new NotDoneError(whoWas(run, await queue.run(run)));
  };
  return {
    view: async (thread, step) => {
      const queued = await queue.runOn(thread);
      const seen = await look(thread, step);
      if (queued === undefined) return seen;
      const { graph: _, ...told } = queued;
      if (queued.hasEnded || queued.status === "waiting") return { ...seen, queued: told };
      // Its answer may be given already, and its worker does not have it yet.
      const { question: __, retry: ___, ...rest } = seen;
      return { ...rest, queued: told, refused: underWay(queued) };
    },
    answer: (body) =>
      inTurn(body.thread, async () => {
        const queued = await queue.runOn(body.thread);
        if (queued === undefined || queued.hasEnded) return (await ownDesk(body.thread)).answer(body);
        if (queued.status !== "waiting") throw new NotDoneError(whoWas(queued.run, queued));
        return answer(queued, body);
      }),
    retry: (body) =>
      inTurn(body.thread, async () => {
        const queued = await queue.runOn(body.thread);
        if (queued === undefined) return (await ownDesk(body.thread)).retry(body);
        if (direct === undefined) throw new NotDoneError(NO_AGENT);
        if (!queued.hasEnded && queued.status !== "waiting") throw new NotDoneError(underWay(queued));
        const { expected, refused, retry } = await direct.view(body.thread, body.step);
        if (expected !== body.expected)
          return (await changeSince({ ...body, decision: "approve" })) ?? { changedBy: undefined };
        if (retry === undefined) throw new NotDoneError(refused ?? "It cannot be retried now.");
        if (retry.cannotUndo.length > 0 && body.mayStand !== true)
          throw new NotDoneError(inTheWay(retry.cannotUndo.map(({ name }) => name)));
        const { mayStand: _, ...rest } = body;
        if (queued.status === "waiting") return answer(queued, { ...rest, decision: "approve" });
        return startedRun(await queue.retry(queued.graph, body), "retry", body);
      }),
    // It only reads the thread, so that no worker is in its way.
    whatIf: (body) => direct?.whatIf(body) ?? Promise.reject(new NotDoneError(NO_AGENT)),
    effect: async (body) => (await ownDesk(body.thread)).effect(body),
    fork: async (body) => (await ownDesk(body.thread)).fork(body),
    stop: async (body) => (await ownDesk(body.thread)).stop(body),
    cancel: ({ by, run, thread, why = "" }) =>
      inTurn(thread, async () => {
        const before = await queue.run(run);
        if (before === undefined) throw new NotDoneError(`The queue has no run ${run}.`);
        if (before.hasEnded) throw new NotDoneError(`Run ${run} has ended before: ${before.status}.`);
        await queue.cancel(run, by, why);
        const after = await queue.run(run);
        const isOwn = (after?.actions.length ?? 0) > before.actions.length;
        if (!isOwn) throw new NotDoneError(whoWas(run, after));
        return {};
      }),
    deletion: async (thread) => {
      const queued = await queue.runOn(thread);
      const { expected, ...view } = await (await ownDesk(thread)).deletion(thread);
      if (queued === undefined || queued.hasEnded) return { expected, ...view };
      return { expected, gone: [], refused: underWay(queued) };
    },
    delete: (body) =>
      inTurn(body.thread, async () => {
        const own = await ownDesk(body.thread);
        const queued = await queue.runOn(body.thread);
        if (queued?.hasEnded === false) throw new NotDoneError(underWay(queued));
        const done = await own.delete(body);
        if (!("changedBy" in done)) await queue.forget(body.thread);
        return done;
      }),
    close: async () => direct?.close(),
  };
}

const startedRun = (
  id: string,
  action: StartedRun["action"],
  { by, step }: Pick<ActionBodies["answer"], "by" | "step">,
): StartedRun => ({ id, action, by, at: new Date().toISOString(), ...given({ step }) });

/** Why a thread whose run is under way takes no action, and what to do. */
const underWay = ({ run, status }: QueuedOnThread): string =>
  `Run ${run} of the queue is ${status}: cancel it, or wait for its end.`;

/** State of a run that was to be acted on, and who was first. */
function whoWas(run: string, now: QueuedOnThread | undefined): string {
  const last = now?.actions.at(-1);
  const who = last === undefined ? "" : ` ${queueActionWords(last)}, ${last.at}.`;
  return `Run ${run} of the queue is ${now?.status ?? "gone"} by now.${who} Look at it again.`;
}

function inTheWay(names: readonly string[]): string {
  const named = [...new Set(names)].map((name) => `"${name}"`).join(", ");
  return `Nothing undoes ${named}, which happened in the part that would be undone. Say that it may stay.`;
}
