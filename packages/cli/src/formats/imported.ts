import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";
import type { TraceFile } from "./trace-file.ts";

/** A trajectory that was read from a file, and what stands beside it. */
export interface Imported {
  readonly trajectory: Trajectory;
  /** The right answer to the task, as the file has it. It stays out of the trajectory: no scorer sees it. */
  readonly groundTruth?: string;
  /** The trajectory's source. Absent where its format says no more than the trajectory holds. */
  readonly origin?: ImportOrigin;
}

/** The source of an imported trajectory, with all that its format knows and a trajectory has no place for. Untrusted. */
export interface ImportOrigin {
  /** Name of the format, as `--from` takes it. */
  readonly format: string;
  /** Id of the run there. Attempts of one run share it. */
  readonly run: string;
  /** 1-based place among the run's attempts, where the format keeps several. */
  readonly attempt?: number;
  /** Fields of the whole run, such as its model, version or token counts. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Fields of each step, in the order of the trajectory's steps: ids and more. */
  readonly steps?: readonly Readonly<Record<string, unknown>>[];
}

/** A piece of a file that could not be read. It is told, and the rest is read. */
export interface Unread {
  /** Line that it begins on, from 1. */
  readonly line: number;
  /** Path of the field, such as `messages[2].role`; empty for the whole line. */
  readonly field: string;
  /** One sentence: what was expected, and what stands there. */
  readonly reason: string;
}

/**
 * Reads traces of one format, one run at a time.
 *
 * @param tell hears of each piece that is left out
 * @throws {TrajectoryFormatError} on a file that cannot be read at all
 */
export type TraceReader = (file: TraceFile, tell: (unread: Unread) => void) => AsyncIterable<Imported>;

/** One text to read. */
export interface ImportedFile {
  readonly text: string;
  /** Name of the file without its folder and its extension: published sets name their instances by it. */
  readonly stem: string;
}
