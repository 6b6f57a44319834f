import { readPilotReport } from "@langgraph-rollback/attribution";
import type { PilotFile } from "@langgraph-rollback/inspector";
import { pipeCopied } from "../files/pipe-copies.ts";
import { readOptionFile } from "../data/read-option-file.ts";

/**
 * Reads the file that a pilot on tasks wrote, as it is now.
 *
 * @throws {CommandFailedError} if the file cannot be read
 * @throws {PilotFormatError} if it is none of a pilot on tasks
 */
export function pilotIn(file: string): Promise<PilotFile> {
  return readOptionFile("--pilot", file, async () => ({
    file: pipeCopied(file) ?? file,
    report: await readPilotReport(file),
  }));
}
