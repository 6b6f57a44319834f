import { Command } from "commander";
import { forceOption } from "../options/force-option.ts";
import { parseAlpha } from "../options/parse-numbers.ts";
import { schemaOption } from "../options/schema-option.ts";
import type { Output } from "../terminal/output.ts";
import type { RecoveryCommandOptions } from "./run-recovery-command.ts";

/** `langgraph-rollback recovery`: within how many rollbacks failed runs are recovered, from their verdicts. */
export function recoveryCommand(output: Output): Command {
  return new Command("recovery")
    .summary("tell within how many rollbacks failed runs are recovered")
    .description(
      "Count after which rollback each failed run of a database was accepted, and say what that promises of the next one. No label is needed. The runs are those of one procedure: agent, verifier, scorer, policy and limits.",
    )
    .argument("<where>", "a SQLite file, or a Postgres address")
    .allowExcessArguments(false)
    .option(
      "--procedure <id>",
      "fingerprint of the procedure whose runs count (default: that of the latest failed run)",
    )
    .option("--alpha <rate>", "tolerated share of failed runs that are not recovered", parseAlpha, 0.1)
    .option(
      "--delta <rate>",
      "promise it in all but this share of calibrations (default: on average over calibrations)",
      parseAlpha,
    )
    .addOption(schemaOption())
    .option("--out <file>", "write the recovery calibration, which withRollback takes")
    .option("--json [file]", "write the figures as JSON, to the standard output if no file is named")
    .addOption(forceOption())
    .addHelpText(
      "after",
      `
Examples:
  langgraph-rollback recovery runs.sqlite
  langgraph-rollback recovery runs.sqlite --delta 0.1 --out recovery.json`,
    )
    .action(async (db: string, options: Omit<RecoveryCommandOptions, "db">) => {
      const { runRecoveryCommand } = await import("./run-recovery-command.ts");
      await runRecoveryCommand({ ...options, db }, output);
    });
}
