import { Command } from "commander";
import { addScorerOptions } from "../attributors/add-scorer-options.ts";
import { forceOption } from "../options/force-option.ts";
import { parseAlpha, wholeNumber } from "../options/parse-numbers.ts";
import { schemaOption } from "../options/schema-option.ts";
import type { Environment } from "../terminal/environment.ts";
import type { Output } from "../terminal/output.ts";
import type { AttributeCommandOptions } from "./run-attribute-command.ts";

/** `langgraph-rollback attribute`: where failed runs went wrong, step by step. */
export function attributeCommand(output: Output, env: Environment): Command {
  const command = new Command("attribute")
    .summary("say where failed runs went wrong")
    .description(
      "Score every step of failed runs for being the one that went wrong, and say which steps hold it, with the promise of a calibration.",
    )
    .argument("<where...>", "trajectory files, a SQLite file or a Postgres address")
    .option("--thread <ids...>", "these threads only, all of their attempts that did not succeed")
    .addOption(schemaOption())
    .option("--calibration <file>", "bounds the set; its scorer scores, unless --attributor does")
    .option("--alpha <rate>", "tolerated miss rate (default: the calibration's)", parseAlpha)
    .option("--out <file>", "write the runs with their scores and sets as JSON Lines, which inspect opens")
    .option("--json [file]", "write the attributions as JSON, to the standard output if no file is named")
    .addOption(forceOption())
    .addHelpText("after", EXAMPLES)
    .action(async (where: readonly string[], options: AttributeCommandOptions) => {
      const { runAttributeCommand } = await import("./run-attribute-command.ts");
      await runAttributeCommand(where, options, output, env);
    });
  return addScorerOptions(command).option(
    "--seed <n>",
    "of methods that draw",
    wholeNumber(0, 2 ** 32 - 1),
    1,
  );
}

const EXAMPLES = `
Examples:
  langgraph-rollback attribute failures.jsonl --calibration calibration.json
  langgraph-rollback attribute runs.sqlite --thread tickets --calibration calibration.json`;
