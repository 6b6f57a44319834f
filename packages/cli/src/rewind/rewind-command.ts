import { Command } from "commander";

import { byOption, graphOption, MOST_STEPS, whyOption } from "../acting/acting-options.ts";
import { wholeNumber } from "../options/parse-numbers.ts";
import type { Output } from "../terminal/output.ts";
import type { RewindCommandOptions } from "./run-rewind-command.ts";

/** `langgraph-rollback rewind`: goes back to a step of a thread's last run, and runs the agent again. */
export function rewindCommand(output: Output): Command {
  return new Command("rewind")
    .summary("go back to a step of a thread, and run the agent again from there")
    .description(
      "Go back to before a step of a thread's last run, and run your agent again from there, because you say so: also after a run that succeeded or was given up. Its effects are undone, the next attempt is verified, and the history says who has asked. What is undone is printed before; --dry-run only prints it. With --copy, all this is tried on a copy in memory: the thread and the world stay as they are, and acts follow the rules of `replay`. Fails if the retry does not pass.",
    )
    .argument("<thread>", "the thread, in the agent's own checkpointer")
    .allowExcessArguments(false)
    .requiredOption(
      "--to <step>",
      "the first step that runs again, counted from 1 as the inspector shows it",
      wholeNumber(1, MOST_STEPS),
    )
    .addOption(graphOption().makeOptionMandatory())
    .option("--note <file>", "tell this text instead of what a rollback would tell")
    .option("--copy", "try it on a copy in memory, and say how it ends and where it parts from the run")
    .option("--update <file>", "with --copy: put these values into the state first, a JSON object by channel")
    .option("--out <file>", "with --copy: write the copy for `inspect --replays`")
    .option("--may-stand", "go back even if an effect that nothing undoes is in the way")
    .addOption(byOption())
    .addOption(whyOption())
    .option("--dry-run", "only print what would be undone, and the note")
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      `
Examples:
  langgraph-rollback rewind tickets-1 --to 4 --graph ./agent.js#agent --dry-run
  langgraph-rollback rewind tickets-1 --to 4 --graph ./agent.js#agent --note - --by ada
  langgraph-rollback rewind tickets-1 --to 4 --graph ./agent.js#agent --copy --note hint.md`,
    )
    .action(async (thread: string, options: RewindCommandOptions) => {
      const { runRewindCommand } = await import("./run-rewind-command.ts");
      await runRewindCommand(thread, options, output);
    });
}
