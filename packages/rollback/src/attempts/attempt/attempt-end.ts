import { describeError } from "../../errors/describe-error.ts";
import { RewindRequestedError } from "../../errors/rewind-requested-error.ts";
import type { AttemptRecord, RollbackProblem } from "../../history/attempt-record.ts";
import type { CompiledGraph, StateView } from "../../langgraph/compiled-graph.ts";
import { checkpointConfig, checkpointIdOf } from "../../langgraph/thread.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { requestAmong } from "../../steps/rewind-request.ts";
import type { HeardRun } from "../../streams/hear-run.ts";
import type { AttemptEnd, FinalEnd, ObservedEnd, PausedEnd } from "./attempt.ts";

/** @internal An exception that escaped from a graph; wrapped, because anything can be thrown, also `undefined`. */
export interface EscapedException {
  readonly error: unknown;
}

/** @internal An exception as a checkpointer keeps it: by its name and message only. */
export function asError(stored: unknown): Error {
  const { name, message } = describeError(stored);
  return Object.defineProperty(new Error(message), "name", { value: name });
}

/** @internal How an attempt ended that was judged in an earlier process or call. */
export async function endOfRecord(
  { graph }: Pick<RollbackContext, "graph">,
  threadId: string,
  { head, outcome }: Pick<AttemptRecord, "head" | "outcome">,
): Promise<FinalEnd> {
  const state = await graph.getState(checkpointConfig(threadId, head));
  const { error } = outcome ?? {};
  const end = endOf(graph, state, error === undefined ? undefined : { error: asError(error) });
  return end.kind === "returned" || end.kind === "threw"
    ? end
    : { kind: "returned", head, output: undefined };
}

/** @internal The newest state of a thread; `undefined` if it has none. */
export async function headState(graph: CompiledGraph, threadId: string): Promise<StateView | undefined> {
  const state = await graph.getState(checkpointConfig(threadId));
  return checkpointIdOf(state.config) === undefined ? undefined : state;
}

/** @internal How an execution ended, by the state that it left. */
export function endOf(
  graph: CompiledGraph,
  state: StateView | undefined,
  failure: EscapedException | undefined,
  heard: HeardRun = {},
): AttemptEnd {
  const head = checkpointIdOf(state?.config);
  if (state === undefined || head === undefined) return { kind: "refused", error: failure?.error };
  const interrupts = state.tasks.flatMap(({ id: task, interrupts: asked }) =>
    asked.map((question) => ({ ...question, task })),
  );
  if (failure === undefined && (interrupts.length > 0 || state.next.length > 0))
    return { kind: "paused", head, interrupts, output: outputOf(graph, state.values) };
  const output = heard.latest === undefined ? outputOf(graph, state.values) : heard.latest.values;
  return finalEnd(head, output, failure);
}

/**
 * @internal How an execution ended whose state cannot be read, by what was heard of it. What it gave is its caller's all
 * the same.
 *
 * @param head    the newest checkpoint that the execution stored; "" if it is not known
 * @param problem why the state cannot be read
 */
export function endByHearing(
  { latest, interrupts }: HeardRun,
  head: string,
  failure: EscapedException | undefined,
  problem: RollbackProblem,
): AttemptEnd {
  const output = latest?.values;
  if (failure !== undefined) return finalEnd(head, output, failure);
  if (interrupts !== undefined) return { kind: "paused", head, interrupts, output };
  // Without an output there is nothing to verify.
  return latest === undefined ? { kind: "unknown", head, problem } : finalEnd(head, output, undefined);
}

const finalEnd = (head: string, output: unknown, failure: EscapedException | undefined): AttemptEnd =>
  failure === undefined
    ? { kind: "returned", head, output }
    : { kind: "threw", head, output, error: failure.error };

/** @internal The end of an attempt that pauses because its model has asked to go back: a failure, whatever else waits in it. */
export function askedEnd(end: ObservedEnd): ObservedEnd {
  const asked = end.kind === "paused" ? requestAmong(end.interrupts) : undefined;
  if (end.kind !== "paused" || asked === undefined) return end;
  const { interrupts: _, ...rest } = end;
  return { ...rest, kind: "threw", error: new RewindRequestedError(asked.reason), asked };
}

/** @internal Whether an attempt pauses for a human alone. */
export const waitsForHuman = (end: AttemptEnd): end is PausedEnd =>
  end.kind === "paused" && requestAmong(end.interrupts) === undefined;

/** @internal The value that `invoke` would return: the graph's output channels. */
export function outputOf(graph: CompiledGraph, values: unknown): unknown {
  const { outputChannels } = graph;
  if (typeof outputChannels === "string" || typeof values !== "object" || values === null) return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => outputChannels.includes(name)));
}
