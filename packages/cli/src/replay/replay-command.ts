import { Command, Option } from "commander";
import { forceOption } from "../options/force-option.ts";
import { wholeNumber } from "../options/parse-numbers.ts";
import { schemaOption } from "../options/schema-option.ts";
import { replayOption, verifyOption } from "../replaying/agent-options.ts";
import type { Output } from "../terminal/output.ts";
import type { ReplayCommandOptions } from "./run-replay-command.ts";

const MOST_STEPS = 1_000_000;
const MOST_REPLAYS = 10_000;

const EXAMPLES = `
Examples:
  langgraph-rollback replay runs.sqlite --thread tickets-1 --from 4 --graph ./agent.js
  langgraph-rollback replay runs.sqlite --thread tickets-1 --from 4 --graph ./agent.js --no-note --out replays.jsonl`;

/** `langgraph-rollback replay`: would a run have passed with another step, note, state or graph? */
export function replayCommand(output: Output): Command {
  return new Command("replay")
    .summary("try recorded runs again from a step, in several variants")
    .description(
      "Try recorded runs again from one of their steps, on copies in memory. The database is only read. Models are asked anew. Tools are answered from the recorded run, and run only where they only read or your module says so. The first variant is what a live retry would do; each --note, --no-note, --update and further --graph adds one that is held against it.",
    )
    .argument("<where>", "a SQLite file or a Postgres address")
    .addOption(schemaOption())
    .requiredOption("--thread <ids...>", "threads to replay: the latest run of each")
    .requiredOption(
      "--from <step>",
      "the first step that runs again, counted from 1 as the inspector shows it",
      wholeNumber(1, MOST_STEPS),
    )
    .option(
      "--attempt <n>",
      "which attempt of the run, from 1 (default: the last)",
      wholeNumber(1, MOST_STEPS),
    )
    .optionsGroup("Your agent:")
    .requiredOption(
      "--graph <module#name...>",
      "a module of yours that exports `graph`, and optionally `verify` and `replay`; each further one is a variant",
    )
    .addOption(verifyOption())
    .addOption(replayOption())
    .optionsGroup("Variants:")
    .option("--note <files...>", "texts to tell instead of what a live retry would be told")
    .addOption(noNote())
    .option("--update <files...>", "JSON objects with values to put into the state's channels first")
    .option(
      "--repeat <n>",
      "replays of each variant and thread; each asks your models anew",
      wholeNumber(1, MOST_REPLAYS),
      10,
    )
    .optionsGroup("Results:")
    .option("--out <file>", "write the replays as trajectories, one a line")
    .option(
      "--json [file]",
      "write the figures as JSON, to the standard output instead of the table if no file is named",
    )
    .addOption(forceOption())
    .allowExcessArguments(false)
    .addHelpText("after", EXAMPLES)
    .action(async (where: string, options: ReplayCommandOptions) => {
      const { runReplayCommand } = await import("./run-replay-command.ts");
      await runReplayCommand(where, options, output);
    });
}

/** An option beside `--note` and not its opposite, as Commander takes it: both may be given. */
function noNote(): Option {
  const option = new Option("--no-note", "a variant that is told nothing");
  option.negate = false;
  return option;
}
