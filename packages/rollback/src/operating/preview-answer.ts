import type { RunnableConfig } from "@langchain/core/runnables";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { questionOf } from "../approving/rollback-question.ts";
import { unansweredIn } from "../attempts/decide/drop-question.ts";
import { readJournal } from "../history/journal.ts";
import { checkpointConfig, threadIdOf } from "../langgraph/thread.ts";
import { patiently } from "../recording/patiently.ts";
import type { ActionPreview } from "./preview-actions.ts";
import { seenNow } from "./seen.ts";

/**
 * Looks at the question about a rollback that waits on a thread, without its graph: for a person who answers a run of a queue. Nothing is written.
 *
 * @param saver  the thread's checkpointer
 * @param config names the thread
 * @returns `expected`, and the question if one waits
 * @throws {ThreadIdError}
 *
 * @example
 * const { expected, question } = await previewAnswer(checkpointer, { configurable: { thread_id: "t-1" } });
 */
export async function previewAnswer(
  saver: BaseCheckpointSaver,
  config: RunnableConfig,
): Promise<Pick<ActionPreview, "expected" | "question">> {
  const threadId = threadIdOf(config);
  const expected = await seenNow({ saver }, threadId);
  const asked = unansweredIn(await patiently(() => readJournal(saver, threadId)));
  const head = (await patiently(() => saver.getTuple(checkpointConfig(threadId))))?.checkpoint.id;
  const isOpen = asked?.checkpoint !== undefined && asked.checkpoint === head;
  return { expected, ...(isOpen ? { question: questionOf(asked.record) } : {}) };
}
