import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import type { StepOrigin } from "@langgraph-rollback/attribution/trajectory";
import { compiledGraphOf, type CompiledGraph, type RollbackTarget } from "../langgraph/compiled-graph.ts";
import { keepsInnerTasks } from "../langgraph/keeps-inner-tasks.ts";
import { memoryBefore } from "./memory-point.ts";
import { messagesIn, unansweredToolCalls } from "../langgraph/message-text.ts";
import { graphInside, stateAt } from "../reading/read-step.ts";
import { outermost, type RecordedStep, type RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import type { InnerPoint, KeptTask, RewindPlan, RewindPoint } from "./rewind-point.ts";
import { isErrorHandler, isShared, sentArgs, sentNodes, taskIdOf } from "../langgraph/task-identity.ts";
import { originOf } from "../langgraph/task-origin.ts";
import { checkpointTuple, saverOf } from "../langgraph/thread.ts";
import { noteChannelOf, noteKindIn, takesNote } from "./note-channel.ts";
import { unansweredPlainCalls } from "../steps/plain-message.ts";
import { PULL } from "../langgraph/private-strings.ts";

/**
 * Finds the point to rewind to: from there a step runs again and can see a note.
 *
 * It lies earlier than the given step if it must. The input of tasks that a Send scheduled is frozen: a note reaches them only if the input has a
 * place for it; a note between a tool call and its answer makes a conversation that chat
 * models refuse; LangGraph 1.4 runs all parallel tasks inside of a subgraph again; and a subgraph that was not added as a
 * node, or that does not have the note's channel, runs again as a whole.
 *
 * @param start index of the first suspect step, 0 to l - 1
 * @param options.noteChannel as for `withRollback`
 * @param options.keep        whether results inside a superstep may be kept; default true
 * @throws {RangeError} if there is no such step
 * @throws {CheckpointNotFoundError | NoCheckpointerError | UnsupportedGraphError}
 */
export async function planRewind(
  target: RollbackTarget,
  trajectory: RecordedTrajectory,
  start: number,
  options: { readonly noteChannel?: string | undefined; readonly keep?: boolean } = {},
): Promise<RewindPlan> {
  const graph = compiledGraphOf(target);
  const saver = saverOf(graph);
  const { noteChannel, keep = true } = options;
  const { threadId } = trajectory;
  const read: ReadCheckpoint = (id, namespace) => checkpointTuple(saver, threadId, id, namespace);
  return planRewindOf({ graph, saver, read, noteChannel, keep }, trajectory, start);
}

/** Reads a checkpoint of the thread. */
type ReadCheckpoint = (id: string, namespace: string) => Promise<CheckpointTuple>;

/**
 * @internal As {@link planRewind}, with checkpoints that may have been read before.
 *
 * @param given.isTold whether the step is told a note, which it has to see; default true
 */
export async function planRewindOf(
  given: Omit<Planning, "threadId" | "steps"> & { readonly keep: boolean; readonly isTold?: boolean },
  { steps, threadId }: RecordedTrajectory,
  start: number,
): Promise<RewindPlan> {
  const wanted = steps[start];
  if (wanted === undefined)
    throw new RangeError(`Expected \`start\` in [0, ${steps.length - 1}], got ${start}.`);
  const { keep, isTold = true, ...rest } = given;
  const planning = { ...rest, threadId, steps };
  for (let step: RecordedStep | undefined = wanted; step !== undefined; step = steps[step.index - 1]) {
    const point = await pointBefore(planning, step);
    if (!keep && (point?.keep !== undefined || point?.into !== undefined)) continue;
    if (point !== undefined && (!isTold || (await isNoteSeen(planning, step, point))))
      return planned(planning, step, point);
  }
  const first = steps[0] ?? wanted;
  return planned(planning, first, { checkpoint: outermost(first).before });
}

interface Planning {
  readonly graph: CompiledGraph;
  readonly saver: BaseCheckpointSaver;
  readonly read: ReadCheckpoint;
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

/**
 * The point from which exactly a step and the steps after it run again; `undefined` if there is none.
 *
 * Example: `search` and `book` ran side by side, `search` ended first, and `book` is to run again. The point is the
 * checkpoint before both, and keeps the result of `search`.
 */
async function pointBefore({ graph, steps }: Planning, step: RecordedStep): Promise<RewindPoint | undefined> {
  const { before: checkpoint } = outermost(step);
  const superstep = steps.filter((other) => outermost(other).before === checkpoint);
  const [ended, rerun] = [
    superstep.filter(({ index }) => index < step.index),
    superstep.filter(({ index }) => index >= step.index),
  ];
  if (ended.length === 0) return { checkpoint };
  const into = innerPoints(superstep, step);
  const keep = keptTasks(superstep, step, 0);
  if (into === undefined || keep === undefined || !canBeKept(keep, into)) return undefined;
  const handled = new Set(handlingIn(superstep).values());
  if (!ended.every((other) => hasResult(other, handled))) return undefined;
  if (graphInside(graph, into) === undefined) return undefined;
  if (rerun.some((other) => sharesMemory(other, into))) return undefined;
  if (into.some((point) => point.keep !== undefined) && !(await keepsInnerTasks())) return undefined;
  return {
    checkpoint,
    ...(keep.length === 0 ? {} : { keep }),
    ...(into.length === 0 ? {} : { into }),
  };
}

/** Whether a step has a result to keep: it returned, or the error of a task around it was handled. */
const hasResult = (step: RecordedStep, handled: ReadonlySet<string>): boolean =>
  step.origin.node !== "unknown" &&
  (step.error === undefined || chain(step).some(({ taskId }) => handled.has(taskId)));

/**
 * Whether LangGraph takes the results of these tasks from a fork. Of tasks that another task called, it does so in the outermost graph, if an edge
 * scheduled the caller. An error handler runs with the task whose error it handles.
 */
function canBeKept(keep: readonly KeptTask[], into: readonly InnerPoint[]): boolean {
  const inside = into.flatMap((point) => point.keep ?? []);
  return (
    keep.every(({ call }) => call === undefined || call.path[0] === PULL) &&
    inside.every(({ call }) => call === undefined) &&
    [...keep, ...inside].every(({ node }) => !isErrorHandler(node))
  );
}

/** By the task of an error handler, the task whose error it handled: they run, and stay, together. */
function handlingIn(steps: readonly RecordedStep[]): ReadonlyMap<string, string> {
  return new Map(
    steps.flatMap(({ origin, handles }) => (handles === undefined ? [] : [[origin.taskId, handles]])),
  );
}

/** Places where the subgraphs around a step continue, as far as they had begun before it; `undefined` if they cannot. */
function innerPoints(
  siblings: readonly RecordedStep[],
  step: RecordedStep,
): readonly InnerPoint[] | undefined {
  const into: InnerPoint[] = [];
  for (const [depth, { taskId, node }] of step.enclosing.entries()) {
    const inner = chain(step)[depth + 1];
    const isBegun = siblings.some(
      (other) => other.index < step.index && chain(other)[depth]?.taskId === taskId,
    );
    if (inner === undefined || !isBegun) break;
    const beside = siblings.filter((other) => isBeside(chain(other)[depth + 1], inner));
    const keep = keptTasks(beside, step, depth + 1);
    if (keep === undefined) return undefined;
    const { namespace, before: checkpoint } = inner;
    into.push({ node, taskId, namespace, checkpoint, ...(keep.length === 0 ? {} : { keep }) });
  }
  return into;
}

/** Whether tasks ran from the same checkpoint. */
const isBeside = (one: StepOrigin | undefined, other: StepOrigin): boolean =>
  one?.namespace === other.namespace && one.before === other.before;

/**
 * The tasks of one superstep that had ended before a step, but for the one that the step ran in; what one of them called
 * comes with it. `undefined` if one runs again: what a task has run inside of it by itself does so with it.
 *
 * @param depth of the superstep's graph: 0 is the outermost
 */
function keptTasks(
  superstep: readonly RecordedStep[],
  step: RecordedStep,
  depth: number,
): readonly KeptTask[] | undefined {
  const own = step.enclosing.length > depth ? chain(step)[depth]?.taskId : undefined;
  const tasks = new Map<string, KeptTask>();
  const rerun = new Set<string>();
  const handling = handlingIn(superstep);
  for (const other of superstep) {
    const origin = chain(other)[depth];
    if (origin === undefined || origin.taskId === own) continue;
    const { taskId, node } = origin;
    if (other.index >= step.index) rerun.add(handling.get(taskId) ?? taskId);
    else if (!handling.has(taskId))
      tasks.set(taskId, { taskId, node, ...(other.enclosing.length === depth ? callOf(other) : {}) });
  }
  if ([...tasks.keys()].some((taskId) => rerun.has(taskId))) return undefined;
  return [...tasks.values()].filter(({ call }) => call === undefined || !tasks.has(call.taskId));
}

function callOf({ calledBy, path, identity }: RecordedStep): Pick<KeptTask, "call"> {
  if (calledBy === undefined || path !== "call") return {};
  return { call: { ...calledBy, position: positionIn(identity) } };
}

const positionIn = (identity: string): number => Number(identity.split(":")[1]);

/** Whether a step is of a subgraph that keeps its memory from run to run. LangGraph resumes it where it begins again. */
function sharesMemory(step: RecordedStep, into: readonly InnerPoint[]): boolean {
  return chain(step).some(
    ({ namespace }) => isShared(namespace) && !into.some((point) => point.namespace === namespace),
  );
}

const KINDS = ["message", "object", "pair"] as const;

/** Whether the first tasks that run again can see a note. */
async function isNoteSeen(planning: Planning, step: RecordedStep, point: RewindPoint): Promise<boolean> {
  const { graph, saver, read, noteChannel } = planning;
  const into = point.into ?? [];
  const inner = graphInside(graph, into);
  const channel = noteChannelOf(graph, noteChannel);
  if (inner === undefined) return false;
  if (channel === undefined) return true;
  if (!(channel in inner.channels)) return false;
  const { namespace, before } = chain(step)[into.length] ?? step.origin;
  const tuple = await read(before, namespace);
  const keep = new Set((into.length === 0 ? point : into.at(-1))?.keep?.map(({ taskId }) => taskId));
  const sent = sentNodes(tuple.checkpoint).map((node, position) => ({
    node,
    path: "push" as const,
    position,
  }));
  const at = originOf(tuple);
  const rerun = sent.filter((task) => !keep.has(taskIdOf(at, task)));
  const sentTo = rerun.map(({ position }) => sentArgs(tuple.checkpoint, position));
  // Without a place for it whatever the state holds, the state need not be read.
  if (!sentTo.every((args) => KINDS.some((kind) => takesNote(channel, args, kind)))) return false;
  const value = (await stateAt(inner, saver, tuple))[channel];
  if (!sentTo.every((args) => takesNote(channel, args, noteKindIn(value)))) return false;
  const plain = Array.isArray(value) ? unansweredPlainCalls(value) : [];
  return plain.length === 0 && unansweredToolCalls(messagesIn(value)).length === 0;
}
