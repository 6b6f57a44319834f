import { INTERRUPT } from "@langchain/langgraph-checkpoint";

import type { Attempt, PausedEnd } from "./attempt.ts";
import type { AttemptPause, RewindRecord, RollbackProblem } from "../../history/attempt-record.ts";
import { outputOf } from "./attempt-end.ts";
import type { CompiledGraph, StateView } from "../../langgraph/compiled-graph.ts";
import { shapedChunk, streamModesOf } from "../../streams/chunk-shape.ts";
import { problemOf } from "../../history/left-alone.ts";
import { appendEntry } from "../../history/journal.ts";
import { patiently } from "../../recording/patiently.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { checkpointConfig, checkpointIdOf } from "../../langgraph/thread.ts";

/**
 * @internal Keeps in the thread's history that an attempt waits for a human, and where.
 *
 * @param state at which it waits; absent if it cannot be read
 * @returns why the pause could not be stored, if it could not
 */
export async function keepPause(
  { graph, saver, options }: RollbackContext,
  { threadId, run, number }: Attempt,
  { head, interrupts, watch }: PausedEnd,
  state: StateView | undefined,
): Promise<readonly RollbackProblem[]> {
  try {
    const isAsked = interrupts.length > 0;
    const held = state === undefined ? undefined : await heldUp(graph, threadId, state);
    await appendEntry(saver, threadId, "pause", {
      version: 1,
      run,
      attempt: number,
      at: new Date(options.clock()).toISOString(),
      head,
      questions: interrupts.length,
      breakpoints: held ?? (isAsked ? [] : [head]),
      ...(watch === undefined ? {} : { watch }),
    });
    return [];
  } catch (error) {
    return [problemOf(error)];
  }
}

/** Ids of the checkpoints that a breakpoint holds up: the outermost graph's, or those of subgraphs that wait inside. */
async function heldUp(graph: CompiledGraph, threadId: string, state: StateView): Promise<readonly string[]> {
  if (state.tasks.every((task) => task.state === undefined)) return heldIn(state);
  const config = checkpointConfig(threadId, checkpointIdOf(state.config));
  return heldIn(await patiently(() => graph.getState(config, { subgraphs: true })));
}

function heldIn({ config, next, tasks }: StateView): readonly string[] {
  const id = checkpointIdOf(config);
  if (id === undefined || next.length === 0) return [];
  const inside = tasks.flatMap(({ state }) => (isState(state) ? heldIn(state) : []));
  const isAsked = tasks.some(({ interrupts }) => interrupts.length > 0);
  return inside.length > 0 || isAsked ? inside : [id];
}

/** A subgraph's state, not only the config that names it. */
function isState(state: StateView["tasks"][number]["state"]): state is StateView {
  return state !== undefined && "next" in state;
}

/**
 * @internal Whether an attempt waits at its fork before anything runs: a breakpoint held the run up there, and what was
 * approved then is undone. Once a human has let this very attempt pass, it does not wait again.
 */
export function waitsAtFork(
  pauses: readonly AttemptPause[],
  { run, number, rewind }: Pick<Attempt, "run" | "number"> & { readonly rewind: RewindRecord },
): boolean {
  const own = pauses.filter((pause) => pause.run === run);
  if (own.some(({ attempt, head }) => attempt === number && head === rewind.fork)) return false;
  const innermost = rewind.into?.at(-1)?.checkpoint ?? rewind.checkpoint;
  return own.some(({ breakpoints }) => breakpoints.includes(innermost));
}

/** @internal Pauses at a fork as LangGraph does at a breakpoint: with the state, and interrupts without a question. */
export async function* waitAt(
  { graph }: RollbackContext,
  { threadId, config }: Attempt,
  fork: string,
): AsyncGenerator<unknown, PausedEnd> {
  const output = await valuesAt(graph, threadId, fork);
  const modes = streamModesOf(graph, config);
  const chunks: readonly (readonly [mode: string, payload: unknown])[] = [
    ...(output === undefined ? [] : [["values", output] as const]),
    ["updates", { [INTERRUPT]: [] }],
    ["values", { [INTERRUPT]: [] }],
  ];
  for (const [mode, payload] of chunks) {
    if (!modes.includes(mode)) continue;
    config.chunkLog?.give();
    yield shapedChunk(config, [], mode, payload);
  }
  return { kind: "paused", head: fork, interrupts: [], output };
}

/** Output of a graph at a checkpoint; `undefined` where the checkpointer does not say. The run waits there all the same. */
async function valuesAt(graph: CompiledGraph, threadId: string, checkpoint: string): Promise<unknown> {
  try {
    const { values } = await patiently(() => graph.getState(checkpointConfig(threadId, checkpoint)));
    return outputOf(graph, values);
  } catch {
    return undefined;
  }
}
