import { open } from "node:fs/promises";

import { addressIn } from "../shared/words/address.ts";
import { NoCheckpointsError } from "./no-checkpoints-error.ts";
import { shownAddress } from "../shared/words/shown-address.ts";
import { SourceFormatError } from "./source-format-error.ts";
import { SourceUnreadableError } from "./source-unreadable-error.ts";

export type SourceKind = "postgres" | "sqlite" | "trajectories";

/** Every SQLite file begins with it. */
const SQLITE = "SQLite format 3\0";

/**
 * Kind of source that can be opened under a name; of a file, its beginning tells.
 *
 * @throws {SourceUnreadableError | SourceFormatError | NoCheckpointsError}
 */
export async function sourceKind(where: string): Promise<SourceKind> {
  const scheme = addressIn(where)?.scheme;
  if (scheme === "postgres" || scheme === "postgresql") return "postgres";
  if (scheme !== undefined)
    throw new SourceFormatError(shownAddress(where), `"${scheme}://" is no kind of address that can be read`);
  const start = await firstBytes(where, 4096);
  if (start.startsWith(SQLITE)) return "sqlite";
  // SQLite writes nothing before the first table.
  if (start === "" && !/\.(jsonl|ndjson)$/i.test(where)) throw new NoCheckpointsError(where, "the path");
  if (/^\uFEFF?\s*([{[]|$)/.test(start)) return "trajectories";
  throw new SourceFormatError(where, "it is neither a SQLite file nor JSON Lines");
}

async function firstBytes(file: string, length: number): Promise<string> {
  try {
    const handle = await open(file, "r");
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
      return buffer.toString("utf8", 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SourceUnreadableError(file, reason, "Check the path and its permissions.");
  }
}
