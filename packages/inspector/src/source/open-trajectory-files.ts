import { readFile, stat } from "node:fs/promises";
import path from "node:path";

import type { Attribution } from "@langgraph-rollback/attribution";
import {
  parseLabelledTraces,
  TrajectoryFormatError,
  type Trajectory,
} from "@langgraph-rollback/attribution/trajectory";

import { attributionIn } from "./attribution-in.ts";
import { SourceFormatError } from "./source-format-error.ts";
import { SourceUnreadableError } from "./source-unreadable-error.ts";
import type { ThreadSource } from "./thread-source.ts";
import { trajectorySource } from "./trajectory-source.ts";

/**
 * Reads a file of traces in another layout.
 *
 * @returns `undefined` for a file that has none that it knows
 * @throws {Error} on one that has it, and is damaged
 */
export type ReadOtherTraces = (file: string) => Promise<readonly Trajectory[] | undefined>;

/** Shows files of trajectories, our own or labelled traces, one after the other, with their labels, scores and sets; they are read once. */
export async function openTrajectoryFiles(
  files: readonly string[],
  readOther: ReadOtherTraces = () => Promise.resolve(undefined),
): Promise<ThreadSource> {
  const attributions = new Map<Trajectory, Attribution>();
  const trajectories: Trajectory[] = [];
  let writtenAt = "";
  for (const file of files) {
    for (const [trajectory, attribution] of await readTrajectories(file, readOther)) {
      trajectories.push(trajectory);
      if (attribution !== undefined) attributions.set(trajectory, attribution);
    }
    const at = (await stat(file)).mtime.toISOString();
    if (at > writtenAt) writtenAt = at;
  }
  const name = files.map((file) => path.basename(file)).join(", ");
  return trajectorySource(trajectories, name, { attributions, writtenAt });
}

type Read = readonly (readonly [Trajectory, Attribution | undefined])[];

/**
 * @internal Reads a file of trajectories.
 *
 * @param remedy for a damaged file; default: what can be shown
 * @throws {SourceUnreadableError | SourceFormatError}
 */
export async function readTrajectories(
  file: string,
  readOther: ReadOtherTraces,
  remedy?: string,
): Promise<Read> {
  const other = await readOther(file);
  if (other !== undefined) return other.map((trajectory) => [trajectory, undefined]);
  const text = await readText(file);
  try {
    const trajectories = parseLabelledTraces(text);
    const lines = text.split("\n").filter((line) => line.replace(/^\uFEFF/, "").trim() !== "");
    return trajectories.map((trajectory, at) => [trajectory, attributionOf(lines[at], trajectory)]);
  } catch (error) {
    if (!(error instanceof TrajectoryFormatError || error instanceof TypeError)) throw error;
    throw new SourceFormatError(file, error.message, {
      cause: error,
      ...(remedy === undefined ? {} : { remedy }),
    });
  }
}

function attributionOf(line: string | undefined, { id, steps }: Trajectory): Attribution | undefined {
  try {
    return line === undefined ? undefined : attributionIn(line, steps.length);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new TypeError(`trajectory "${id}", ${cause.message}.`, { cause });
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
