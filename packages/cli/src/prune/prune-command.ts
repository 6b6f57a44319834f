import { Command } from "commander";

import { parseAge } from "../options/parse-age.ts";
import { schemaOption } from "../options/schema-option.ts";
import type { Output } from "../terminal/output.ts";
import type { PruneCommandOptions } from "./run-prune-command.ts";

/** `langgraph-rollback prune`: deletes what the threads of a database do not need any more. */
export function pruneCommand(output: Output): Command {
  return new Command("prune")
    .summary("delete old checkpoints, failed branches and silent threads")
    .description(
      "Delete old checkpoints and failed branches, so that every thread that stays can go on, and threads on which nothing happens any more. Histories and labels stay. Threads are left that wait for a human, are being run or rolled back, or hold acts. Says what is lost; look at it with --dry-run first.",
    )
    .argument("<database>", "a SQLite file, or a Postgres address")
    .allowExcessArguments(false)
    .option(
      "--older-than <age>",
      "age from which checkpoints go that their thread does not need, such as 30d",
      parseAge,
    )
    .option("--keep-failed <age>", "age from which failed branches go (default: --older-than)", parseAge)
    .option("--delete-threads-older-than <age>", "age from which threads are deleted whole", parseAge)
    .option("--thread <ids...>", "only these threads")
    .addOption(schemaOption())
    .option("--dry-run", "say what would go, and delete nothing")
    .option("--vacuum", "give the room on the disk back; locks the tables of Postgres meanwhile")
    .option("--json", "print the report as JSON")
    .addHelpText(
      "after",
      `
Examples:
  langgraph-rollback prune runs.sqlite --older-than 30d --dry-run
  langgraph-rollback prune runs.sqlite --older-than 30d --keep-failed 7d --vacuum`,
    )
    .action(async (database: string, options: PruneCommandOptions) => {
      const { runPruneCommand } = await import("./run-prune-command.ts");
      await runPruneCommand(database, options, output);
    });
}
