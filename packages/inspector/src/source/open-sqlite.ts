import { createRequire } from "node:module";
import path from "node:path";

import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { DriverMissingError } from "./driver-missing-error.ts";
import { NoCheckpointsError } from "./no-checkpoints-error.ts";
import { putOutlines } from "./sqlite-outlines.ts";
import { SourceFormatError } from "./source-format-error.ts";
import { SourceUnreadableError } from "./source-unreadable-error.ts";
import type { OpenedCheckpointer } from "./opened-checkpointer.ts";

const DRIVER = "@langchain/langgraph-checkpoint-sqlite";

/** The part of better-sqlite3 that is used; it comes without types. */
interface Database {
  prepare(sql: string): { get(): unknown };
  exec(sql: string): unknown;
  transaction(work: unknown): unknown;
  close(): void;
}

/**
 * Opens the checkpointer of a SQLite file. It is opened for reading only: an agent that writes to it meanwhile and its reader
 * do not wait for each other.
 *
 * @param isWritable whether something is to be added; default false
 */
export async function openSqlite(file: string, isWritable = false): Promise<OpenedCheckpointer> {
  const { SqliteSaver } = await loadDriver();
  const db = openDatabase(file, SqliteSaver, isWritable);
  try {
    const tables = "select count(*) = 2 as found from sqlite_master where name in ('checkpoints', 'writes')";
    if (!isFound(db.prepare(tables).get())) throw new NoCheckpointsError(file, "the path");
  } catch (error) {
    db.close();
    throw error instanceof NoCheckpointsError
      ? error
      : new SourceFormatError(file, reasonOf(error), { cause: error });
  }
  const saver = new SqliteSaver(withoutSetUp(db));
  const name = path.basename(file);
  const outlines = await openOutlines(openDatabase(file, SqliteSaver), SqliteSaver);
  const close = async (): Promise<void> => {
    outlines?.db.close();
    db.close();
  };
  return { saver, ...(outlines === undefined ? {} : { outlines: outlines.saver }), name, close };
}

/** `undefined` where this SQLite cannot make them, as one without its functions for JSON. */
async function openOutlines(
  db: Database,
  driver: Driver,
): Promise<{ readonly db: Database; readonly saver: BaseCheckpointSaver } | undefined> {
  try {
    putOutlines(db);
    const saver = new driver(withoutSetUp(db));
    await saver.getTuple({ configurable: { thread_id: "none" } });
    return { db, saver };
  } catch {
    db.close();
    return undefined;
  }
}

type Driver = typeof import("@langchain/langgraph-checkpoint-sqlite").SqliteSaver;

/** From where this package is installed, as beside it; or else from the user's project, as `npx` is started there. */
async function loadDriver(): Promise<{ readonly SqliteSaver: Driver }> {
  try {
    return checkedDriver(await import("@langchain/langgraph-checkpoint-sqlite"));
  } catch (error) {
    const ofProject = driverOfProject();
    if (ofProject === undefined) throw new DriverMissingError(DRIVER, error);
    return ofProject;
  }
}

function driverOfProject(): { readonly SqliteSaver: Driver } | undefined {
  try {
    return checkedDriver(createRequire(path.resolve("package.json"))(DRIVER));
  } catch {
    return undefined;
  }
}

/** Its native part is loaded only by a database. */
function checkedDriver<Module extends { readonly SqliteSaver: Driver }>(driver: Module): Module {
  driver.SqliteSaver.fromConnString(":memory:").db.close();
  return driver;
}

function openDatabase(file: string, saver: Driver, isWritable = false): Database {
  // Better-sqlite3 is a dependency of the driver's, not ours, so its class is taken from there.
  const { db } = saver.fromConnString(":memory:");
  try {
    const opened: Database = Reflect.construct(db.constructor, [
      file,
      { readonly: !isWritable, fileMustExist: true },
    ]);
    return opened;
  } catch (error) {
    throw new SourceUnreadableError(
      file,
      reasonOf(error),
      "Check the path, and the permissions of its folder.",
    );
  } finally {
    db.close();
  }
}

/** A saver that is first used switches the file to its journal mode and makes its tables. This one has them. */
function withoutSetUp(db: Database): object {
  return {
    prepare: (sql: string) => db.prepare(sql),
    pragma: () => [],
    exec: () => {},
    transaction: (work: unknown) => db.transaction(work),
  };
}

const isFound = (row: unknown): boolean =>
  typeof row === "object" && row !== null && "found" in row && row.found === 1;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
