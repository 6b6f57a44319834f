import { isDeepStrictEqual } from "node:util";

import type { StateSnapshot } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { readHistory, RecordingSaver } from "langgraph-rollback";

import type { DeltaPlan } from "./delta-plan.ts";
import type { Live } from "./play-delta-run.ts";
import { innerGraph, valuesOf, Witness, writersGraph, type Values } from "./writers-graph.ts";

/** A thread as a process that has just started reads it. */
export interface Compared {
  /** Each difference from what the thread's runs saw, in words, and each state that the store does not show. */
  readonly differences: readonly string[];
  /** How the thread was rolled back. */
  readonly rewinds: readonly string[];
}

/** Reads a thread, and compares it with what its runs saw. */
export async function compareStored(
  plan: DeltaPlan,
  saver: BaseCheckpointSaver,
  threadId: string,
  live: Live,
): Promise<Compared> {
  const thread = { configurable: { thread_id: threadId } };
  const recording = new RecordingSaver(saver);
  const graph = writersGraph(plan, new Witness(), recording);
  const snapshots = await snapshotsOf(plan, recording, threadId);
  const byTask = new Map(
    snapshots.flatMap(({ tasks, values }) => tasks.map(({ id }) => [id, valuesOf(values)] as const)),
  );
  const history = await readHistory(graph, thread);
  const attempts = history.toReversed().flatMap((run) => run.attempts);
  const byHead = new Map(
    snapshots.map(
      ({ config, values }) => [config.configurable?.["checkpoint_id"], valuesOf(values)] as const,
    ),
  );
  const newest = await graph.getState(thread);
  const rewinds = attempts.flatMap(({ rewind }) => (rewind === undefined ? [] : [rewind.kind]));
  const differences = [
    ...[...live.seen].flatMap(([task, seen]) => difference(`task ${task}`, seen, byTask.get(task))),
    ...live.outputs.flatMap((output, index) =>
      difference(`attempt ${index + 1}`, output, judged(byHead.get(attempts[index]?.head))),
    ),
    ...difference("the newest state", live.outputs.at(-1), judged(valuesOf(newest.values))),
  ];
  return { differences, rewinds };
}

/** The part of a state that a verifier is shown: all but the notes. */
const judged = (values: Values | undefined): Values | undefined =>
  values && {
    ...values,
    messages: values.messages.filter((message) => !message.startsWith("rollback-note-")),
  };

/** The history of the graph and of its subgraph. */
async function snapshotsOf(
  plan: DeltaPlan,
  saver: RecordingSaver,
  threadId: string,
): Promise<readonly StateSnapshot[]> {
  const snapshots: StateSnapshot[] = [];
  for (const checkpoint_ns of await namespacesOf(saver, threadId)) {
    const build = checkpoint_ns === "" ? writersGraph : innerGraph;
    // LangGraph before 1.5 reads DeltaChannels from a graph's own checkpointer, which a subgraph has not: it gets one here.
    const own = { thread_id: threadId, checkpoint_ns, __pregel_checkpointer: saver };
    const history = build(plan, new Witness(), saver).getStateHistory({ configurable: own });
    for await (const snapshot of history) snapshots.push(snapshot);
  }
  return snapshots;
}

async function namespacesOf(saver: BaseCheckpointSaver, threadId: string): Promise<ReadonlySet<string>> {
  const namespaces = new Set<string>();
  for await (const { config } of saver.list({ configurable: { thread_id: threadId } }))
    namespaces.add(String(config.configurable?.["checkpoint_ns"] ?? ""));
  namespaces.delete("langgraph-rollback");
  return namespaces;
}

function difference(of: string, live: Values | undefined, stored: Values | undefined): readonly string[] {
  return isDeepStrictEqual(live, stored)
    ? []
    : [`${of}: ran with ${JSON.stringify(live)}, and the store has ${JSON.stringify(stored)}`];
}
