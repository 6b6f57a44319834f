import type { StepOrigin } from "@langgraph-rollback/attribution/trajectory";
import type { BranchSource, OuterCheckpoint } from "./branch-source.ts";
import type { RecordedStep } from "../steps/recorded-trajectory.ts";
import type { Superstep } from "../steps/superstep.ts";
import { identityKey, namespaceOf, sharedNamespace, type TaskIdentity } from "../langgraph/task-identity.ts";
import { sumTokens } from "../steps/token-count.ts";
import type { RanTask } from "../steps/ran-task.ts";

/**
 * @internal The steps of a turn, or of its rest, with those of its subgraphs, in the order in which they can be run again.
 *
 * @param subgraphs as `subgraphPathsOf` gives them; `undefined` where nobody knows them: a node then counts as one if it
 *                  wrote what a graph that ran inside of it ended with, and nothing else
 * @param known     the steps before it
 */
export async function stepsOf(
  subgraphs: readonly string[] | undefined,
  source: BranchSource,
  turn: readonly Superstep[],
  known: readonly RecordedStep[] = [],
): Promise<readonly RecordedStep[]> {
  const place: Place = {
    source,
    subgraphs: subgraphs === undefined ? undefined : new Set(subgraphs),
    counted: new Set(known.flatMap(({ tokens }) => tokens?.messages ?? [])),
    enclosing: [],
  };
  const steps = await branchSteps(place, turn);
  return [...known, ...steps.map((step, position) => ({ ...step, index: known.length + position }))];
}

/** A graph's place in a run: what is known about it, and the tasks around it. */
interface Place {
  readonly source: BranchSource;
  readonly subgraphs: ReadonlySet<string> | undefined;
  /** Ids of the messages whose tokens have been counted. */
  readonly counted: Set<string>;
  readonly enclosing: readonly StepOrigin[];
}

async function branchSteps(place: Place, branch: readonly Superstep[]): Promise<readonly RecordedStep[]> {
  const steps: RecordedStep[] = [];
  for (const [position, before] of branch.entries()) {
    const after = branch[position + 1];
    if (after !== undefined && after.source !== "loop") continue;
    for (const each of await superstepSteps(place, before, after?.checkpointId)) steps.push(each);
  }
  return steps;
}

/** The tasks that ran from a checkpoint: all of them when a child proves it, else those that have failed or ended. */
async function superstepSteps(
  place: Place,
  before: Superstep,
  after: string | undefined,
): Promise<readonly RecordedStep[]> {
  // In a superstep that has led on, an error is one that has been overcome since.
  const tasks = after === undefined ? withoutAborted(before.tasks) : before.tasks.map(withoutError);
  const called = byCaller(tasks);
  const ids = new Set(tasks.map(({ taskId }) => taskId));
  const { namespace } = before;
  const { source, subgraphs, enclosing } = place;

  const stepsOfTask = async (task: RanTask, outer: string): Promise<readonly RecordedStep[]> => {
    const node = task.identity?.node ?? "unknown";
    const within = `${namespaceOf(outer, node)}:${task.taskId}`;
    const origin: StepOrigin = {
      node,
      taskId: task.taskId,
      superstep: before.superstep,
      namespace,
      before: before.checkpointId,
      ...(after === undefined ? {} : { after }),
    };
    const children: RecordedStep[] = [];
    for (const inner of (called.get(task.taskId) ?? []).toSorted(inOrder))
      for (const each of await stepsOfTask(inner, within)) children.push(each);
    const runs = await runsInside(source, within, { namespace, checkpoint: before.checkpointId });
    for (const run of runs)
      for (const each of await branchSteps({ ...place, enclosing: [...enclosing, origin] }, run))
        children.push(each);
    const isSubgraph = subgraphs?.has(sharedNamespace(within)) ?? (await source.passesOn(origin, runs));
    return isToldByChildren(task, isSubgraph, children)
      ? children
      : [...children, ownStep(task, origin, place)];
  };

  const roots = tasks.filter(({ identity }) => {
    const calling = identity?.calledBy?.taskId;
    return calling === undefined || !ids.has(calling);
  });
  const steps: RecordedStep[] = [];
  for (const task of roots.toSorted(inOrder)) {
    const failed = task.identity?.handles;
    const outer =
      failed === undefined ? namespace : `${namespaceOf(namespace, failed.identity.node)}:${failed.taskId}`;
    for (const each of await stepsOfTask(task, outer)) steps.push(each);
  }
  return steps;
}

