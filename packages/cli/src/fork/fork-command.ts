import { Command } from "commander";

import { byOption, graphOption, MOST_STEPS, whyOption } from "../acting/acting-options.ts";
import { wholeNumber } from "../options/parse-numbers.ts";
import type { Output } from "../terminal/output.ts";
import type { ForkCommandOptions } from "./run-fork-command.ts";

/** `langgraph-rollback fork`: copies a thread up to a step into a new thread. */
export function forkCommand(output: Output): Command {
  return new Command("fork")
    .summary("copy a thread up to a step into a new thread")
    .description(
      "Copy a thread up to before a step into a new thread of the same checkpointer. The thread stays as it is, and the agent is not run. A run of the copy is real: `replay` tries a run again without acts.",
    )
    .argument("<thread>", "the thread, in the agent's own checkpointer")
    .allowExcessArguments(false)
    .requiredOption(
      "--to <step>",
      "the first step that the copy does not have, counted from 1 as the inspector shows it",
      wholeNumber(1, MOST_STEPS),
    )
    .requiredOption("--as <thread>", "id of the new thread")
    .addOption(graphOption().makeOptionMandatory())
    .addOption(byOption())
    .addOption(whyOption())
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      `
Example:
  langgraph-rollback fork tickets-1 --to 4 --as tickets-1-what-if --graph ./agent.js#agent`,
    )
    .action(async (thread: string, options: ForkCommandOptions) => {
      const { runForkCommand } = await import("./run-fork-command.ts");
      await runForkCommand(thread, options, output);
    });
}
