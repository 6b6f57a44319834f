import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { appendValue, readValues } from "langgraph-rollback/inspection";

import { checkEntry, labelEntry, retractionEntry, standingLabels, type LabelEntry } from "./label-entry.ts";
import { identified, timeOf, type LabelStoreOptions } from "./label-store-options.ts";
import type { LabelStore } from "../shared/labels/label.ts";

const NAMESPACE = "langgraph-rollback-labels";

/**
 * Labels beside the checkpoints of the threads that they are about, in a namespace that LangGraph never looks into: they
 * are wherever the threads are, and gone with their thread. Several processes may write at once.
 *
 * `list` throws a {@link LabelFormatError} on what is no label of this version; errors of the store pass through.
 *
 * @param saver needs a `list` over all threads, as MemorySaver's, SqliteSaver's and PostgresSaver's is
 */
export function checkpointerLabelStore(
  saver: BaseCheckpointSaver,
  options: LabelStoreOptions = {},
): LabelStore {
  const list = async () => {
    const values = await readValues(saver, NAMESPACE);
    const entries = values.map(({ thread, value }) => checkEntry(value, `of thread "${thread}"`));
    return standingLabels(entries).toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  };
  return {
    list,
    add: async (label) => {
      const added = identified(label, options);
      await append(saver, label.thread, labelEntry(added), added.at, `label:${added.id}`);
      return added;
    },
    retract: async (id) => {
      const label = (await list()).find((each) => each.id === id);
      if (label === undefined) return false;
      const at = timeOf(options);
      await append(saver, label.thread, retractionEntry(id, at), at, `retraction:${id}`);
      return true;
    },
  };
}

/** @param channel of this entry alone, so that entries of several processes cannot replace each other */
async function append(
  saver: BaseCheckpointSaver,
  thread: string,
  value: LabelEntry,
  at: string,
  channel: string,
): Promise<void> {
  await appendValue(
    saver,
    { configurable: { thread_id: thread } },
    { namespace: NAMESPACE, channel, value, at },
  );
}
