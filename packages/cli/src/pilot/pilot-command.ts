import { Command } from "commander";
import { UsageError } from "../errors/usage-error.ts";
import { forceOption } from "../options/force-option.ts";
import { wholeNumber } from "../options/parse-numbers.ts";
import { recoveryCalibrationOption } from "../options/recovery-calibration-option.ts";
import { schemaOption } from "../options/schema-option.ts";
import type { Output } from "../terminal/output.ts";
import type { PilotCommandOptions } from "./run-pilot-command.ts";
import type { RetriesPilotOptions } from "./run-retries-pilot.ts";
import type { RecordedPilotOptions } from "./run-recorded-pilot.ts";

const MOST_ROLLBACKS = 100;

const EXAMPLES = `
Examples:
  langgraph-rollback pilot --db runs.sqlite
  langgraph-rollback pilot --db runs.sqlite --calibration calibration.json
  langgraph-rollback pilot --graph ./agent.js --tasks tasks.jsonl --calibration calibration.json
  langgraph-rollback pilot --graph ./agent.js --tasks tasks.jsonl --verifier-calibration verifier.json --retries 2`;

type AllOptions = Partial<RecordedPilotOptions> &
  Omit<PilotCommandOptions, "graph" | "tasks"> &
  Partial<Pick<RetriesPilotOptions, "graph" | "out" | "retries" | "tasks">>;

/** `langgraph-rollback pilot`: does rollback pay for this agent? */
export function pilotCommand(output: Output): Command {
  return new Command("pilot")
    .summary("find out whether rollback pays for your agent")
    .description(
      "Say whether rollback pays. With --graph and --tasks, your agent runs on tasks whose right results are known, with rollbacks and with restarts. It really runs, and so do its tools; its runs stay in memory. With --db, nothing runs: recorded runs show how often rollback acts and at what cost. Labelled ones also show how often the verifier is wrong.",
    )
    .optionsGroup("On recorded runs:")
    .option("--db <where...>", "where they are: a SQLite file or a Postgres address")
    .addOption(schemaOption())
    .option("--labels <file>", "which of them are right (default: where inspect keeps labels)")
    .addOption(recoveryCalibrationOption())
    .option(
      "--replays <file>",
      "what `label --replay` wrote, to compare policies by (default: beside the labels)",
    )
    .optionsGroup("On tasks:")
    .option(
      "--graph <module#name>",
      "a module of yours that exports `graph`, `verify`, `truth` and optionally `options`",
    )
    .option("--tasks <file>", "JSON Lines of objects with an input for the graph, and what `truth` wants")
    .option("--verify <module#name>", "the verifier to try (default: the graph module's `verify`)")
    .option(
      "--truth <module#name>",
      "says whether a result is right: it gets the run and the task's line (default: its `truth`)",
    )
    .option("--options <module#name>", "further options of withRollback (default: its `options`, if any)")
    .option("--max-rollbacks <n>", "rollbacks per run", wholeNumber(1, MOST_ROLLBACKS), 3)
    .option("--no-restart", "leave out the runs with restarts")
    .option(
      "--retries <n>",
      "instead, retry each failed task so often, as if each retry was rejected: shows what a bound on wrong results would accept",
      wholeNumber(1, MOST_ROLLBACKS),
    )
    .option(
      "--out <file>",
      "with --retries, write the verifier's calibration with them, for `calibrate --retried`",
    )
    .optionsGroup("On both:")
    .option("--calibration <file>", "of the sets; with --db, to compare policies by what was recorded")
    .option("--verifier-calibration <file>", "of the verifier, from `calibrate --verifier`")
    .option(
      "--json [file]",
      "write the figures as JSON, to the standard output instead of the table if no file is named",
    )
    .addOption(forceOption())
    .allowExcessArguments(false)
    .addHelpText("after", EXAMPLES)
    .action(async (options: AllOptions, command: Command) => {
      const { db, graph, out, recoveryCalibration, replays, retries, tasks, ...rest } = options;
      if (db !== undefined) {
        refuseWithDb(command);
        const { runRecordedPilot } = await import("./run-recorded-pilot.ts");
        return runRecordedPilot({ ...options, db }, output);
      }
      for (const [name, file] of Object.entries({ "recovery-calibration": recoveryCalibration, replays }))
        if (file !== undefined)
          throw new UsageError(`\`--${name}\` is about recorded runs: name them with \`--db\`.`);
      if (graph === undefined || tasks === undefined)
        throw new UsageError(
          "Expected `--db`, the runs to look at, or `--graph` and `--tasks`, the agent to run.",
        );
      if (retries !== undefined) {
        const { runRetriesPilot } = await import("./run-retries-pilot.ts");
        return runRetriesPilot(
          { ...rest, graph, tasks, retries, ...(out === undefined ? {} : { out }) },
          output,
        );
      }
      if (out !== undefined)
        throw new UsageError("`--out` takes what `--retries` makes: name their number, too.");
      const { runPilotCommand } = await import("./run-pilot-command.ts");
      return runPilotCommand({ ...rest, graph, tasks }, output);
    });
}

/** Options of a pilot on tasks, which recorded runs have no use for. */
const OF_TASKS = [
  "graph",
  "tasks",
  "verify",
  "truth",
  "options",
  "maxRollbacks",
  "restart",
  "retries",
  "out",
];

function refuseWithDb(command: Command): void {
  const given = command.options.find(
    (option) =>
      OF_TASKS.includes(option.attributeName()) &&
      command.getOptionValueSource(option.attributeName()) === "cli",
  );
  if (given !== undefined)
    throw new UsageError(`\`${given.long}\` is about tasks to run, and with \`--db\` nothing runs.`);
}
