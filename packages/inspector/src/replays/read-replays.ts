import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

import type { ReplayName } from "../shared/view/replay-name.ts";
import type { WhatIfTold } from "../shared/view/what-if-told.ts";
import { shortened } from "../shared/words/shortened.ts";
import { readTrajectories } from "../source/open-trajectory-files.ts";
import { replayNameOf } from "../source/replay-name.ts";
import { SourceFormatError } from "../source/source-format-error.ts";

/** A replay from a file, or one that a person has had made. */
export interface ReadReplay {
  readonly name: ReplayName;
  readonly trajectory: Trajectory;
  /** Of one that a person has had made. */
  readonly whatIf?: WhatIfTold;
}

/** Replays of each thread, in the order in which they were read or made. */
export type ReplaysByThread = ReadonlyMap<string, readonly ReadReplay[]>;

const REMEDY = "Give files that `langgraph-rollback replay --out` wrote.";

/** Characters of an id that a message quotes. */
const QUOTED = 80;

/**
 * Reads files of replays.
 *
 * @throws {SourceUnreadableError | SourceFormatError} if a file cannot be read, is damaged or holds a trajectory that is no replay
 */
export async function readReplays(files: readonly string[]): Promise<Map<string, readonly ReadReplay[]>> {
  const threads = new Map<string, readonly ReadReplay[]>();
  for (const file of files)
    for (const [trajectory] of await readTrajectories(file, () => Promise.resolve(undefined), REMEDY)) {
      const name = replayNameOf(trajectory);
      if (name === undefined) throw noReplay(file, trajectory.id);
      addReplay(threads, { name, trajectory });
    }
  return threads;
}

/** Adds a replay to those of its thread. */
export function addReplay(threads: Map<string, readonly ReadReplay[]>, replay: ReadReplay): void {
  const { thread } = replay.name;
  threads.set(thread, [...(threads.get(thread) ?? []), replay]);
}

function noReplay(file: string, id: string): SourceFormatError {
  const fault = `the trajectory "${shortened(id, QUOTED).text}" is no replay, since its id is not like "replay/THREAD/VARIANT/NUMBER"`;
  return new SourceFormatError(file, fault, { remedy: REMEDY });
}