/** The tasks of a superstep that others of it have called, by the ids of their callers. */
function byCaller(tasks: readonly RanTask[]): ReadonlyMap<string, readonly RanTask[]> {
  const called = new Map<string, RanTask[]>();
  for (const task of tasks) {
    const caller = task.identity?.calledBy?.taskId;
    if (caller === undefined) continue;
    const same = called.get(caller);
    if (same === undefined) called.set(caller, [task]);
    else same.push(task);
  }
  return called;
}

/** Runs of subgraphs inside of a task: each in a namespace of its own, or in one that all its runs share. */
async function runsInside(
  source: BranchSource,
  within: string,
  outer: OuterCheckpoint,
): Promise<readonly (readonly Superstep[])[]> {
  const runs: (readonly Superstep[])[] = [];
  for (let count = 0; ; count += 1) {
    const run = await source.inside(count === 0 ? within : `${within}|${count}`, outer);
    if (run.length === 0) break;
    runs.push(run);
  }
  const shared = await source.inside(sharedNamespace(within), outer);
  return shared.length > 0 ? [...runs, shared] : runs;
}

/** A subgraph's node says what its last steps said; a task whose child threw says it again. */
function isToldByChildren(task: RanTask, isSubgraph: boolean, children: readonly RecordedStep[]): boolean {
  const { error } = task;
  if (error === undefined) return isSubgraph && children.length > 0;
  return children.some((child) => child.error?.name === error.name && child.error.message === error.message);
}

function ownStep(task: RanTask, origin: StepOrigin, { counted, enclosing }: Place): RecordedStep {
  const { error, failedTools, identity, said, start, end } = task;
  const tokens = sumTokens(task.tokens, counted);
  return {
    index: 0,
    ...said,
    ...(error === undefined ? {} : { error, content: `${error.name}: ${error.message}` }),
    ...(start === undefined ? {} : { startedAt: new Date(start).toISOString() }),
    ...(end === undefined ? {} : { endedAt: new Date(end).toISOString() }),
    origin,
    path: identity?.path ?? "pull",
    identity: identityKey(identity, task.taskId),
    ...(identity?.calledBy === undefined ? {} : { calledBy: identity.calledBy }),
    ...(identity?.handles === undefined ? {} : { handles: identity.handles.taskId }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(failedTools === undefined ? {} : { failedTools }),
    enclosing,
  };
}

function withoutError(task: RanTask): RanTask {
  return task.handled === true ? task : { ...task, error: undefined };
}

/** One task's exception aborts its siblings: they neither finished nor failed. */
function withoutAborted(tasks: readonly RanTask[]): readonly RanTask[] {
  const failed = ({ error, handled }: RanTask): boolean => error !== undefined && handled !== true;
  const aborted = (task: RanTask): boolean => failed(task) && task.error?.name === "AbortError";
  const culprit = tasks.some((task) => failed(task) && !aborted(task));
  return culprit ? tasks.filter((task) => !aborted(task)) : tasks;
}

/** A handler comes after the task whose error it handles. */
function inOrder(a: RanTask, b: RanTask): number {
  if (a.identity?.handles?.taskId === b.taskId) return 1;
  if (b.identity?.handles?.taskId === a.taskId) return -1;
  return order(a) - order(b) || (nodeOf(a) < nodeOf(b) ? -1 : 1);
}

const nodeOf = ({ identity }: RanTask): string => scheduled(identity)?.node ?? "unknown";

const scheduled = (identity: TaskIdentity | undefined): TaskIdentity | undefined =>
  identity?.handles?.identity ?? identity;

/** A task of unknown identity was called by a task, and comes after it. */
function order({ identity: own }: RanTask): number {
  const identity = scheduled(own);
  if (identity === undefined) return Number.MAX_VALUE;
  return identity.path === "pull" ? Number.POSITIVE_INFINITY : identity.position;
}
