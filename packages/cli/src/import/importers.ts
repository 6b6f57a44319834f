import { parseLabelledTraces, type Trajectory } from "@langgraph-rollback/trajectory";

/** Reads traces of one format. A new format is one more entry in {@link IMPORTERS}. */
export interface Importer {
  /** What it reads, for the help. */
  readonly reads: string;
  /** @throws {TrajectoryFormatError} on the first line that it cannot read */
  readonly read: (text: string) => readonly Trajectory[];
}

/** By the names that `--format` takes. */
export const IMPORTERS: Readonly<Record<"langgraph-rollback", Importer>> = {
  "langgraph-rollback": {
    reads: "our own trajectories, and labelled traces with id, task, steps and decisiveStep",
    read: parseLabelledTraces,
  },
};

/** Name of a format. */
export type ImportFormat = keyof typeof IMPORTERS;
