import { START } from "@langchain/langgraph";
import { INTERRUPT, RESUME, SCHEDULED } from "@langchain/langgraph-checkpoint";

import type { RanTask } from "./ran-task.ts";
import { errorIn } from "./error-handlers.ts";
import { requestedError, requestIn, type RewindRequest } from "./rewind-request.ts";
import { describeWrites, type ChannelWrite } from "./step-content.ts";
import type { CallingTask, TaskIdentity } from "../langgraph/task-identity.ts";
import { failedToolsIn, messagesIn } from "../langgraph/message-text.ts";
import { tokensIn } from "./token-count.ts";

/** @internal One checkpoint of a branch, and the tasks that ran from it. */
export interface Superstep {
  readonly checkpointId: string;
  /** Its checkpoint namespace; "" is the outermost graph. */
  readonly namespace: string;
  readonly parent: string | undefined;
  readonly source: string | undefined;
  /** Number of the superstep that ran from it: its metadata's step + 1. */
  readonly superstep: number;
  /** Checkpoints of the graphs around it, by namespace. */
  readonly parents: Readonly<Record<string, string>>;
  /** The checkpoint that a graft copied it from, in the failed branch's namespace. */
  readonly graftOf: GraftOrigin | undefined;
  /** Input of the turn that starts here, as text. */
  readonly task: string | undefined;
  /** Of a turn's first: which nodes of its graph are graphs, as `subgraphPathsOf` gives them; `undefined` if unknown. */
  readonly subgraphs: readonly string[] | undefined;
  readonly tasks: readonly RanTask[];
}

/** @internal The checkpoint that a grafted one was copied from. */
export interface GraftOrigin {
  readonly namespace: string;
  readonly checkpoint: string;
}

/** A task's times, and what it was where its id does not tell: as stored in the metadata of the checkpoint after its superstep, or with its failed attempt. */
export interface RecordedTask {
  readonly task: string;
  /** Absent where nothing but its id told it. */
  readonly node?: string;
  /** Milliseconds since the epoch. */
  readonly start: number;
  readonly end: number;
  /** Of a task that another called: that one, and which of its calls it was. */
  readonly call?: CallingTask & { readonly position: number };
}

/** @internal Identity of a task, from what was recorded of it, where its id does not tell. */
export function recordedIdentity(recorded: RecordedTask | undefined): TaskIdentity | undefined {
  if (recorded?.call === undefined || recorded.node === undefined) return undefined;
  const { taskId, path, position } = recorded.call;
  return { node: recorded.node, path: "call", position, calledBy: { taskId, path } };
}

/** @internal A task as its writes show it; `undefined` while it has not ended, and for LangGraph's own. */
export function ranTask(
  taskId: string,
  writes: readonly ChannelWrite[],
  identity: TaskIdentity | undefined,
  times: Pick<RecordedTask, "start" | "end"> | undefined,
): RanTask | undefined {
  if (identity?.node === START || isUnfinished(writes)) return undefined;
  const failedTools = failedToolsIn(writes.flatMap(([, value]) => messagesIn(value)));
  const asked = isPause(writes) ? askedIn(writes) : undefined;
  return {
    taskId,
    identity,
    said: describeWrites(writes, identity?.node ?? "unknown"),
    tokens: tokensIn(writes),
    ...(failedTools.length === 0 ? {} : { failedTools }),
    error: asked === undefined ? errorIn(writes) : requestedError(asked),
    start: times?.start,
    end: times?.end,
  };
}

/** @internal Writes that no task made: a Command's update or a resume. */
export const NULL_TASK = "00000000-0000-0000-0000-000000000000";

/** A model's request to go back, at which a task has stopped. A write of an interrupt is one of them, or a list. */
function askedIn(writes: readonly ChannelWrite[]): RewindRequest | undefined {
  const interrupts = writes.flatMap(([channel, value]) => (channel === INTERRUPT ? [value].flat() : []));
  return interrupts
    .map((each) => requestIn(Reflect.get(Object(each), "value")))
    .find((request) => request !== undefined);
}

/** @internal Whether a task's writes so far are a question to a human or an answer, not an end. */
export const isUnfinished = (writes: readonly ChannelWrite[]): boolean =>
  isPause(writes) && askedIn(writes) === undefined;

function isPause(writes: readonly ChannelWrite[]): boolean {
  return writes.every(([channel]) => channel === INTERRUPT || channel === RESUME || channel === SCHEDULED);
}
