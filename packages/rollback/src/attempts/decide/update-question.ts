import type { RunnableConfig } from "@langchain/core/runnables";
import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";

import { askedAbout } from "../../approving/question-checkpoint.ts";
import { readJournal } from "../../history/journal.ts";
import { checkpointConfig, checkpointIdOf, namespaceIn } from "../../langgraph/thread.ts";
import { copyOf, type RollbackContext } from "../../setup/rollback-context.ts";
import { endedEvents } from "../tell/attempt-events.ts";
import { keepDropped, unansweredIn } from "./drop-question.ts";

/** LangGraph's own `bulkUpdateState`, which `updateState` calls. */
type Update = (config: RunnableConfig, supersteps: readonly unknown[]) => Promise<RunnableConfig>;

/**
 * @internal Updates a thread's state. Where the thread waits for the answer to a question about a rollback, the update applies to the state of the failed attempt
 * below it, as it would without rollback, and the question is dropped: what was to be rolled back is not what the thread holds any more.
 */
export async function updateState(
  context: RollbackContext,
  config: RunnableConfig,
  supersteps: readonly unknown[],
  update: Update,
): Promise<RunnableConfig> {
  const failed = await failedBelow(context, config);
  if (failed === undefined) return update(config, supersteps);
  const { threadId, last } = failed;
  const graph = copyOf(context.graph);
  graph.checkpointer = standingAt(context.saver, last);
  const { checkpoint_id: _, ...configurable } = config.configurable ?? {};
  const updated = await graph.bulkUpdateState({ ...config, configurable }, supersteps);
  await tellDropped(context, threadId);
  return updated;
}

/** The end of the failed attempt that a thread's question is about, if an update is one of that question's checkpoint. */
async function failedBelow(
  { graph, saver }: RollbackContext,
  config: RunnableConfig,
): Promise<{ readonly threadId: string; readonly last: CheckpointTuple } | undefined> {
  const at = { ...graph.config?.configurable, ...config.configurable };
  const threadId: unknown = at["thread_id"];
  if (typeof threadId !== "string" || namespaceIn({ configurable: at }) !== "") return undefined;
  const head = await saver.getTuple(checkpointConfig(threadId));
  const failed = head === undefined ? undefined : askedAbout(head);
  const named = checkpointIdOf(config);
  if (failed === undefined || (named !== undefined && named !== head?.checkpoint.id)) return undefined;
  const last = await saver.getTuple(checkpointConfig(threadId, failed));
  return last === undefined ? undefined : { threadId, last };
}

/** The same checkpointer, for which a thread still stands at an earlier checkpoint. */
function standingAt<S extends BaseCheckpointSaver>(saver: S, last: CheckpointTuple): S {
  return new Proxy(saver, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      if (key !== "getTuple") return value.bind(target);
      return (config: RunnableConfig) =>
        checkpointIdOf(config) === undefined && namespaceIn(config) === "" ? last : target.getTuple(config);
    },
  });
}

/** The state is updated already: what cannot be noted down now is noted down by the next call. */
async function tellDropped(context: RollbackContext, threadId: string): Promise<void> {
  try {
    const asked = unansweredIn(await readJournal(context.saver, threadId));
    if (asked === undefined) return;
    const record = await keepDropped(context, threadId, asked);
    const { run, attempt: number } = record;
    for (const event of endedEvents({ threadId, run, number }, record)) context.options.onEvent(event);
  } catch {
    // Nor must a listener be able to alter the update.
  }
}
