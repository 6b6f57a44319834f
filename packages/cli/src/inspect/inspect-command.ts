import { Command } from "commander";
import { wholeNumber } from "../options/parse-numbers.ts";
import { alarmCalibrationOption } from "../options/alarm-calibration-option.ts";
import { recoveryCalibrationOption } from "../options/recovery-calibration-option.ts";
import { schemaOption } from "../options/schema-option.ts";
import type { Output } from "../terminal/output.ts";
import type { UntilStopped } from "../terminal/until-stopped.ts";
import { parseOrigin } from "./parse-origin.ts";
import type { InspectOptions } from "./run-inspect-command.ts";

/** `langgraph-rollback inspect`: threads in a browser, until Ctrl-C. */
export function inspectCommand(output: Output, untilStopped: UntilStopped): Command {
  return new Command("inspect")
    .summary("show threads in a browser, and take labels")
    .description(
      "Show what agents did, what was rolled back and why, in a browser on this machine, until Ctrl-C. Only reads, unless `--act` names an agent; labels go to a file of their own.",
    )
    .argument("<where...>", "a SQLite file, a postgresql:// address, or files of trajectories as JSON Lines")
    .option("--calibration <file>", "show whether it can be relied on")
    .option("--verifier-calibration <file>", "hold the recorded runs against it, on the Pilot page")
    .addOption(recoveryCalibrationOption())
    .addOption(alarmCalibrationOption())
    .option("--pilot <file>", "show there what `pilot --graph --tasks --json` has found on tasks")
    .option("--replays <files...>", "show the replays that `replay --out` wrote beside their runs")
    .option(
      "--findings <files...>",
      "show what methods said of each attempt, as `evaluate --attributor --findings` wrote it",
    )
    .option("--queue <url>", "show a queue of runs in Postgres, and act on them: workers do what is asked")
    .option("--queue-schema <name>", "of the queue's tables (default: langgraph_rollback)")
    .option("--store <file>", "what agents have learnt, where `learn.store` names a file")
    .option("--labels <file>", "where labels are stored (default: runs.labels.jsonl beside runs.sqlite)")
    .option("--labeller <name>", "who labels (default: the name of the user)")
    .option(
      "--act <module#name>",
      "an agent with rollback: the page answers, retries, undoes, copies and stops with it",
    )
    .option("--by <name>", "who acts (default: the name of the user)")
    .option("--read-only", "print a second address, for people who may only read")
    .addOption(schemaOption())
    .option("--host <name>", "address to listen on (default: 127.0.0.1, this machine alone)")
    .option("--port <n>", "default: any that is free", wholeNumber(0, 65_535))
    .option("--origin <url>", "further address under which it is reached, such as a proxy's", parseOrigin)
    .option("--open", "open it in the browser")
    .option("--json", "print the address as JSON")
    .allowExcessArguments(false)
    .addHelpText(
      "after",
      "\nExample:\n  langgraph-rollback inspect runs.sqlite --calibration calibration.json --open",
    )
    .action(async (where: readonly string[], options: InspectOptions) => {
      const { runInspectCommand } = await import("./run-inspect-command.ts");
      await runInspectCommand(where, options, output, untilStopped);
    });
}
