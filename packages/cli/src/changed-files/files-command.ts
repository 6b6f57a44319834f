import { Command } from "commander";

import { wholeNumber } from "../options/parse-numbers.ts";
import { schemaOption } from "../options/schema-option.ts";
import type { Output } from "../terminal/output.ts";
import type { FilesCommandOptions } from "./files-options.ts";

/** `langgraph-rollback files`: what the attempts of a thread's last run did to the files of its `workspace`. */
export function filesCommand(output: Output): Command {
  return new Command("files")
    .summary("list the files that a run's attempts changed, or export those of one")
    .description(
      "List the files that each attempt of a thread's last run added, changed and deleted, and what a rollback put back. The files of a failed attempt can be compared with those before it, and exported. They are read from the snapshots of `workspace` on this machine, by git.",
    )
    .argument("<where>", "a SQLite file, or a Postgres address")
    .allowExcessArguments(false)
    .requiredOption("--thread <id>", "the thread")
    .option("--attempt <n>", "this attempt alone, from 1 (default: all of them)", wholeNumber(1, 1_000_000))
    .option("--diff", "show the differences, too")
    .option(
      "--out <folder>",
      "write the files that the attempt has left into this folder, which is new or empty",
    )
    .option("--store <folder>", "that keeps the snapshots (default: the one that the run had)")
    .addOption(schemaOption())
    .option("--json", "print them as JSON")
    .addHelpText(
      "after",
      `
Examples:
  langgraph-rollback files runs.sqlite --thread t-1
  langgraph-rollback files runs.sqlite --thread t-1 --attempt 1 --diff
  langgraph-rollback files runs.sqlite --thread t-1 --attempt 1 --out ./failed`,
    )
    .action(async (where: string, options: FilesCommandOptions) => {
      const { runFilesCommand } = await import("./run-files-command.ts");
      await runFilesCommand(where, options, output);
    });
}
