import path from "node:path";
import { printable } from "@langgraph-rollback/inspector/shared";
import {
  isLabelled,
  stringifyTrajectory,
  TrajectoryFormatError,
} from "@langgraph-rollback/attribution/trajectory";
import { readData } from "../data/read-data.ts";
import { checkLinesOptions, type LinesOptions, openLines } from "../data/trajectory-lines.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import type { Output } from "../terminal/output.ts";
import { filesIn } from "./files-in.ts";
import type { ImportFormat } from "./import-formats.ts";
import { IMPORTERS } from "./importers.ts";
import type { Imported } from "../formats/imported.ts";

/** Files to read, and places to write to. */
export interface ImportOptions extends LinesOptions {
  readonly from: ImportFormat;
}

/** Reads traces, checks them, and writes them. */
export async function runImportCommand(
  named: readonly string[],
  options: ImportOptions,
  output: Output,
): Promise<void> {
  checkLinesOptions(options, { files: named });
  const files = await filesIn(named);
  checkLinesOptions(options, { files });
  const read: Imported[] = [];
  for (const file of files) for (const each of await importFile(file, options.from)) read.push(each);
  if (read.length === 0) throw new CommandFailedError(`Expected traces in ${named.join(", ")}, got none.`);
  checkIds(read);
  const trajectories = read.map(({ trajectory }) => trajectory);
  const labelled = trajectories.filter(isLabelled).length;
  const right = trajectories.filter((each) => each.outcome?.ok === true).length;
  const summary = `Read ${read.length} trajectories, ${labelled} of them labelled, ${right} of them right.`;
  const lines = openLines(options, output);
  for (const each of read) lines.write(lineOf(each));
  lines.finish({ summary, figures: { trajectories: read.length, labelled, right } });
}

async function importFile(file: string, format: ImportFormat): Promise<readonly Imported[]> {
  const text = await readData(file, "files");
  try {
    return IMPORTERS[format]({ text, stem: path.parse(file).name });
  } catch (error) {
    if (!(error instanceof TrajectoryFormatError)) throw error;
    throw new CommandFailedError(`${file}: ${error.message}`, { cause: error });
  }
}

/** The right answer goes to the end of the line, as a field that readers of trajectories pass over. */
function lineOf({ groundTruth, trajectory }: Imported): string {
  const line = stringifyTrajectory(trajectory);
  return groundTruth === undefined ? line : `${line.slice(0, -1)},"groundTruth":${safeJson(groundTruth)}}`;
}

/** JSON without the line breaks of Unicode, on which some readers of lines split. */
function safeJson(text: string): string {
  return JSON.stringify(text).replace(
    /[\u0085\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Labels and results are told apart by ids. */
function checkIds(read: readonly Imported[]): void {
  const seen = new Set<string>();
  for (const { trajectory } of read) {
    if (seen.has(trajectory.id))
      throw new CommandFailedError(
        `Two trajectories have the id "${printable(trajectory.id)}". Give each an id of its own.`,
      );
    seen.add(trajectory.id);
  }
}
