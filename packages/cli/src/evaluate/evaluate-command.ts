import { Command, Option } from "commander";
import { addAttributorOptions } from "../attributors/add-attributor-options.ts";
import { type AttributorOptions, asksForAttributors } from "../attributors/attributor-options.ts";
import { forceOption } from "../options/force-option.ts";
import { parseAlpha, wholeNumber } from "../options/parse-numbers.ts";
import { SCORERS } from "../options/scorer-name.ts";
import type { Environment } from "../terminal/environment.ts";
import type { Output } from "../terminal/output.ts";
import { addSetOptions, METHODS } from "../options/set-options.ts";
import type { EvaluateOptions } from "./evaluate-options.ts";
import { parseMethods } from "./parse-methods.ts";

const MOST_SPLITS = 1_000_000;

const EXAMPLES = `
Examples:
  langgraph-rollback evaluate --data failures.jsonl --scorer logit
  langgraph-rollback evaluate --data failures.jsonl --attributor joint --model gpt-4o-mini`;

/** `langgraph-rollback evaluate`: how conformal methods, or methods that ask models, do on labelled failures. */
export function evaluateCommand(output: Output, env: Environment): Command {
  const command = new Command("evaluate")
    .summary("measure methods on labelled failures, by many random splits")
    .description(
      "Measure conformal attribution on labelled failures: in each of many random even splits one half calibrates and the other is predicted.",
    )
    .requiredOption(
      "--data <files...>",
      "JSON Lines of labelled failures, our own trajectories or imported ones",
    )
    .addOption(
      new Option(
        "--scorer <name>",
        "what suspects steps; the last two learn, inside the calibration half only",
      )
        .choices(SCORERS)
        .default("constant"),
    )
    .option("--methods <names>", "separated by commas", parseMethods, METHODS)
    .option("--alpha <rate>", "tolerated miss rate, above 0 and below 1", parseAlpha, 0.2)
    .option("--splits <n>", "number of random even splits", wholeNumber(1, MOST_SPLITS), 1000)
    .option(
      "--seed <n>",
      "decides every draw: the same seed gives the same figures",
      wholeNumber(0, 2 ** 32 - 1),
      1,
    )
    .option("--group <key>", "calibrate each value of this field apart, such as subset or meta.model")
    .option(
      "--cross",
      "let a learnt scorer fit and calibrate on the same half, by folds: approximate, not exact",
    )
    .option(
      "--json [file]",
      "write the figures as JSON, to the standard output instead of the table if no file is named",
    )
    .option(
      "--svg <file>",
      "draw coverage against target, removal rate against coverage and where errors stand",
    )
    .addOption(forceOption())
    .allowExcessArguments(false)
    .addHelpText("after", EXAMPLES);
  addSetOptions(command);
  return addAttributorOptions(command).action(async (options: EvaluateOptions & AttributorOptions) => {
    if (asksForAttributors(options)) {
      const { runAttributors } = await import("../attributors/run-attributors.ts");
      await runAttributors(options, output, env);
    } else {
      const { runEvaluateCommand } = await import("./run-evaluate-command.ts");
      await runEvaluateCommand(options, output);
    }
  });
}
