import { printable } from "@langgraph-rollback/inspector/shared";
import { isLabelled, type Trajectory } from "@langgraph-rollback/trajectory";
import { loadTrajectories } from "../data/load-trajectories.ts";
import { checkLinesOptions, type LinesOptions, writeLines } from "../data/trajectory-lines.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import type { Output } from "../terminal/output.ts";
import type { ImportFormat } from "./import-formats.ts";
import { IMPORTERS } from "./importers.ts";

/** What to read, and where to write it. */
export interface ImportOptions extends LinesOptions {
  readonly format: ImportFormat;
}

/** Reads traces, checks them, and writes them. */
export async function runImportCommand(
  files: readonly string[],
  options: ImportOptions,
  output: Output,
): Promise<void> {
  checkLinesOptions(options, { files });
  const trajectories = await loadTrajectories(files, "files", IMPORTERS[options.format]);
  if (trajectories.length === 0)
    throw new CommandFailedError(`Expected traces in ${files.join(", ")}, got none.`);
  checkIds(trajectories);
  const labelled = trajectories.filter(isLabelled).length;
  const summary = `Read ${trajectories.length} trajectories, ${labelled} of them labelled.`;
  writeLines(
    trajectories,
    options,
    { summary, figures: { trajectories: trajectories.length, labelled } },
    output,
  );
}

/** Labels and results are told apart by ids. */
function checkIds(trajectories: readonly Trajectory[]): void {
  const seen = new Set<string>();
  for (const { id } of trajectories) {
    if (seen.has(id))
      throw new CommandFailedError(
        `Two trajectories have the id "${printable(id)}". Give each an id of its own.`,
      );
    seen.add(id);
  }
}
