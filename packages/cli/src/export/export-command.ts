import { Command } from "commander";
import { conventionOption } from "../options/convention-option.ts";
import { forceOption } from "../options/force-option.ts";
import { schemaOption } from "../options/schema-option.ts";
import type { Output } from "../terminal/output.ts";
import type { ExportOptions } from "./run-export-command.ts";

/** `langgraph-rollback export`: threads as trajectories, one line an attempt. */
export function exportCommand(output: Output): Command {
  return new Command("export")
    .summary("write threads as JSON Lines, with labels if there are any")
    .description(
      "Write the attempts of threads as trajectories, one a line: what `calibrate`, `evaluate` and `import` read. They hold the agents' messages: check these before you share them.",
    )
    .argument("<where...>", "a SQLite file, a Postgres address, or trajectory files")
    .addOption(schemaOption())
    .option("--thread <ids...>", "these threads only")
    .option("--failed", "only attempts that failed")
    .option("--labels [file]", "put labels into the trajectories (default: from where inspect keeps them)")
    .option("--labelled", "only attempts that have a label")
    .addOption(conventionOption())
    .option("--out <file>", "where to write them (default: the standard output)")
    .option("--json [file]", "write what was exported as JSON, to the standard output if no file is named")
    .addOption(forceOption())
    .addHelpText(
      "after",
      "\nExample:\n  langgraph-rollback export runs.sqlite --failed --labels --out failures.jsonl",
    )
    .action(async (where: readonly string[], options: ExportOptions) => {
      const { runExportCommand } = await import("./run-export-command.ts");
      await runExportCommand(where, options, output);
    });
}
