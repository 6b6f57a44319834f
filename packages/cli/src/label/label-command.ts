import { Command, InvalidArgumentError } from "commander";
import { UsageError } from "../errors/usage-error.ts";
import { wholeNumber } from "../options/parse-numbers.ts";
import { schemaOption } from "../options/schema-option.ts";
import { replayOption, verifyOption } from "../replaying/agent-options.ts";
import type { Output } from "../terminal/output.ts";
import type { LabelCommandOptions } from "./run-label-command.ts";

const MOST = 1_000_000_000;
const MOST_JOBS = 100;

const EXAMPLES = `
Example:
  langgraph-rollback label --replay --graph ./agent.js --db runs.sqlite --budget-replays 300`;

type GivenOptions = Omit<LabelCommandOptions, "db" | "graph"> &
  Partial<Pick<LabelCommandOptions, "db" | "graph">> & { readonly replay?: true };

/** `langgraph-rollback label --replay`: labels of failed runs without a person. */
export function labelCommand(output: Output): Command {
  return new Command("label")
    .summary("label failed runs by replaying them, without people")
    .description(
      "Label failed first attempts with the last step from which a replay recovers the run. They are taken in the random order of the queue of labels, and each is replayed from one step after another, on copies in memory. The runs' database is only read. Labels lie where inspect keeps them, and each replay in a file beside them as soon as it is over: a command that was stopped continues from there.",
    )
    .option("--replay", "label by replays; people label on the Label page of inspect")
    .option("--db <where>", "the runs: a SQLite file or a Postgres address")
    .addOption(schemaOption())
    .optionsGroup("Your agent:")
    .option(
      "--graph <module#name>",
      "a module of yours that exports `graph`, and optionally `verify` and `replay`",
    )
    .addOption(verifyOption())
    .addOption(replayOption())
    .optionsGroup("How much:")
    .option("--limit <n>", "label at most so many failures", wholeNumber(1, MOST))
    .option(
      "--patience <n>",
      "rejected replays before a step counts as one that does not recover the run",
      wholeNumber(1, MOST_JOBS),
      1,
    )
    .option("--jobs <n>", "failures that are replayed at once", wholeNumber(1, MOST_JOBS), 1)
    .option(
      "--budget-replays <n>",
      "replays in all, those of earlier runs of the command included",
      wholeNumber(1, MOST),
    )
    .option("--budget-tokens <n>", "tokens in all, in the same way", wholeNumber(1, MOST * MOST_JOBS))
    .option("--budget-money <amount>", "money in all, in the same way; needs --prices", parseAmount)
    .option("--prices <file>", "JSON with money for a million tokens, by the model's name")
    .optionsGroup("Files:")
    .option("--labels <file>", "where labels lie (default: where inspect keeps them)")
    .allowExcessArguments(false)
    .addHelpText("after", EXAMPLES)
    .action(async ({ db, graph, replay, ...options }: GivenOptions) => {
      if (replay === undefined)
        throw new UsageError(
          `People label on the inspector's Label page: \`langgraph-rollback inspect ${db ?? "runs.sqlite"}\` opens it. Add \`--replay\` to label without people.`,
        );
      if (db === undefined || graph === undefined)
        throw new UsageError("Expected `--db`, the runs to label, and `--graph`, the agent to replay them.");
      const { runLabelCommand } = await import("./run-label-command.ts");
      await runLabelCommand({ ...options, db, graph }, output);
    });
}

function parseAmount(text: string): number {
  const amount = Number(text);
  if (text.trim() === "" || !(amount > 0) || amount === Infinity)
    throw new InvalidArgumentError(`Expected a number above 0, got "${text}".`);
  return amount;
}
