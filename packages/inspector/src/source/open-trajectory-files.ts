import { readFile } from "node:fs/promises";
import path from "node:path";

import { parseLabelledTraces, TrajectoryFormatError, type Trajectory } from "@langgraph-rollback/trajectory";

import { SourceFormatError } from "./source-format-error.ts";
import { SourceUnreadableError } from "./source-unreadable-error.ts";
import type { ThreadSource } from "./thread-source.ts";
import { trajectorySource } from "./trajectory-source.ts";

/** Shows files of trajectories, our own or labelled traces, one after the other; they are read once. */
export async function openTrajectoryFiles(files: readonly string[]): Promise<ThreadSource> {
  const trajectories: Trajectory[] = [];
  for (const file of files)
    for (const trajectory of await readTrajectories(file)) trajectories.push(trajectory);
  return trajectorySource(trajectories, files.map((file) => path.basename(file)).join(", "));
}

async function readTrajectories(file: string): Promise<readonly Trajectory[]> {
  const text = await readText(file);
  try {
    return parseLabelledTraces(text);
  } catch (error) {
    if (!(error instanceof TrajectoryFormatError)) throw error;
    throw new SourceFormatError(file, error.message, { cause: error });
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SourceUnreadableError(file, reason, "Check the path and its permissions.");
  }
}
