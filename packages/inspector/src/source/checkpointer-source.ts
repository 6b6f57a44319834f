import { sentence, type Trajectory } from "@langgraph-rollback/attribution/trajectory";
import {
  plainTrajectory,
  listThreads,
  readLearning,
  readStep,
  readTrajectory,
  type RecordedStep,
  type RecordedTrajectory,
} from "langgraph-rollback";
import {
  readState,
  readStoredSpans,
  threadsVersion,
  threadVersion,
  type ListedThread,
  type GraphOrCheckpointer,
} from "langgraph-rollback/inspection";
import { readAgentStats } from "langgraph-rollback/stats";

import { filesView } from "../files/files-view.ts";
import type { StepAddress, StepDetail } from "../shared/view/step-detail.ts";
import type { ThreadSummary } from "../shared/view/thread-summary.ts";
import type { RunView } from "../shared/view/thread-view.ts";
import { heldSteps } from "./held-steps.ts";
import { readThread, type ReadAttempt, type ReadThread } from "./read-thread.ts";
import { shownTokens } from "./step-view.ts";
import { stepDetailOf } from "./step-detail-of.ts";
import { readSummary } from "./read-summary.ts";
import { readOrReason } from "./read-or-reason.ts";
import { rememberedBy } from "./remembered-by.ts";
import { someAtOnce } from "./some-at-once.ts";
import { mayWait } from "./thread-status-of.ts";
import type { AttemptAddress, ThreadSource } from "./thread-source.ts";

/** Threads with their attempts' views. */
const THREADS = 8;
/** Characters of the steps that are held, of all threads. Attempts beyond are read again when they are asked for. */
const HELD = 16_000_000;
/** Lines of the list. */
const SUMMARIES = 100_000;
/** Lines of the list that are read at once: one after the other, each would wait for the database. More of them would hold more large states in memory. */
const AT_ONCE = 6;

/**
 * Shows the threads that a checkpointer holds. Only reads.
 *
 * @param checkpointer a checkpointer, or a graph with one, which knows the values of its `DeltaChannel`s
 * @param name  of the database, for people: without its password
 * @param close called by the source's own `close`
 */
export function checkpointerSource(
  checkpointer: GraphOrCheckpointer,
  name: string,
  close: () => Promise<void> = async () => {},
): ThreadSource {
  const version = (id: string): Promise<string> =>
    threadVersion(checkpointer, { configurable: { thread_id: id } });
  const held = heldSteps(HELD);
  const threads = rememberedBy<ReadThread>(THREADS, version, (id, before) =>
    readThread(checkpointer, id, held, before),
  );
  const summaries = summariesOf(checkpointer);
  const counted: Parameters<typeof readAgentStats>[1] = { known: new Map() };
  const readAgain = lastOf((thread: string, head: string) =>
    readTrajectory(checkpointer, { configurable: { thread_id: thread, checkpoint_id: head } }),
  );
  const known = async ({ attempt, run, thread }: AttemptAddress): Promise<ReadAttempt | undefined> =>
    (await threads.read(thread)).runs
      .find(({ view }) => view.run === run)
      ?.attempts.find(({ view }) => view.attempt === attempt);
  const find = async (address: AttemptAddress): Promise<FoundAttempt | undefined> => {
    const { thread } = address;
    const found = await known(address);
    const head = found?.view.head;
    if (found?.isRead !== true || head === undefined) return undefined;
    return { ...found, trajectory: held.at(thread, head) ?? (await readAgain(thread, head)) };
  };
  return {
    name,
    list: async (limit) => {
      const listed = await listThreads(checkpointer, limit);
      const line = async (thread: ListedThread): Promise<ThreadSummary> => {
        const tokens = tokensOf((await threads.atHand(thread.threadId))?.runs.at(-1)?.view);
        return { ...(await summaries(thread)), tokens };
      };
      return { threads: await someAtOnce(listed.threads, AT_ONCE, line), more: listed.more };
    },
    listVersion: () => threadsVersion(checkpointer),
    thread: async (id) => {
      const { runs, unreadable } = await threads.read(id);
      const views = runs.map(({ view }) => view);
      if (unreadable.length > 0) return { id, runs: views, unreadable };
      return views.length === 0 ? undefined : { id, runs: views };
    },
    step: async (address) => {
      const attempt = await find(address);
      const step = attempt?.trajectory.steps[address.step];
      if (step === undefined) return undefined;
      const read = await readOrReason(checkpointer, () => readDetail(checkpointer, address, step));
      if (read.isRead) return read.value;
      const { omitted, ...detail } = stepDetailOf(address, step, {});
      return {
        ...detail,
        omitted: [...omitted, sentence(`State and writes cannot be read: ${read.reason}`)],
      };
    },
    trajectory: async (address) => {
      const attempt = await find(address);
      if (attempt === undefined) return undefined;
      return { ...plainTrajectory(attempt.trajectory), ...outcomeOf(attempt) };
    },
    files: async (address, limits) => {
      const { files } = (await known(address)) ?? {};
      return files && filesView(files, limits);
    },
    spans: (thread, run) => readStoredSpans(checkpointer, { configurable: { thread_id: thread } }, run),
    version,
    learning: () => readLearning(checkpointer),
    stats: (options) => readAgentStats(checkpointer, { ...options, ...counted }),
    close,
  };
}

