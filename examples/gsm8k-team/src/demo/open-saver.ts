import { type BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph";
import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { DemoOptions } from "./demo-options.ts";
import { UsageError } from "./usage-error.ts";

/** The demo's own database; each run replaces it. */
const OWN_FILE = fileURLToPath(new URL("../../.demo/gsm8k-team.sqlite", import.meta.url));

export interface OpenedSaver {
  readonly saver: BaseCheckpointSaver;
  /** Undefined for memory. */
  readonly file: string | undefined;
  /** File to store the calibration in, beside the database; undefined if memory was wanted. */
  readonly calibrationFile: string | undefined;
  /** Why it is memory although a file was wanted. */
  readonly trouble?: string;
}

/**
 * A fresh database for the demo's threads: its own file, or one that does not exist yet, or memory. SQLite is an
 * optional dependency: where it does not load the demo runs in memory.
 *
 * @param db a path, "memory", or undefined for the demo's own file
 */
export async function openFreshSaver(db: string | undefined): Promise<OpenedSaver> {
  if (db === "memory") return { saver: new MemorySaver(), file: undefined, calibrationFile: undefined };
  if (db !== undefined && existsSync(db))
    throw new UsageError(`Expected \`--db\` to name a new file, but "${db}" exists already.`);
  const file = path.resolve(db ?? OWN_FILE);
  await mkdir(path.dirname(file), { recursive: true });
  if (db === undefined) await Promise.all(["", "-wal", "-shm"].map((end) => rm(file + end, { force: true })));
  const calibrationFile = besideDatabase(file);
  try {
    return { saver: await sqliteSaver(file), file, calibrationFile };
  } catch (error) {
    const trouble = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    return { saver: new MemorySaver(), file: undefined, calibrationFile, trouble };
  }
}

/**
 * Says so before the work if a calibration of somebody else's would be overwritten, or figures and runs would be one file.
 *
 * @throws {UsageError}
 */
export function checkFiles({ db, json }: Pick<DemoOptions, "db" | "json">): void {
  const database = path.resolve(db === undefined || db === "memory" ? OWN_FILE : db);
  const calibration = besideDatabase(database);
  if (db !== undefined && db !== "memory" && existsSync(calibration))
    throw new UsageError(
      `Expected no calibration beside \`--db\` "${db}" yet, but "${calibration}" exists already.`,
    );
  if (json !== undefined && [database, calibration].includes(path.resolve(json)))
    throw new UsageError(`Expected \`--json\` to name another file than runs or calibration, got "${json}".`);
}

/** The database of an earlier demo. */
export async function openKeptSaver(db: string | undefined): Promise<BaseCheckpointSaver> {
  const file = path.resolve(db ?? OWN_FILE);
  if (!existsSync(file)) throw new UsageError(`Expected \`--db\` to name an existing file, got "${file}".`);
  return sqliteSaver(file);
}

async function sqliteSaver(file: string): Promise<BaseCheckpointSaver> {
  const { SqliteSaver } = await import("@langchain/langgraph-checkpoint-sqlite");
  const saver = SqliteSaver.fromConnString(file);
  // Touches the file, so that trouble with it shows here.
  await saver.getTuple({ configurable: { thread_id: "none" } });
  return saver;
}

function besideDatabase(database: string): string {
  const { dir, name } = path.parse(database);
  return path.join(dir, `${name}.calibration.json`);
}
