import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { StepOrigin } from "@langgraph-rollback/trajectory";

import { compiledGraphOf, type CompiledGraph, type RollbackTarget } from "./compiled-graph.ts";
import { isShared, memoryBefore } from "./memory-point.ts";
import { messagesIn, unansweredToolCalls } from "./message-text.ts";
import { noteChannelOf, takesNote } from "./note-updates.ts";
import { graphInside, stateAt } from "./read-step.ts";
import type { RecordedStep, RecordedTrajectory } from "./recorded-trajectory.ts";
import type { InnerPoint, KeptTask, RewindPoint } from "./rewind-point.ts";
import { sentArgs, sentNodes, taskIdOf } from "./task-identity.ts";
import { originOf } from "./task-origin.ts";
import { checkpointTuple, saverOf } from "./thread.ts";

/** Where to rewind to, and what it costs. */
export interface RewindPlan extends RewindPoint {
  /** Index of the first step that runs again; at most the step asked for. */
  readonly step: number;
  /**
   * What a rewind to there is: "superstep" goes back to before a superstep of the outermost graph; "siblings-kept" does
   * so, too, but keeps the results of the superstep's first tasks; "graft" goes on inside of a subgraph.
   */
  readonly kind: "superstep" | "siblings-kept" | "graft";
  /** Number of steps that stay. */
  readonly kept: number;
  /** Number of the failed attempt's steps that are undone. */
  readonly redone: number;
}

/**
 * Finds the point to rewind to so that a step runs again and can see a note.
 *
 * Earlier than asked for where it must be: the input of tasks that a Send scheduled is frozen, so that a note reaches
 * them only where the input has a place for it; a note between a tool call and its answer makes a conversation that chat
 * models refuse; parallel tasks inside of a subgraph share one checkpoint; and a subgraph that was not added as a node,
 * or that does not have the note's channel, runs again as a whole.
 *
 * @param start index of the first suspect step, 0 to l - 1
 * @param options.noteChannel as for `withRollback`
 * @throws {RangeError} if there is no such step
 * @throws {CheckpointNotFoundError | NoCheckpointerError | UnsupportedGraphError}
 */
export async function planRewind(
  target: RollbackTarget,
  trajectory: RecordedTrajectory,
  start: number,
  options: { readonly noteChannel?: string | undefined } = {},
): Promise<RewindPlan> {
  const { steps, threadId } = trajectory;
  const wanted = steps[start];
  if (wanted === undefined)
    throw new RangeError(`Expected \`start\` in [0, ${steps.length - 1}], got ${start}.`);
  const graph = compiledGraphOf(target);
  const planning = { graph, saver: saverOf(graph), threadId, steps, noteChannel: options.noteChannel };
  for (let step: RecordedStep | undefined = wanted; step !== undefined; step = steps[step.index - 1]) {
    const point = pointBefore(planning, step);
    if (point !== undefined && (await isNoteSeen(planning, step, point)))
      return planned(planning, step, point);
  }
  const first = steps[0] ?? wanted;
  return planned(planning, first, { checkpoint: outermost(first).before });
}

interface Planning {
  readonly graph: CompiledGraph;
  readonly saver: BaseCheckpointSaver;
  readonly threadId: string;
  readonly steps: readonly RecordedStep[];
  readonly noteChannel: string | undefined;
}

async function planned(
  { saver, threadId, steps }: Planning,
  step: RecordedStep,
  point: RewindPoint,
): Promise<RewindPlan> {
  const grafted = new Set(point.into?.map(({ namespace }) => namespace));
  const memory = await memoryBefore(saver, threadId, steps.slice(step.index), grafted);
  const kind = point.into !== undefined ? "graft" : point.keep !== undefined ? "siblings-kept" : "superstep";
  return {
    ...point,
    ...(memory.length === 0 ? {} : { memory }),
    kind,
    step: step.index,
    kept: step.index,
    redone: steps.length - step.index,
  };
}

/** The tasks that a step ran in, outermost first, and its own. */
const chain = (step: RecordedStep): readonly StepOrigin[] => [...step.enclosing, step.origin];
const outermost = (step: RecordedStep): StepOrigin => step.enclosing[0] ?? step.origin;

