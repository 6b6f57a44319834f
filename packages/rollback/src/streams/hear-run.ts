import { INTERRUPT } from "@langchain/langgraph-checkpoint";

import { asCalled, type AddedConfig } from "./called-config.ts";
import type { CallConfig } from "./call-config.ts";
import type { ChunkLog } from "./chunk-log.ts";
import { shapedChunk, streamModesOf } from "./chunk-shape.ts";
import type { CompiledGraph, RunConfig } from "../langgraph/compiled-graph.ts";
import type { PendingInterrupt } from "../langgraph/pending-interrupt.ts";
import { withoutRequests } from "./without-requests.ts";
import { taskNamespaceIn } from "../langgraph/task-identity.ts";

/** @internal Values and questions observed in a run, besides the chunks of its stream modes. */
export interface HeardRun {
  /** The outermost graph's latest values, as `invoke` gives them; absent until there are some. */
  latest?: { readonly values: unknown };
  /** The questions that the outermost graph waits with in the end; empty at a breakpoint. Absent if it does not wait. */
  interrupts?: readonly PendingInterrupt[];
}

/** @internal Config and messages that the rollback has put into a run. They are left out of the call's chunks. */
export interface AddedToRun extends AddedConfig {
  /**
   * Ids of messages that no node has written: the note. A subgraph that continues with a note among its messages returns them all in the end, and
   * LangGraph streams those that it has not seen.
   */
  readonly messages: readonly string[];
}

/**
 * @internal Runs a graph so that its stream also tells where each task starts, which is noted down in the call's chunk
 * log, and what it gives in the end: a checkpoint does not hold all of that (untracked channels). Yields the chunks of the call's stream modes, in
 * the call's shape.
 *
 * @param run runs the graph with the config that it is given
 */
export async function* hearRun(
  graph: CompiledGraph,
  config: CallConfig,
  { heard, added }: { readonly heard: HeardRun; readonly added: AddedToRun },
  run: (config: RunConfig) => AsyncGenerator<unknown, void>,
): AsyncGenerator<unknown, void> {
  const { chunkLog, calledBack: _, ...own } = config;
  // Calls with a `version` (streamEvents) read the stream by themselves.
  if (config.version !== undefined) return yield* withoutAdded(own, added, run(own));
  const modes = streamModesOf(graph, own);
  const { encoding: __, ...rest } = own;
  for await (const chunk of run({ ...rest, streamMode: [...new Set([...modes, "tasks", "values"])] })) {
    const [namespace, mode, payload] = partsOf(chunk, own.subgraphs === true);
    if (mode === "tasks" && namespace.length === 0) noteStart(chunkLog, payload);
    if (mode === "values" && namespace.length === 0) hearValues(heard, payload);
    if (!modes.includes(mode) || (mode === "messages" && isAdded(added, payload))) continue;
    const shown = withoutRequests(mode, payload);
    if (shown === undefined) continue;
    chunkLog?.give(mode === "messages" ? taskOfToken(payload) : undefined);
    yield shapedChunk(own, namespace, mode, asCalled(mode, shown.payload, added));
  }
}

/** Values of the outermost graph, or the interrupts that end a run that waits. */
function hearValues(heard: HeardRun, payload: unknown): void {
  const asked: unknown = Reflect.get(Object(payload), INTERRUPT);
  if (!Array.isArray(asked)) heard.latest = { values: payload };
  else heard.interrupts = asked.map((question: object) => ({ ...question, task: "" }));
}

/** Chunks in the call's shape, without what the rollback has put into the run. */
async function* withoutAdded(
  { streamMode, subgraphs = false }: RunConfig,
  added: AddedToRun,
  chunks: AsyncGenerator<unknown, void>,
): AsyncGenerator<unknown, void> {
  const isNamed = Array.isArray(streamMode);
  for await (const chunk of chunks) {
    const parts: readonly unknown[] = (isNamed || subgraphs) && Array.isArray(chunk) ? chunk : [chunk];
    const [mode, payload] = [String(isNamed ? parts.at(-2) : streamMode), parts.at(-1)];
    if (mode === "messages" && isAdded(added, payload)) continue;
    const shown = withoutRequests(mode, payload);
    if (shown === undefined) continue;
    const called = asCalled(mode, shown.payload, added);
    if (called === payload) yield chunk;
    else yield isNamed || subgraphs ? [...parts.slice(0, -1), called] : called;
  }
}

/** A chunk of several modes is `[mode, payload]`, after the namespace where subgraphs are streamed. */
function partsOf(chunk: unknown, subgraphs: boolean): [readonly string[], string, unknown] {
  const parts: readonly unknown[] = Array.isArray(chunk) ? chunk : [];
  const [namespace, mode, payload] = subgraphs ? parts : [[], ...parts];
  return [Array.isArray(namespace) ? namespace.map(String) : [], String(mode), payload];
}

/** Chunks of `tasks` come in pairs: with an input when a task starts, with a result when it ends. */
function noteStart(log: ChunkLog | undefined, payload: unknown): void {
  if (typeof payload !== "object" || payload === null) return;
  if ("triggers" in payload && "id" in payload && typeof payload.id === "string") log?.start(payload.id);
}

/** Tokens are pairs of a message and its metadata. */
function isAdded({ messages }: AddedToRun, payload: unknown): boolean {
  const message: unknown = Array.isArray(payload) ? payload[0] : undefined;
  const id: unknown = Reflect.get(Object(message), "id");
  return typeof id === "string" && messages.includes(id);
}

/** The task that a token comes from: metadata come with it. */
function taskOfToken(payload: unknown): string | undefined {
  return taskNamespaceIn(Array.isArray(payload) ? payload[1] : undefined);
}
