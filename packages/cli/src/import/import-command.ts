import { isLabelled, type Trajectory } from "@langgraph-rollback/trajectory";
import { Command, Option } from "commander";
import { forceOption } from "../check-outputs.ts";
import { printable } from "@langgraph-rollback/inspector";
import { FailedError } from "../failed-error.ts";
import { loadTrajectories } from "../load-trajectories.ts";
import type { Output } from "../output.ts";
import { checkLinesOptions, type LinesOptions, writeLines } from "../trajectory-lines.ts";
import { type ImportFormat, IMPORTERS } from "./importers.ts";

interface ImportOptions extends LinesOptions {
  readonly format: ImportFormat;
}

/** `langgraph-rollback import`: traces as trajectories, each line checked. */
export function importCommand(output: Output): Command {
  const formats = Object.entries(IMPORTERS).map(([name, { reads }]) => `${name}: ${reads}`);
  return new Command("import")
    .summary("check traces and bring them into one form")
    .description("Read traces, check every line, and write them as trajectories in JSON Lines.")
    .argument("<files...>", "files of traces")
    .addOption(
      new Option("--format <name>", formats.join("; "))
        .choices(Object.keys(IMPORTERS))
        .default("langgraph-rollback"),
    )
    .option("--out <file>", "where to write them (default: the standard output)")
    .option("--json [file]", "write what was read as JSON, to the standard output if no file is named")
    .addOption(forceOption())
    .addHelpText("after", "\nExample:\n  langgraph-rollback import traces.jsonl --out trajectories.jsonl")
    .action((files: readonly string[], options: ImportOptions) => importFrom(files, options, output));
}

async function importFrom(files: readonly string[], options: ImportOptions, output: Output): Promise<void> {
  checkLinesOptions(options, { files });
  const { read } = IMPORTERS[options.format];
  const trajectories = await loadTrajectories(files, "files", read);
  if (trajectories.length === 0) throw new FailedError(`Expected traces in ${files.join(", ")}, got none.`);
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
      throw new FailedError(`Two trajectories have the id "${printable(id)}". Give each an id of its own.`);
    seen.add(id);
  }
}
