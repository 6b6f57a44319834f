import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

/** A trajectory that was read from a file, and what stands beside it. */
export interface Imported {
  readonly trajectory: Trajectory;
  /** The right answer to the task, as the file has it. It stays out of the trajectory: no scorer sees it. */
  readonly groundTruth?: string;
}

/** One text to read. */
export interface ImportedFile {
  readonly text: string;
  /** Name of the file without its folder and its extension: published sets name their instances by it. */
  readonly stem: string;
}
