import { Command, Option } from "commander";
import { addAttributorOptions } from "../attributors/add-attributor-options.ts";
import type { AttributorOptions, Environment } from "../attributors/attributor-options.ts";
import { asksForAttributors, runAttributors } from "../attributors/run-attributors.ts";
import { checkOutputs, forceOption } from "../check-outputs.ts";
import type { Output } from "../output.ts";
import { writeWholeFile } from "../write-whole-file.ts";
import { type EvaluateOptions, METHODS, SCORERS } from "./evaluate-options.ts";
import { evaluationChart } from "./evaluation-chart.ts";
import { loadTraces } from "./load-traces.ts";
import { parseAggregation, parseAlpha, parseMethods, wholeNumber } from "./parse-values.ts";
import { evaluationJson } from "./report-json.ts";
import { evaluationTable } from "./report-table.ts";
import { runEvaluation } from "./run-evaluation.ts";

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
    .addOption(
      new Option("--aggregation <kind>", "sum, max or lse:BETA, each with an optional :PENALTY for length")
        .argParser(parseAggregation)
        .default({ kind: "sum" }, "sum"),
    )
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
  return addAttributorOptions(command).action((options: EvaluateOptions & AttributorOptions) =>
    asksForAttributors(options) ? runAttributors(options, output, env) : evaluate(options, output),
  );
}

async function evaluate(options: EvaluateOptions, output: Output): Promise<void> {
  const { data, force, json, svg } = options;
  checkOutputs({ force, reads: { "--data": data }, writes: { "--json": json, "--svg": svg } });
  const { labelled, unlabelled } = await loadTraces(data, options.group);
  if (unlabelled > 0) output.printError(`Left out ${unlabelled} trajectories without a label.`);
  const report = await runEvaluation(labelled, options, output);
  if (json === true) output.print(evaluationJson(report).trimEnd());
  else output.print(evaluationTable(report));
  if (typeof json === "string") writeWholeFile(json, evaluationJson(report));
  if (svg !== undefined) writeWholeFile(svg, evaluationChart(report));
}
