import { rm } from "node:fs/promises";

import type { Database } from "./database.ts";
import { dropSchema, openPostgres } from "./postgres-database.ts";
import { openSqlite } from "./sqlite-database.ts";

/** @param address `sqlite:` and a file, or `postgres:` and a schema */
export async function openDatabase(address: string): Promise<Database> {
  const { kind, place } = parsed(address);
  return kind === "sqlite" ? openSqlite(place) : openPostgres(place);
}

/** Removes everything that is stored there, the agent's checkpoints too. Nobody may have it open any more. */
export async function removeDatabase(address: string): Promise<void> {
  const { kind, place } = parsed(address);
  if (kind === "postgres") return dropSchema(place);
  const files = [place, checkpointsBeside(place)];
  const all = files.flatMap((file) => ["", "-wal", "-shm"].map((end) => file + end));
  await Promise.all(all.map((file) => rm(file, { force: true })));
}

/** A file of its own: in the same process two connections to one file would wait for each other. */
export const checkpointsBeside = (file: string): string => `${file}.checkpoints`;

/** @throws {RangeError} */
export function parsed(address: string): { kind: "sqlite" | "postgres"; place: string } {
  const [, kind, place = ""] = /^(sqlite|postgres):(.+)$/.exec(address) ?? [];
  if (kind !== "sqlite" && kind !== "postgres")
    throw new RangeError(`Expected "sqlite:FILE" or "postgres:SCHEMA", got "${address}".`);
  return { kind, place };
}
