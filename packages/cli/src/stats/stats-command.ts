import { Command } from "commander";

import { forceOption } from "../options/force-option.ts";
import { wholeNumber } from "../options/parse-numbers.ts";
import { schemaOption } from "../options/schema-option.ts";
import type { Output } from "../terminal/output.ts";
import { parseSince } from "../options/parse-since.ts";
import type { StatsCommandOptions } from "./run-stats-command.ts";

/** `langgraph-rollback stats`: what fails most over all runs of a database. */
export function statsCommand(output: Output): Command {
  return new Command("stats")
    .summary("tell what fails most over all runs")
    .description(
      "Count over all runs of a database which nodes, tools and agents fail most, what failures are alike, whether more fail than before, and what rollbacks cost. No label and no model is needed. Suspicion is weak on one run and useful in sum.",
    )
    .argument("<where>", "a SQLite file, or a Postgres address")
    .allowExcessArguments(false)
    .option("--since <age or date>", "only runs since then, such as 30d or 2026-03-31", (text) =>
      parseSince(text),
    )
    .option("--agent <name>", "only runs in which this agent or node acted")
    .option(
      "--days <number>",
      "length of a period; the last one is held against those before",
      wholeNumber(1, 366),
      7,
    )
    .option("--limit <threads>", "threads that are read at most, the latest", wholeNumber(1, 1_000_000), 1000)
    .addOption(schemaOption())
    .option("--json [file]", "write the figures as JSON, to the standard output if no file is named")
    .addOption(forceOption())
    .addHelpText(
      "after",
      `
Examples:
  langgraph-rollback stats runs.sqlite
  langgraph-rollback stats runs.sqlite --since 30d --json`,
    )
    .action(async (db: string, options: Omit<StatsCommandOptions, "db">) => {
      const { runStatsCommand } = await import("./run-stats-command.ts");
      await runStatsCommand({ ...options, db }, output);
    });
}