/** An attempt with its steps. */
type FoundAttempt = ReadAttempt & { readonly trajectory: RecordedTrajectory };

/** Does something for a head of a thread; once, as long as it is asked for the same one. */
function lastOf<Value>(
  work: (thread: string, head: string) => Promise<Value>,
): (thread: string, head: string) => Promise<Value> {
  let last: { readonly key: string; readonly value: Promise<Value> } | undefined;
  return (thread, head) => {
    const key = `${thread}\n${head}`;
    if (last?.key === key) return last.value;
    const value = work(thread, head);
    last = { key, value };
    value.catch(() => {
      last = undefined;
    });
    return value;
  };
}

async function readDetail(
  checkpointer: GraphOrCheckpointer,
  address: StepAddress,
  step: RecordedStep,
): Promise<StepDetail> {
  const config = { configurable: { thread_id: address.thread } };
  const { state, input, writes } = await readStep(checkpointer, config, step);
  const after = await readState(checkpointer, config, step, "after");
  const { tokens } = step;
  return stepDetailOf(address, step, {
    before: state,
    ...(input === state ? {} : { input }),
    after,
    writes,
    tokens: tokens && shownTokens(tokens),
  });
}

/** The verifier's outcome, not shortened as in the view. */
function outcomeOf({ outcome }: ReadAttempt): Pick<Trajectory, "outcome"> {
  if (outcome === undefined) return {};
  const { early, ok, reason, verifier } = outcome;
  const said = {
    ...(reason === undefined ? {} : { reason }),
    ...(verifier === undefined ? {} : { verifier }),
    ...(early === undefined ? {} : { stoppedEarly: true as const }),
  };
  return { outcome: { ok, ...said } };
}

/** A line of the list changes with its thread's latest checkpoint only, of those that are listed; but a question comes and goes without one. */
function summariesOf(checkpointer: GraphOrCheckpointer): (thread: ListedThread) => Promise<ThreadSummary> {
  const known = new Map<string, { readonly latest: string; readonly summary: ThreadSummary }>();
  return async (thread) => {
    const before = known.get(thread.threadId);
    if (before?.latest === thread.latest && !mayWait(before.summary.status)) return before.summary;
    const summary = await readSummary(checkpointer, thread);
    known.delete(thread.threadId);
    const [oldest] = known.keys();
    if (known.size >= SUMMARIES && oldest !== undefined) known.delete(oldest);
    known.set(thread.threadId, { latest: thread.latest, summary });
    return summary;
  };
}

/** Of all attempts' own steps: those that were taken over have been counted. */
function tokensOf(run: RunView | undefined): number | undefined {
  const counts = (run?.attempts ?? []).flatMap(({ steps, kept }) =>
    steps.slice(kept).flatMap(({ tokens }) => (tokens === undefined ? [] : [tokens.input + tokens.output])),
  );
  return counts.length === 0 ? undefined : counts.reduce((sum, tokens) => sum + tokens);
}
