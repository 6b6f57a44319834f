import { INTERRUPT } from "@langchain/langgraph-checkpoint";
import type { EndedAttempt } from "../attempt/attempt.ts";
import type { RollBackRecord } from "../attempt/attempt-from-fork.ts";
import type { UndoneSteps } from "../../streams/chunk-log.ts";
import { outermost, type RecordedStep } from "../../steps/recorded-trajectory.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { checkpointConfig } from "../../langgraph/thread.ts";

/**
 * @internal Reads which steps a rollback has undone. If they cannot be read, no step is listed as kept.
 *
 * @param mayHaveAsked whether the run may have paused for a human; if not, the checkpointer is not read for it
 */
export async function undoneSteps(
  context: RollbackContext,
  { attempt: { threadId }, reads }: EndedAttempt,
  { rewind: { step: from } }: RollBackRecord,
  mayHaveAsked: boolean,
): Promise<UndoneSteps> {
  try {
    const { steps } = await reads.trajectory();
    const [kept, undone] = [steps.slice(0, from), steps.slice(from)];
    const undoneTasks = undone.map(rootTaskOf);
    const isUndone = new Set(undoneTasks);
    return {
      kept: kept.map(nameOf),
      asksAgain: mayHaveAsked ? await nodesThatAsked(context, threadId, undone) : [],
      keptTasks: new Set(kept.map(rootTaskOf).filter((task) => !isUndone.has(task))),
      undoneTasks,
    };
  } catch {
    return { kept: [], asksAgain: [], keptTasks: new Set(), undoneTasks: [] };
  }
}

/** As LangGraph names a task in the `subgraphs` namespaces and in `metadata.langgraph_checkpoint_ns`. */
const nameOf = ({ origin: { namespace, node, taskId } }: RecordedStep): string =>
  `${namespace === "" ? "" : `${namespace}|`}${node}:${taskId}`;

const rootTaskOf = (step: RecordedStep): string => outermost(step).taskId;

async function nodesThatAsked(
  context: RollbackContext,
  threadId: string,
  undone: readonly RecordedStep[],
): Promise<readonly string[]> {
  const asked = new Set<string>();
  const before = new Map(undone.map(({ origin }) => [origin.before, origin.namespace]));
  for (const [checkpoint, namespace] of before) {
    const recorded = context.saver.recordedQuestions(threadId, namespace, checkpoint);
    for (const task of recorded ?? (await storedQuestions(context, threadId, { checkpoint, namespace })))
      asked.add(task);
  }
  const nodes = undone.filter(({ origin }) => asked.has(origin.taskId)).map(({ origin }) => origin.node);
  return [...new Set(nodes)];
}

async function storedQuestions(
  { saver }: RollbackContext,
  threadId: string,
  { checkpoint, namespace }: { readonly checkpoint: string; readonly namespace: string },
): Promise<readonly string[]> {
  const tuple = await saver.getTuple(checkpointConfig(threadId, checkpoint, namespace));
  return (tuple?.pendingWrites ?? []).flatMap(([task, channel]) => (channel === INTERRUPT ? [task] : []));
}
