import { TrajectoryFormatError } from "@langgraph-rollback/attribution/trajectory";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { detectFormat } from "./detect-format.ts";
import type { ImportFormat } from "./import-formats.ts";
import type { Imported, Unread } from "./imported.ts";
import { FORMATS } from "./readers.ts";
import { openTraceFile } from "./trace-file.ts";

/** A piece of a file that was left out. */
export interface LeftOut extends Unread {
  readonly file: string;
}

/**
 * The traces of a file, one at a time.
 *
 * @param from default: the format that the file has, and ours if it is like no other
 * @param tell hears of each piece that is left out
 * @throws {CommandFailedError} on a file that cannot be read at all; it names file, line and field
 */
export async function* readTraces(
  file: string,
  from: ImportFormat | undefined,
  tell: (left: LeftOut) => void,
): AsyncGenerator<Imported> {
  const traces = await openTraceFile(file);
  try {
    const format = from === undefined ? await detectFormat(traces) : FORMATS[from];
    const { read } = format ?? FORMATS["langgraph-rollback"];
    yield* read(traces, (unread) => tell({ file, ...unread }));
  } catch (error) {
    if (error instanceof TrajectoryFormatError || error instanceof CommandFailedError)
      throw new CommandFailedError(`${file}: ${error.message}`, { cause: error });
    throw error;
  } finally {
    await traces.close();
  }
}
