import { Command, Option } from "commander";

import { byOption, graphOption, MOST_STEPS, whyOption } from "../acting/acting-options.ts";
import { wholeNumber } from "../options/parse-numbers.ts";
import type { Output } from "../terminal/output.ts";
import type { AnswerCommandOptions } from "./run-answer-command.ts";

/** `langgraph-rollback answer`: answers the question whether a run is to be rolled back. */
export function answerCommand(output: Output): Command {
  return new Command("answer")
    .summary("approve or decline the rollback that a thread waits with")
    .description(
      "Answer the question about a rollback that a thread waits with: approve it, with another start or note if you like, or decline it. The history says who has answered. Without an answer, the question is printed.",
    )
    .argument("<thread>", "the thread, in the agent's own checkpointer")
    .allowExcessArguments(false)
    .addOption(graphOption().makeOptionMandatory())
    .option("--approve", "roll back as proposed")
    .option(
      "--start <step>",
      "roll back to before this step instead, counted from 1 as the inspector shows it",
      wholeNumber(1, MOST_STEPS),
    )
    .option("--note <file>", "tell this text instead of what the rollback would tell")
    .option("--decline", "do not roll back: the run ends as it is")
    .addOption(
      new Option(
        "--held <decision>",
        "of a run that is declined: what becomes of the acts that it holds",
      ).choices(["release", "discard"]),
    )
    .addOption(byOption())
    .addOption(whyOption())
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      `
Examples:
  langgraph-rollback answer tickets-1 --graph ./agent.js#agent
  langgraph-rollback answer tickets-1 --graph ./agent.js#agent --approve --by ada
  langgraph-rollback answer tickets-1 --graph ./agent.js#agent --start 3 --note note.txt`,
    )
    .action(async (thread: string, options: AnswerCommandOptions) => {
      const { runAnswerCommand } = await import("./run-answer-command.ts");
      await runAnswerCommand(thread, options, output);
    });
}
