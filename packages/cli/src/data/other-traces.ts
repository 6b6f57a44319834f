import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { SourceFormatError } from "@langgraph-rollback/inspector";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { detectFormat } from "../formats/detect-format.ts";
import { FORMATS } from "../formats/readers.ts";
import { readTraces } from "../formats/read-traces.ts";
import { withTraceFile } from "../formats/trace-file.ts";

/**
 * Reads a file of traces in another layout than ours: it opens without being imported. Pieces that cannot be read are left out.
 *
 * @returns `undefined` for a file of our own layout, or of none that can be told
 * @throws {SourceFormatError} on one that cannot be read at all
 */
export async function otherTraces(file: string): Promise<readonly Trajectory[] | undefined> {
  try {
    const format = await withTraceFile(file, detectFormat);
    if (format === undefined || format === FORMATS["langgraph-rollback"]) return undefined;
    const traces: Trajectory[] = [];
    for await (const { trajectory } of readTraces(file, undefined, () => undefined)) traces.push(trajectory);
    return traces;
  } catch (error) {
    if (!(error instanceof CommandFailedError)) throw error;
    throw new SourceFormatError(file, error.message, { cause: error });
  }
}
