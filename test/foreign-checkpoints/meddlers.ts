import type { RunnableConfig } from "@langchain/core/runnables";
import { uuid6, type BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import type { LogGraph } from "./graphs.ts";

/** Log entry of somebody else's checkpoint. */
export const FOREIGN = "foreign";

export interface Meddler {
  readonly name: string;
  /** Whether a later call with `null` resumes what it stored: a change of the run, or a turn of its own. */
  readonly goesOn?: boolean;
  /**
   * @param failed config of the failed attempt's last checkpoint
   */
  readonly meddle: (saver: BaseCheckpointSaver, graph: LogGraph, failed: RunnableConfig) => Promise<unknown>;
}

/** A copy of a checkpoint as it is, stamps included, under a newer id. */
const strayCopy: Meddler = {
  name: "a stray copy of the failed head",
  meddle: async (saver, _graph, failed) => {
    const tuple = await saver.getTuple(failed);
    if (tuple === undefined) throw new Error("Expected the failed attempt's head.");
    const { checkpoint, metadata, parentConfig } = tuple;
    const log = [...Object(checkpoint.channel_values["log"]), FOREIGN];
    const copy = { ...checkpoint, id: uuid6(9), channel_values: { ...checkpoint.channel_values, log } };
    const versions = {
      ...checkpoint.channel_versions,
      log: saver.getNextVersion(Number(checkpoint.channel_versions["log"])),
    };
    const parent = {
      configurable: { ...failed.configurable, checkpoint_id: parentConfig?.configurable?.["checkpoint_id"] },
    };
    const stamped = metadata ?? { source: "loop" as const, step: 9, parents: {} };
    await saver.put(parent, { ...copy, channel_versions: versions }, stamped, { log: versions.log });
  },
};

/** Edit by a person who looks at the failed attempt and mends it. */
const edit: Meddler = {
  name: "a user's updateState",
  meddle: (_saver, graph, failed) => graph.updateState(failed, { log: [FOREIGN] }, "after"),
};

/** Edit by a person who does not know of any checkpoint. */
const editHead: Meddler = {
  name: "a user's updateState on whatever is newest",
  goesOn: true,
  meddle: (_saver, graph, { configurable }) =>
    graph.updateState(
      { configurable: { thread_id: configurable?.["thread_id"] } },
      { log: [FOREIGN] },
      "after",
    ),
};

const turn: Meddler = {
  name: "another process's turn",
  goesOn: true,
  meddle: (_saver, graph, { configurable }) =>
    graph.invoke({ log: [FOREIGN] }, { configurable: { thread_id: configurable?.["thread_id"] } }),
};

export const meddlers: readonly Meddler[] = [strayCopy, edit, editHead, turn];
