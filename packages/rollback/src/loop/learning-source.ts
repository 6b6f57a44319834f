import { resolve } from "node:path";

import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { openCheckpointer, type GraphOrCheckpointer } from "../recording/graph-or-checkpointer.ts";
import { innerSaver } from "../recording/recording-saver.ts";
import { contextOf } from "../setup/rollback-context.ts";

/** An agent with its checkpointer, a checkpointer alone, or the path of the option `store`. */
export type LearningSource = GraphOrCheckpointer | string;

/** @internal Where a source's agents keep what they learn: a file by its absolute path, or a checkpointer. */
export function placeIn(source: LearningSource): string | BaseCheckpointSaver {
  if (typeof source === "string") return resolve(source);
  const { graph, saver } = openCheckpointer(source);
  const file = graph === undefined ? undefined : contextOf(graph)?.options.learn?.file;
  return file ?? innerSaver(saver);
}
