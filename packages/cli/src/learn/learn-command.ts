import { Command } from "commander";

import { forceOption } from "../options/force-option.ts";
import { parseAlpha, wholeNumber } from "../options/parse-numbers.ts";
import { schemaOption } from "../options/schema-option.ts";
import type { Output } from "../terminal/output.ts";
import type { LearnCommandOptions } from "./run-learn-command.ts";

/** `langgraph-rollback learn`: one round of learning by hand, and what is in force. */
export function learnCommand(output: Output): Command {
  return new Command("learn")
    .summary("learn where an agent errs from its own failed runs")
    .description(
      "Have an agent learn from the failed runs of its database, their retries and their verdicts. No label is needed. Agents with the option `learn` use what is learnt from their next run on. Runs of processes that died are taken in, too.",
    )
    .argument("<where>", "a SQLite file, or a Postgres address")
    .allowExcessArguments(false)
    .option(
      "--agent <name>",
      "the agent, as its option `learn.agent` names it (default: the one that learns there)",
    )
    .option("--store <file>", "the file that keeps what is learnt (default: the database)")
    .option("--alpha <rate>", "tolerated share of failed runs that are not recovered", parseAlpha, 0.1)
    .option("--seed <number>", "draws the folds of comparisons", wholeNumber(0, 2 ** 31 - 1), 0)
    .option("--look", "learn nothing, only say what is in force")
    .addOption(schemaOption())
    .option("--json [file]", "write it as JSON, to the standard output if no file is named")
    .addOption(forceOption())
    .addHelpText(
      "after",
      `
Examples:
  langgraph-rollback learn runs.sqlite
  langgraph-rollback learn runs.sqlite --look --json`,
    )
    .action(async (db: string, options: Omit<LearnCommandOptions, "db">) => {
      const { runLearnCommand } = await import("./run-learn-command.ts");
      await runLearnCommand({ ...options, db }, output);
    });
}
