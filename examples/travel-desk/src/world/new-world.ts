import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import type { Database } from "./database.ts";
import { openDatabase, removeDatabase } from "./open-database.ts";
import { foundWorld } from "./schema.ts";

export type DatabaseKind = "sqlite" | "postgres";

let made = 0;

/** A new world in a database of its own (a file, or a schema of PostgreSQL), which is removed afterwards. */
export async function inNewWorld<T>(
  kind: DatabaseKind,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "travel-desk-"));
  const schema = `travel_desk_${process.pid}_${(made += 1)}`;
  const address = kind === "sqlite" ? `sqlite:${path.join(folder, "world.sqlite")}` : `postgres:${schema}`;
  try {
    const database = await openDatabase(address);
    try {
      await foundWorld(database);
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await removeDatabase(address);
    await rm(folder, { recursive: true });
  }
}
