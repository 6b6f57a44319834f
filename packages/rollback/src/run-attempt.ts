import { mergeConfigs } from "@langchain/core/runnables";
import { isGraphBubbleUp } from "@langchain/langgraph";

import { stampedAttempt, withAttemptStamp } from "./attempt-stamp.ts";
import type { Attempt, AttemptEnd } from "./attempt.ts";
import type { CompiledGraph, RunConfig, StateView } from "./compiled-graph.ts";
import { isNewInput } from "./is-new-input.ts";
import { isolated } from "./isolate.ts";
import { RecordingSaver } from "./recording-saver.ts";
import type { RollbackContext } from "./rollback-context.ts";
import { subgraphPathsOf } from "./subgraph-paths.ts";
import { checkpointConfig, checkpointIdOf, threadIdOf } from "./thread.ts";
import { hearRun, type HeardRun } from "./hear-run.ts";

/** An exception that escaped from a graph; wrapped, because anything can be thrown, also `undefined`. */
interface Failure {
  readonly error: unknown;
}

/** @internal Executes one attempt and passes on the chunks that the graph streams. */
export async function* runAttempt(
  context: RollbackContext,
  attempt: Attempt,
): AsyncGenerator<unknown, AttemptEnd> {
  const { call, fork, threadId } = attempt;
  const goesOn = !isNewInput(call);
  const start =
    goesOn && fork === undefined ? await context.saver.getTuple(checkpointConfig(threadId)) : undefined;
  const heard: HeardRun = {};
  const failure = yield* runGraph(context.graph, call, attemptConfig(context.graph, attempt), heard);
  const state = await ownState(context, attempt, start?.checkpoint.id);
  // Without a checkpoint of its own, or an error in the one that it went on from, the graph has refused the call.
  const begun =
    stampedAttempt(state?.metadata)?.run === attempt.run ||
    (goesOn && state?.tasks.some(({ error }) => error !== undefined) === true);
  if (failure !== undefined && !begun) return { status: "refused", error: failure.error };
  return endOf(context.graph, state, failure, heard);
}

/**
 * Where an attempt ended: the thread's newest state, unless another run has moved the thread's head since.
 *
 * @param start the head that the attempt went on from; it stays the head if the first superstep throws
 */
async function ownState(
  context: RollbackContext,
  attempt: Attempt,
  start: string | undefined,
): Promise<StateView | undefined> {
  const { graph, saver } = context;
  const { threadId, run, number } = attempt;
  const state = await headState(graph, threadId);
  const isOwn = (metadata: StateView["metadata"]): boolean => {
    const stamp = stampedAttempt(metadata);
    return stamp?.run === run && stamp.attempt === number;
  };
  const head = checkpointIdOf(state?.config);
  if (head === undefined || head === start || isOwn(state?.metadata)) return state;
  const filter = { rollback_run: run, rollback_attempt: number };
  for await (const { metadata, checkpoint } of saver.list(checkpointConfig(threadId), { filter }))
    if (isOwn({ ...metadata })) return graph.getState(checkpointConfig(threadId, checkpoint.id));
  return state;
}

/** Runs a graph once; gives the exception that escaped. Aborts and LangGraph's own signals are thrown on. */
async function* runGraph(
  graph: CompiledGraph,
  call: unknown,
  config: RunConfig,
  heard: HeardRun,
): AsyncGenerator<unknown, Failure | undefined> {
  try {
    yield* hearRun(graph, listening(graph, config), heard, (own) =>
      isolated(() => graph._streamIterator(call, own)),
    );
    return undefined;
  } catch (error) {
    if (isGraphBubbleUp(error) || config.signal?.aborted === true) throw error;
    return { error };
  }
}

/** Lets the recorder hear what the tasks are that start. */
function listening({ checkpointer }: CompiledGraph, config: RunConfig): RunConfig {
  if (!(checkpointer instanceof RecordingSaver)) return config;
  return mergeConfigs({ callbacks: [checkpointer.taskNames.listener] }, config);
}

/** @internal Runs a graph once, without rollback, and says how it ended: an escaped exception is an end like another. */
export async function execute(graph: CompiledGraph, call: unknown, config: RunConfig): Promise<AttemptEnd> {
  const heard: HeardRun = {};
  const run = runGraph(graph, call, config, heard);
  for (;;) {
    const next = await run.next();
    if (next.done === true)
      return endOf(graph, await headState(graph, threadIdOf(config)), next.value, heard);
  }
}

/** @internal The newest state of a thread; `undefined` if it has none. */
export async function headState(graph: CompiledGraph, threadId: string): Promise<StateView | undefined> {
  const state = await graph.getState(checkpointConfig(threadId));
  return checkpointIdOf(state.config) === undefined ? undefined : state;
}

/** @internal */
export function endOf(
  graph: CompiledGraph,
  state: StateView | undefined,
  failure: Failure | undefined,
  heard: HeardRun = {},
): AttemptEnd {
  const head = checkpointIdOf(state?.config);
  if (state === undefined || head === undefined) return { status: "refused", error: failure?.error };
  const interrupts = state.tasks.flatMap(({ id: task, interrupts: asked }) =>
    asked.map((question) => ({ ...question, task })),
  );
  if (failure === undefined && (interrupts.length > 0 || state.next.length > 0))
    return { status: "paused", interrupts, output: outputOf(graph, state.values) };
  const output = heard.latest === undefined ? outputOf(graph, state.values) : heard.latest.values;
  return { status: "ended", head, output, ...failure };
}

/** What `invoke` would return: the graph's output channels. */
function outputOf(graph: CompiledGraph, values: unknown): unknown {
  const { outputChannels } = graph;
  if (typeof outputChannels === "string" || typeof values !== "object" || values === null) return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => outputChannels.includes(name)));
}

function attemptConfig(graph: CompiledGraph, attempt: Attempt): RunConfig {
  const { run, number, threadId, note, fork, isPartial, config } = attempt;
  const at = {
    ...config.configurable,
    thread_id: threadId,
    ...(fork === undefined ? {} : forkPoint(fork, isPartial)),
  };
  const stamp = {
    run,
    attempt: number,
    ...(note === undefined ? {} : { note }),
    subgraphs: subgraphPathsOf(graph),
  };
  return {
    ...config,
    runName: `attempt ${number}`,
    metadata: { ...config.metadata, rollback_attempt: number },
    configurable: { ...withAttemptStamp(at, stamp) },
  };
}

/**
 * Names the fork to run from. By `checkpoint_id` LangGraph runs all of its tasks, and gives subgraphs that remember what
 * they knew then; by the map of checkpoints it takes the tasks that are kept as done, and goes on in subgraphs.
 */
function forkPoint(fork: string, isPartial = false): Readonly<Record<string, unknown>> {
  return { checkpoint_ns: "", ...(isPartial ? { checkpoint_map: { "": fork } } : { checkpoint_id: fork }) };
}
