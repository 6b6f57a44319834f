import { TrajectoryFormatError } from "@langgraph-rollback/attribution/trajectory";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { look } from "./detect-format.ts";
import type { ImportFormat } from "./import-formats.ts";
import type { Imported, Unread } from "./imported.ts";
import { type Format, FORMATS } from "./readers.ts";
import { openTraceFile, type TraceFile } from "./trace-file.ts";
import { unknownLayout } from "./unknown-layout.ts";

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
    const { read } = from === undefined ? await formatOf(traces) : FORMATS[from];
    yield* read(traces, (unread) => tell({ file, ...unread }));
  } catch (error) {
    if (error instanceof TrajectoryFormatError || error instanceof CommandFailedError)
      throw new CommandFailedError(`${file}: ${error.message}`, { cause: error });
    throw error;
  } finally {
    await traces.close();
  }
}

/** A file without JSON is read as ours: that tells the place. */
async function formatOf(traces: TraceFile): Promise<Format> {
  const { first, format } = await look(traces);
  if (format === undefined && first !== undefined) throw unknownLayout(first);
  return format ?? FORMATS["langgraph-rollback"];
}
