import { uuid5, type Checkpoint } from "@langchain/langgraph-checkpoint";

/** Which node a task ran, and in which order LangGraph lists the tasks of one superstep. */
export interface TaskIdentity {
  readonly node: string;
  /** How it was scheduled: "push" by a Send (with its position), "pull" by an edge. */
  readonly path: "push" | "pull";
  readonly sendIndex: number;
}

/** @internal One string for a task's identity, the same in every fork; the task's id where it is not known. */
export function identityKey(identity: TaskIdentity | undefined, taskId: string): string {
  return identity === undefined ? taskId : `${identity.path}:${identity.sendIndex}:${identity.node}`;
}

const PUSH = "__pregel_push";
const PULL = "__pregel_pull";
/** @internal The channel that holds the Sends of the next superstep. */
export const SENDS = "__pregel_tasks";
const BRANCH = "branch:to:";
const JOIN = "join:";
const START = "__start__";

/**
 * @internal Finds the node that a stored task id belongs to.
 *
 * A checkpointer is told task ids, never node names. LangGraph derives the id from the checkpoint, the superstep,
 * the node and its trigger, so the node is the one candidate whose derivation gives the same id. `test/canary`
 * compares this with LangGraph's own snapshots.
 *
 * @param checkpoint the checkpoint that the task ran from
 * @param superstep  the superstep that ran from it: its metadata's step + 1
 * @returns `undefined` for tasks that were not scheduled by an edge or a Send (the functional API's calls)
 */
export function identifyTask(
  checkpoint: Checkpoint,
  superstep: number,
  namespace: string,
  taskId: string,
): TaskIdentity | undefined {
  const idOf = (node: string, ...path: unknown[]): string =>
    uuid5(
      JSON.stringify([namespace === "" ? node : `${namespace}|${node}`, String(superstep), node, ...path]),
      checkpoint.id,
    );
  for (const [sendIndex, node] of sentNodes(checkpoint).entries()) {
    if (idOf(node, PUSH, String(sendIndex)) === taskId) return { node, path: "push", sendIndex };
  }
  for (const trigger of Object.keys(checkpoint.channel_versions)) {
    const node = triggeredNode(trigger);
    if (node !== undefined && idOf(node, PULL, [trigger]) === taskId)
      return { node, path: "pull", sendIndex: -1 };
  }
  return undefined;
}

/** @internal Nodes that Sends have scheduled to run from a checkpoint, in order. Their input is frozen. */
export function sentNodes(checkpoint: Checkpoint): readonly string[] {
  const sends: unknown = checkpoint.channel_values[SENDS];
  if (!Array.isArray(sends)) return [];
  return sends.map((send: unknown) =>
    typeof send === "object" && send !== null && "node" in send ? String(send.node) : "",
  );
}

/** @internal The argument of the Send that scheduled a task. */
export function sentArgs(checkpoint: Checkpoint, sendIndex: number): unknown {
  const sends: unknown = checkpoint.channel_values[SENDS];
  const send: unknown = Array.isArray(sends) ? sends[sendIndex] : undefined;
  return typeof send === "object" && send !== null && "args" in send ? send.args : undefined;
}

function triggeredNode(channel: string): string | undefined {
  if (channel === START) return START;
  if (channel.startsWith(BRANCH)) return channel.slice(BRANCH.length);
  if (channel.startsWith(JOIN)) return channel.slice(channel.lastIndexOf(":") + 1);
  return undefined;
}

/** @internal Whether a channel carries LangGraph's own control flow rather than the user's state. */
export function isControlChannel(name: string): boolean {
  return name.startsWith("__") || name.startsWith(BRANCH) || name.startsWith(JOIN);
}

/** @internal The user's part of a checkpoint's values. */
export function stateValues(checkpoint: Checkpoint): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(checkpoint.channel_values).filter(([name]) => !isControlChannel(name)),
  );
}
