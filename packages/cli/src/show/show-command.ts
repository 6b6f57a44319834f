import { Command } from "commander";

import { wholeNumber } from "../options/parse-numbers.ts";
import { schemaOption } from "../options/schema-option.ts";
import type { Output } from "../terminal/output.ts";
import type { ShowCommandOptions } from "./show-options.ts";

/** `langgraph-rollback show`: one thread's run, an attempt, a step, or where a text came from. */
export function showCommand(output: Output): Command {
  const number = wholeNumber(1, 1_000_000);
  return new Command("show")
    .summary("show a thread: attempts, steps, rollbacks, a waiting question")
    .description(
      "Show a run of a thread: its attempts with verdict, set, steps, rollback, note and effects, and a question that waits for an answer. One attempt with all its steps, one step with all that is known of it, or which step had a text first.",
    )
    .argument("<where>", "a SQLite file, a Postgres address, or a file of trajectories as JSON Lines")
    .argument("[thread]", "the thread (default: the latest one)")
    .allowExcessArguments(false)
    .option("--run <n>", "which run of the thread, from 1 (default: the latest one)", number)
    .option("--attempt <n>", "this attempt alone, with all its steps, from 1", number)
    .option(
      "--step <n>",
      "all of this step, from 1 (default: of the last attempt), and where its values came from",
      number,
    )
    .option(
      "--origin <text>",
      "which step had this text first, word for word, and which later ones have it (default: in the first attempt that has it)",
    )
    .addOption(schemaOption())
    .option("--json", "print it as JSON, in which steps count from 0")
    .addHelpText(
      "after",
      `
Marks of steps: * in the set, ↩ rewound to here, = kept from the attempt before.

Examples:
  langgraph-rollback show runs.sqlite
  langgraph-rollback show runs.sqlite t-1 --attempt 1 --step 2
  langgraph-rollback show runs.sqlite t-1 --origin "45"`,
    )
    .action(async (where: string, thread: string | undefined, options: ShowCommandOptions) => {
      const { runShowCommand } = await import("./run-show-command.ts");
      await runShowCommand(where, thread, options, output);
    });
}
