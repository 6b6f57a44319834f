import { Command } from "commander";
import { forceOption } from "../options/force-option.ts";
import { wholeNumber } from "../options/parse-numbers.ts";
import type { Output } from "../terminal/output.ts";
import type { PilotCommandOptions } from "./run-pilot-command.ts";

const MOST_ROLLBACKS = 100;

const EXAMPLES = `
Example:
  langgraph-rollback pilot --graph ./agent.js --tasks tasks.jsonl --calibration calibration.json`;

/** `langgraph-rollback pilot`: does rollback pay for this agent? */
export function pilotCommand(output: Output): Command {
  return new Command("pilot")
    .summary("find out whether rollback pays for your agent")
    .description(
      "Run your agent on tasks whose right results are known, with rollbacks and with restarts, and say whether to leave rollback on. The agent really runs, and so do its tools; its runs are kept in memory.",
    )
    .requiredOption(
      "--graph <module#name>",
      "a module of yours that exports `graph`, `verify`, `truth` and optionally `options`",
    )
    .requiredOption(
      "--tasks <file>",
      "JSON Lines of objects with an input for the graph, and what `truth` wants",
    )
    .option("--verify <module#name>", "the verifier to try (default: the graph module's `verify`)")
    .option(
      "--truth <module#name>",
      "says whether a result is right: it gets the run and the task's line (default: its `truth`)",
    )
    .option("--options <module#name>", "further options of withRollback (default: its `options`, if any)")
    .option("--calibration <file>", "of the sets")
    .option("--verifier-calibration <file>", "of the verifier, from `calibrate --verifier`")
    .option("--max-rollbacks <n>", "rollbacks per run", wholeNumber(1, MOST_ROLLBACKS), 3)
    .option("--no-restart", "leave out the runs with restarts")
    .option(
      "--json [file]",
      "write the figures as JSON, to the standard output instead of the table if no file is named",
    )
    .addOption(forceOption())
    .allowExcessArguments(false)
    .addHelpText("after", EXAMPLES)
    .action(async (options: PilotCommandOptions) => {
      const { runPilotCommand } = await import("./run-pilot-command.ts");
      await runPilotCommand(options, output);
    });
}
