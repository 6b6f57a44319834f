import { parseCalibration } from "@langgraph-rollback/attribution";
import { EARLIEST_UNRECOVERED } from "@langgraph-rollback/inspector";
import { type LabelledTrajectory, stringifyTrajectory } from "@langgraph-rollback/trajectory";
import { Command, Option } from "commander";
import { checkOutputs, forceOption } from "../check-outputs.ts";
import { SCORERS } from "../evaluate/evaluate-options.ts";
import { parseAlpha, wholeNumber } from "../evaluate/parse-values.ts";
import { labelsFileOf } from "../inspect/labels-file.ts";
import { schemaOption } from "../open-where.ts";
import type { Output } from "../output.ts";
import { UsageError } from "../usage-error.ts";
import { writeWholeFile } from "../write-whole-file.ts";
import { type CalibrateOptions, SET_METHODS } from "./calibrate-options.ts";
import { calibrationFigures, calibrationText } from "./calibration-report.ts";
import { failuresFromData } from "./failures-from-data.ts";
import { failuresFromGraph } from "./failures-from-graph.ts";
import { failuresFromLabels } from "./failures-from-labels.ts";
import { exportIn } from "./load-export.ts";
import { learnCalibration } from "./learn-calibration.ts";

/** `langgraph-rollback calibrate`: from labelled failures to the file that bounds where the next ones went wrong. */
export function calibrateCommand(output: Output): Command {
  const command = new Command("calibrate")
    .summary("learn from labelled failures how far back a rollback has to go")
    .description(
      "Learn from failures whose decisive step is known how far back a rollback has to go, and write the calibration file that withRollback takes. Failures come from files, from labels made in the inspector, or from faults planted into your own agent.",
    )
    .allowExcessArguments(false)
    .addHelpText("after", EXAMPLES)
    .action((options: CalibrateOptions) => calibrateFrom(options, output));
  addLearningOptions(addFailureOptions(command));
  return command;
}

const EXAMPLES = `
Examples:
  langgraph-rollback calibrate --data failures.jsonl
  langgraph-rollback calibrate --db runs.sqlite
  langgraph-rollback calibrate --graph ./agent.js#graph --tasks tasks.jsonl`;

function addFailureOptions(command: Command): Command {
  return command
    .optionsGroup("Failures from files:")
    .option("--data <files...>", "JSON Lines of labelled failures, our own trajectories or imported ones")
    .optionsGroup("Failures labelled in the inspector:")
    .option("--db <where...>", "where their threads are: a SQLite file, a Postgres address, trajectory files")
    .option("--labels <file>", "the labels (default: where inspect keeps them)")
    .addOption(schemaOption())
    .option("--convention <name>", "only labels of this convention count", EARLIEST_UNRECOVERED)
    .optionsGroup("Failures by planted faults:")
    .option(
      "--graph <module#name>",
      "a module of yours that exports the graph; it is run on each task, twice",
    )
    .option("--tasks <file>", "JSON Lines of objects with an input for the graph")
    .option("--verify <module#name>", "says whether a run went well (default: the graph module's `verify`)")
    .option("--fault <module#name>", "says what goes wrong (default: its `fault`, else a note to err)")
    .option("--keep <file>", "write the failures here, too, for --data");
}

function addLearningOptions(command: Command): Command {
  return command
    .optionsGroup("How to learn:")
    .option("--alpha <rate>", "tolerated miss rate, above 0 and below 1", parseAlpha, 0.2)
    .addOption(
      new Option("--method <name>", "shape of the sets (default: suffix, or left for constant)").choices(
        SET_METHODS,
      ),
    )
    .addOption(
      new Option("--scorer <name>", "what suspects steps (default: logit from 60 failures on, else constant)")
        .choices(SCORERS)
        .conflicts("reuse"),
    )
    .option(
      "--reuse <calibration>",
      "calibrate the scorer of this file anew, on all failures: none may have fitted it",
    )
    .addOption(
      new Option("--cross", "fit and calibrate on the same failures, by folds: approximate").conflicts(
        "reuse",
      ),
    )
    .option("--seed <n>", "decides every draw", wholeNumber(0, 2 ** 32 - 1), 1)
    .option("--out <file>", "where to write the calibration", "calibration.json")
    .option("--json [file]", "write the figures as JSON, to the standard output if no file is named")
    .addOption(forceOption());
}

async function calibrateFrom(options: CalibrateOptions, output: Output): Promise<void> {
  const { json, keep, out } = options;
  checkFiles(options);
  if (options.cross === true && options.scorer === "constant")
    throw new UsageError("`--cross` needs a `--scorer` that is fitted: position or logit.");
  const labelled = await failuresOf(options, output);
  if (keep !== undefined)
    writeWholeFile(keep, labelled.map((trajectory) => `${stringifyTrajectory(trajectory)}\n`).join(""));
  const learnt = await learnCalibration(labelled, options);
  const text = `${JSON.stringify(learnt.calibration, undefined, 2)}\n`;
  // What could not be read back is not written.
  parseCalibration(text);
  writeWholeFile(out, text);
  const figures = calibrationFigures(learnt, options);
  const asJson = JSON.stringify(figures, undefined, 2);
  output.print(json === true ? asJson : calibrationText(figures));
  if (typeof json === "string") writeWholeFile(json, `${asJson}\n`);
}

function checkFiles(options: CalibrateOptions): void {
  const { data, db, fault, force, graph, json, keep, out, reuse, tasks, verify } = options;
  const labels = options.labels ?? (db && labelsFileOf(db));
  const moduleOf = (spec?: string) => spec && exportIn(spec).module;
  checkOutputs({
    force,
    reads: {
      "--data": data,
      "--db": db,
      "--labels": labels,
      "--graph": moduleOf(graph),
      "--verify": moduleOf(verify),
      "--fault": moduleOf(fault),
      "--tasks": tasks,
      "--reuse": reuse,
    },
    writes: { "--out": out, "--keep": keep, "--json": json },
  });
}

/** @throws {UsageError} unless exactly one kind of failures is named, with all that goes with it */
async function failuresOf(options: CalibrateOptions, output: Output): Promise<readonly LabelledTrajectory[]> {
  const { data, db, graph, labels, tasks } = options;
  const kinds = [data, db ?? labels, graph ?? tasks].filter((kind) => kind !== undefined);
  if (kinds.length !== 1)
    throw new UsageError(
      `Expected one of \`--data\`, \`--db\` and \`--graph\` with \`--tasks\`, got ${kinds.length}.`,
    );
  if (data !== undefined) return failuresFromData(data, output);
  if (db !== undefined)
    return failuresFromLabels({ ...options, db, labels: labels ?? labelsFileOf(db) }, output);
  if (graph !== undefined && tasks !== undefined)
    return failuresFromGraph({ ...options, graph, tasks }, output);
  throw new UsageError(
    labels === undefined
      ? "Expected `--graph` and `--tasks` together."
      : "Expected `--db` beside `--labels`: where the labelled threads are.",
  );
}
