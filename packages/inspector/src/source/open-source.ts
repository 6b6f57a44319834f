import { checkpointerSource } from "./checkpointer-source.ts";
import type { OpenedCheckpointer } from "./opened-checkpointer.ts";
import { openPostgres, type PostgresOptions } from "./open-postgres.ts";
import { openSqlite } from "./open-sqlite.ts";
import { openTrajectoryFiles, type ReadOtherTraces } from "./open-trajectory-files.ts";
import { shownAddress } from "../shared/words/shown-address.ts";
import { SourceFormatError } from "./source-format-error.ts";
import { sourceKind } from "./source-kind.ts";
import type { ThreadSource } from "./thread-source.ts";

/** How a source is opened: what a Postgres database needs beside its address, and what reads files of other layouts. */
export interface OpenSourceOptions extends PostgresOptions {
  /** Reads traces of another layout than ours; `undefined` for a text that has not that layout. Default: nothing does. */
  readonly readOther?: ReadOtherTraces | undefined;
}

/** How a checkpointer is opened. */
export interface OpenCheckpointerOptions extends PostgresOptions {
  /** Whether something is to be added. Default false: a SQLite file is opened for reading only. */
  readonly isWritable?: boolean;
}

/**
 * Opens what is to be shown. Nothing is written there, and a running agent that does so is not disturbed.
 *
 * @param where a SQLite file (needs `@langchain/langgraph-checkpoint-sqlite`), a `postgresql://` address (needs
 *              `@langchain/langgraph-checkpoint-postgres`), or files of trajectories as JSON Lines, of which there may be
 *              several. What is in a file tells which it is, not its name
 * @throws {SourceUnreadableError | SourceFormatError | NoCheckpointsError | DriverMissingError}
 */
export async function openSource(
  where: string | readonly string[],
  options: OpenSourceOptions = {},
): Promise<ThreadSource> {
  const places = typeof where === "string" ? [where] : where;
  const [first] = places;
  if (first === undefined) throw new SourceFormatError("nothing", "neither a file nor an address was given");
  const kinds = await Promise.all(places.map(sourceKind));
  if (kinds.every((kind) => kind === "trajectories")) return openTrajectoryFiles(places, options.readOther);
  if (places.length > 1)
    throw new SourceFormatError(
      places.map(shownAddress).join(", "),
      "only files of trajectories can be shown together",
    );
  const opened = await openCheckpointer(first, options);
  return checkpointerSource(opened, opened.name, opened.close);
}

/**
 * Opens a database's checkpointer: as {@link openSource} does, for who wants the checkpoints themselves.
 *
 * @throws as {@link openSource}; a {@link SourceFormatError} for a file of trajectories, too
 */
export async function openCheckpointer(
  where: string,
  options: OpenCheckpointerOptions = {},
): Promise<OpenedCheckpointer> {
  const kind = await sourceKind(where);
  if (kind === "trajectories")
    throw new SourceFormatError(where, "it is a file of trajectories, which holds no checkpoints");
  return kind === "postgres" ? openPostgres(where.trim(), options) : openSqlite(where, options.isWritable);
}
