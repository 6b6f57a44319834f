import { THREAD_FILTERS } from "@langgraph-rollback/inspector/shared";
import { Command, Option } from "commander";

import { wholeNumber } from "../options/parse-numbers.ts";
import { parseSince } from "../options/parse-since.ts";
import { schemaOption } from "../options/schema-option.ts";
import type { Output } from "../terminal/output.ts";
import type { ThreadsCommandOptions } from "./run-threads-command.ts";

/** `langgraph-rollback threads`: the threads of a database, and how each stands. */
export function threadsCommand(output: Output): Command {
  return new Command("threads")
    .summary("list threads: status, attempts, why they failed")
    .description(
      "List the latest threads: how each stands, how many attempts its latest run took, when that was decided, and why its first attempt failed, or else its task.",
    )
    .argument("<where>", "a SQLite file, a Postgres address, or a file of trajectories as JSON Lines")
    .allowExcessArguments(false)
    .addOption(
      new Option(
        "--status <status>",
        "only threads that stand so; `failed`: whose first attempt failed",
      ).choices(THREAD_FILTERS.filter((filter) => filter !== "all" && filter !== "unlabelled")),
    )
    .option("--since <when>", "only those decided since: an age such as 12h or 7d, or a date", (text) =>
      parseSince(text),
    )
    .option("--limit <n>", "at most so many, the latest ones (default: 20)", wholeNumber(1, 100_000))
    .addOption(schemaOption())
    .option("--json", "print them as JSON")
    .addHelpText(
      "after",
      `
Examples:
  langgraph-rollback threads runs.sqlite
  langgraph-rollback threads runs.sqlite --status gave-up --since 7d`,
    )
    .action(async (where: string, options: ThreadsCommandOptions) => {
      const { runThreadsCommand } = await import("./run-threads-command.ts");
      await runThreadsCommand(where, options, output);
    });
}
