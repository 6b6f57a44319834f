import { Command } from "commander";
import { conventionOption } from "../options/convention-option.ts";
import { forceOption } from "../options/force-option.ts";
import { schemaOption } from "../options/schema-option.ts";
import { exportTargetOption } from "../options/export-target.ts";
import { formOption, TEST_OPTIONS } from "../options/test-options.ts";
import type { Output } from "../terminal/output.ts";
import { checkForm, type FormOptions } from "./check-form.ts";

/** `langgraph-rollback export`: threads as trajectories, one line an attempt, in formats of others, or a run as a test. */
export function exportCommand(output: Output): Command {
  const command = new Command("export")
    .summary("write threads as JSON Lines, with labels if there are any, or a run as a test")
    .description(
      "Write the attempts of threads as trajectories, one a line: what `calibrate`, `evaluate` and `import` read. They hold the agents' messages: check these before you share them. With `--as test`, write a test that runs your graph on the recorded answers of one run, and fails as that run failed until the graph is mended. With `--to`, write the runs for a program that is not ours.",
    )
    .argument("<where...>", "a SQLite file, a Postgres address, or trajectory files")
    .addOption(schemaOption())
    .addOption(formOption())
    .addOption(exportTargetOption())
    .option("--content", "with --to otlp: what people, models and tools said, too")
    .option("--thread <ids...>", "these threads only")
    .option("--failed", "only attempts that failed")
    .option("--labels [file]", "put labels into the trajectories (default: from where inspect keeps them)")
    .option("--labelled", "only attempts that have a label")
    .addOption(conventionOption())
    .option("--out <file>", "where to write them (default: the standard output)")
    .option("--json [file]", "write what was exported as JSON, to the standard output if no file is named")
    .addOption(forceOption())
    .addHelpText(
      "after",
      "\nExamples:\n  langgraph-rollback export runs.sqlite --failed --labels --out failures.jsonl\n  langgraph-rollback export runs.sqlite --to otlp --content --out traces.jsonl\n  langgraph-rollback export runs.sqlite --as test --thread tickets-1 --graph ./agent.js#graph --out tickets.test.ts",
    )
    .action(async (where: readonly string[], options: FormOptions) => {
      checkForm(options);
      if (options.as === "test") {
        const { runExportTest } = await import("./run-export-test.ts");
        await runExportTest(where, options, output);
        return;
      }
      const { to } = options;
      if (to !== undefined) {
        const { runExportTo } = await import("./run-export-to.ts");
        await runExportTo(where, { ...options, to }, output);
        return;
      }
      const { runExportCommand } = await import("./run-export-command.ts");
      await runExportCommand(where, options, output);
    });
  for (const option of TEST_OPTIONS) command.addOption(option.helpGroup("With --as test:"));
  return command;
}
