import { Command } from "commander";

import { graphOption } from "../acting/acting-options.ts";
import type { Output } from "../terminal/output.ts";
import type { DeleteCommandOptions } from "./run-delete-command.ts";

/** `langgraph-rollback delete`: deletes one thread with all that is kept of it. */
export function deleteCommand(output: Output): Command {
  return new Command("delete")
    .summary("delete a thread with all that is kept of it")
    .description(
      "Delete a thread: its checkpoints, history, labels in the database, recorded answers and snapshots. Nothing brings it back; effects outside of the graph stay. Without --confirm it only says what would go. A thread that waits for a human, is being run or rolled back, or holds acts is refused.",
    )
    .argument("<thread>", "the thread, in the agent's own checkpointer")
    .allowExcessArguments(false)
    .addOption(graphOption().makeOptionMandatory())
    .option("--confirm <thread>", "the thread's id once more: deletes it")
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      `
Examples:
  langgraph-rollback delete tickets-1 --graph ./agent.js#agent
  langgraph-rollback delete tickets-1 --graph ./agent.js#agent --confirm tickets-1`,
    )
    .action(async (thread: string, options: DeleteCommandOptions) => {
      const { runDeleteCommand } = await import("./run-delete-command.ts");
      await runDeleteCommand(thread, options, output);
    });
}