/** The point from which exactly a step and what came after it run again; `undefined` if there is none. */
function pointBefore({ graph, steps }: Planning, step: RecordedStep): RewindPoint | undefined {
  const { before: checkpoint } = outermost(step);
  const isBegun = (depth: number, isSame: (origin: StepOrigin) => boolean): boolean =>
    steps.slice(0, step.index).some((earlier) => {
      const origin = chain(earlier)[depth];
      return origin !== undefined && isSame(origin);
    });
  const into: InnerPoint[] = [];
  for (const [depth, { taskId, node }] of step.enclosing.entries()) {
    if (!isBegun(depth, (origin) => origin.taskId === taskId)) break;
    const inner = chain(step)[depth + 1];
    if (inner === undefined) break;
    const isSibling = ({ namespace, before, taskId: id }: StepOrigin): boolean =>
      namespace === inner.namespace && before === inner.before && id !== inner.taskId;
    // LangGraph does not take over the results of tasks inside of a subgraph.
    if (isBegun(depth + 1, isSibling)) return undefined;
    into.push({ node, taskId, namespace: inner.namespace, checkpoint: inner.before });
  }
  const siblings = steps.filter((other) => outermost(other).before === checkpoint);
  const rerun = new Set(
    siblings.filter(({ index }) => index >= step.index).map((other) => outermost(other).taskId),
  );
  const kept = siblings.filter(({ index }) => index < step.index);
  const keep = keptTasks(kept.filter((other) => outermost(other).taskId !== into[0]?.taskId));
  // What a task has run inside of it by itself would run again with it.
  if (keep.some(({ taskId }) => rerun.has(taskId))) return undefined;
  if (kept.length === 0) return { checkpoint };
  const isSound =
    kept.every(({ error, origin }) => error === undefined && origin.node !== "unknown") &&
    keep.every(({ call }) => call === undefined || call.path[0] === "__pregel_pull") &&
    graphInside(graph, into) !== undefined &&
    siblings.every((other) => other.index < step.index || !sharesMemory(other, into));
  if (!isSound) return undefined;
  return {
    checkpoint,
    ...(keep.length === 0 ? {} : { keep }),
    ...(into.length === 0 ? {} : { into }),
  };
}

/** The outermost graph's tasks that steps are the result of; what one of them called comes with it. */
function keptTasks(steps: readonly RecordedStep[]): readonly KeptTask[] {
  const tasks = new Map<string, KeptTask>();
  for (const step of steps) {
    const { taskId, node } = outermost(step);
    const { calledBy, path, identity } = step;
    const call =
      calledBy === undefined || path !== "call"
        ? {}
        : { call: { ...calledBy, position: positionIn(identity) } };
    tasks.set(taskId, { taskId, node, ...(step.enclosing.length === 0 ? call : {}) });
  }
  return [...tasks.values()].filter(({ call }) => call === undefined || !tasks.has(call.taskId));
}

const positionIn = (identity: string): number => Number(identity.split(":")[1]);

/** Whether a step is of a subgraph that keeps its memory from run to run. LangGraph resumes it where it begins again. */
function sharesMemory(step: RecordedStep, into: readonly InnerPoint[]): boolean {
  return chain(step).some(
    ({ namespace }) => isShared(namespace) && !into.some((point) => point.namespace === namespace),
  );
}

/** Whether the first tasks that run again can see a note. */
async function isNoteSeen(planning: Planning, step: RecordedStep, point: RewindPoint): Promise<boolean> {
  const { graph, saver, threadId, noteChannel } = planning;
  const into = point.into ?? [];
  const inner = graphInside(graph, into);
  const channel = noteChannelOf(graph, noteChannel);
  if (inner === undefined) return false;
  if (channel === undefined) return true;
  if (!(channel in inner.channels)) return false;
  const { namespace, before } = chain(step)[into.length] ?? step.origin;
  const tuple = await checkpointTuple(saver, threadId, before, namespace);
  const keep = new Set(into.length === 0 ? point.keep?.map(({ taskId }) => taskId) : []);
  const sent = sentNodes(tuple.checkpoint).map((node, position) => ({
    node,
    path: "push" as const,
    position,
  }));
  const at = originOf(tuple);
  const rerun = sent.filter((task) => !keep.has(taskIdOf(at, task)));
  if (!rerun.every(({ position }) => takesNote(channel, sentArgs(tuple.checkpoint, position)))) return false;
  const state = await stateAt(inner, saver, tuple);
  return unansweredToolCalls(messagesIn(state[channel])).length === 0;
}
