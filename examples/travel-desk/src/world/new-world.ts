import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import type { Database } from "./database.ts";
import { openDatabase, removeDatabase } from "./open-database.ts";
import { foundWorld } from "./schema.ts";

export type DatabaseKind = "sqlite" | "postgres";

let made = 0;

/** A world in a database of its own: a file, or a schema of PostgreSQL. */
export interface NewWorld {
  readonly database: Database;
  /** Closes the database, and removes it. */
  readonly remove: () => Promise<void>;
}

/** Founds a world. */
export async function newWorld(kind: DatabaseKind): Promise<NewWorld> {
  const folder = await mkdtemp(path.join(tmpdir(), "travel-desk-"));
  const schema = `travel_desk_${process.pid}_${(made += 1)}`;
  const address = kind === "sqlite" ? `sqlite:${path.join(folder, "world.sqlite")}` : `postgres:${schema}`;
  const clear = async (): Promise<void> => {
    await removeDatabase(address);
    await rm(folder, { recursive: true });
  };
  try {
    const database = await openDatabase(address);
    const remove = async (): Promise<void> => {
      await database.close();
      await clear();
    };
    try {
      await foundWorld(database);
      return { database, remove };
    } catch (error) {
      await database.close();
      throw error;
    }
  } catch (error) {
    await clear();
    throw error;
  }
}

/** Works in a new world, which is removed afterwards. */
export async function inNewWorld<T>(
  kind: DatabaseKind,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { database, remove } = await newWorld(kind);
  try {
    return await work(database);
  } finally {
    await remove();
  }
}
