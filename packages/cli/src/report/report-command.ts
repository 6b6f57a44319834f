import { Command, Option } from "commander";
import { alarmCalibrationOption } from "../options/alarm-calibration-option.ts";
import { recoveryCalibrationOption } from "../options/recovery-calibration-option.ts";
import { forceOption } from "../options/force-option.ts";
import { wholeNumber } from "../options/parse-numbers.ts";
import { schemaOption } from "../options/schema-option.ts";
import type { Output } from "../terminal/output.ts";
import { FORMATS, type ReportCommandOptions } from "./report-options.ts";

/** `langgraph-rollback report`: threads as one HTML file, or one rollback as a picture or a summary. */
export function reportCommand(output: Output): Command {
  return new Command("report")
    .summary("put threads into one HTML file, or a rollback into a picture or a summary")
    .description(
      "Write the inspector's page with threads in it as one HTML file that opens from disk, or one rollback as an SVG picture or a Markdown summary. It holds the agents' messages: check these before you share it.",
    )
    .argument("<where...>", "a SQLite file, a postgresql:// address, or files of trajectories as JSON Lines")
    .addOption(schemaOption())
    .option(
      "--thread <ids...>",
      "these threads only (default: the latest ones; of svg and md, the latest rolled back)",
    )
    .addOption(
      new Option("--format <kind>", "default: as the ending of `--out` says, html otherwise").choices(
        FORMATS,
      ),
    )
    .option("--out <file>", "where to write it (default: report.html; svg and md: the standard output)")
    .option("--run <n>", "of svg and md: which run of the thread, from 1", wholeNumber(1, 1_000_000))
    .option("--threads <n>", "of html: at most so many threads (default: 50)", wholeNumber(1, 10_000))
    .option(
      "--details <n>",
      "of html: at most so many steps with all details (default: 500)",
      wholeNumber(0, 100_000),
    )
    .option("--calibration <file>", "say whether it can be relied on, by the labels that inspect keeps")
    .option("--verifier-calibration <file>", "tell its promises too: from `calibrate --verifier`")
    .addOption(recoveryCalibrationOption())
    .addOption(alarmCalibrationOption())
    .option(
      "--labels [file]",
      "of html: with labels and who gave them; of svg and md: judge the calibration by this file (default: where inspect keeps them)",
    )
    .option("--json [file]", "write what was written as JSON, to the standard output if no file is named")
    .addOption(forceOption())
    .addHelpText(
      "after",
      "\nExamples:\n  langgraph-rollback report runs.sqlite --thread tickets\n  langgraph-rollback report runs.sqlite --out rollback.svg",
    )
    .action(async (where: readonly string[], options: ReportCommandOptions) => {
      const { runReportCommand } = await import("./run-report-command.ts");
      await runReportCommand(where, options, output);
    });
}
