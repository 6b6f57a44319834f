import { isCommand, isGraphBubbleUp } from "@langchain/langgraph";

import { stampedAttempt, withAttemptStamp } from "./attempt-stamp.ts";
import type { Attempt, AttemptEnd } from "./attempt.ts";
import type { CompiledGraph, RunConfig, StateView } from "./compiled-graph.ts";
import { isolated } from "./isolate.ts";
import type { RollbackContext } from "./rollback-context.ts";
import { checkpointConfig, checkpointIdOf, threadIdOf } from "./thread.ts";

/** @internal Executes one attempt and passes on the chunks that the graph streams. */
export async function* runAttempt(
  context: RollbackContext,
  attempt: Attempt,
): AsyncGenerator<unknown, AttemptEnd> {
  const end = yield* runGraph(context.graph, attempt.call, attemptConfig(attempt));
  if (end.status !== "ended" || !("error" in end) || (await hasBegun(context, attempt))) return end;
  return { status: "refused", error: end.error };
}

/** Whether a thread's head is of this attempt, and not what a call that LangGraph refused has found there. */
async function hasBegun(context: RollbackContext, attempt: Attempt): Promise<boolean> {
  const state = await headState(context.graph, attempt.threadId);
  if (stampedAttempt(state?.metadata)?.run === attempt.run) return true;
  const goesOn = attempt.call === null || attempt.call === undefined || isCommand(attempt.call);
  return goesOn && state?.tasks.some(({ error }) => error !== undefined) === true;
}

/**
 * Runs a graph once, without rollback, and says how it ended.
 *
 * An escaped exception is an end like another; interrupts, aborts and LangGraph's own signals are not failures: an
 * interrupt gives "paused", the others are thrown on.
 */
async function* runGraph(
  graph: CompiledGraph,
  call: unknown,
  config: RunConfig,
): AsyncGenerator<unknown, AttemptEnd> {
  let failure: { readonly error: unknown } | undefined;
  try {
    yield* isolated(() => graph._streamIterator(call, config));
  } catch (error) {
    if (isGraphBubbleUp(error) || config.signal?.aborted === true) throw error;
    failure = { error };
  }
  return endOf(graph, await headState(graph, threadIdOf(config)), failure);
}

/** @internal {@link runGraph} for its end alone. */
export async function execute(graph: CompiledGraph, call: unknown, config: RunConfig): Promise<AttemptEnd> {
  const run = runGraph(graph, call, config);
  for (;;) {
    const next = await run.next();
    if (next.done === true) return next.value;
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
  failure: { readonly error: unknown } | undefined,
): AttemptEnd {
  const head = checkpointIdOf(state?.config);
  if (state === undefined || head === undefined) return { status: "refused", error: failure?.error };
  const interrupts = state.tasks.flatMap(({ id: task, interrupts: asked }) =>
    asked.map((question) => ({ ...question, task })),
  );
  if (failure === undefined && (interrupts.length > 0 || state.next.length > 0))
    return { status: "paused", interrupts, output: outputOf(graph, state.values) };
  return { status: "ended", head, output: outputOf(graph, state.values), ...failure };
}

/** What `invoke` would return: the graph's output channels. */
function outputOf(graph: CompiledGraph, values: unknown): unknown {
  const { outputChannels } = graph;
  if (typeof outputChannels === "string" || typeof values !== "object" || values === null) return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => outputChannels.includes(name)));
}

function attemptConfig(attempt: Attempt): RunConfig {
  const { run, number, threadId, note, fork, config } = attempt;
  const at = {
    ...config.configurable,
    thread_id: threadId,
    ...(fork === undefined ? {} : { checkpoint_ns: "", checkpoint_id: fork }),
  };
  const stamp = { run, attempt: number, ...(note === undefined ? {} : { note }) };
  return {
    ...config,
    runName: `attempt ${number}`,
    metadata: { ...config.metadata, rollback_attempt: number },
    configurable: { ...withAttemptStamp(at, stamp) },
  };
}
