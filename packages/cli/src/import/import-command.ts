import { Command, Option } from "commander";
import { forceOption } from "../options/force-option.ts";
import type { Output } from "../terminal/output.ts";
import { IMPORT_FORMATS } from "../formats/import-formats.ts";
import type { ImportOptions } from "./run-import-command.ts";

/** `langgraph-rollback import`: traces as trajectories, each line checked. */
export function importCommand(output: Output): Command {
  const formats = Object.entries(IMPORT_FORMATS).map(([name, reads]) => `${name}: ${reads}`);
  return new Command("import")
    .summary("check traces and bring them into one form")
    .description("Read traces, check every line, and write them as trajectories in JSON Lines.")
    .argument("<files...>", "files of traces, or folders of .json and .jsonl files")
    .addOption(
      new Option("--from <format>", `${formats.join("; ")} (default: the one that each file has)`).choices(
        Object.keys(IMPORT_FORMATS),
      ),
    )
    .option(
      "--agents <file>",
      "JSON object that names agents anew: from their names in the traces to the nodes of your graph",
    )
    .option("--out <file>", "where to write them (default: the standard output)")
    .option("--json [file]", "write what was read as JSON, to the standard output if no file is named")
    .addOption(forceOption())
    .addHelpText(
      "after",
      "\nExamples:\n  langgraph-rollback import traces.jsonl --out trajectories.jsonl\n  langgraph-rollback import --from who-and-when Hand-Crafted --out hand-crafted.jsonl",
    )
    .action(async (files: readonly string[], options: ImportOptions) => {
      const { runImportCommand } = await import("./run-import-command.ts");
      await runImportCommand(files, options, output);
    });
}
