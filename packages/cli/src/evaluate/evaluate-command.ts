import { Command, InvalidArgumentError, Option } from "commander";
import { addAttributorOptions } from "../attributors/add-attributor-options.ts";
import { type AttributorOptions, asksForAttributors } from "../attributors/attributor-options.ts";
import { UsageError } from "../errors/usage-error.ts";
import { forceOption } from "../options/force-option.ts";
import { parseAlpha, wholeNumber } from "../options/parse-numbers.ts";
import { MEASURED_SCORERS } from "../options/scorer-name.ts";
import type { Environment } from "../terminal/environment.ts";
import type { Output } from "../terminal/output.ts";
import { addSetOptions, METHODS } from "../options/set-options.ts";
import type { MarksOptions } from "./marks-options.ts";
import type { EvaluateOptions } from "./evaluate-options.ts";
import { checkIsRead } from "./evaluation-mode.ts";
import { parseMethods } from "./parse-methods.ts";

const MOST_SPLITS = 1_000_000;
/** For methods that call no model and fit little. */
const MANY_SPLITS = 1000;
const FEW_SPLITS = 100;
/** Draws of folds: each fits as many scorers as there are folds. */
const FOLD_DRAWS = 10;

/** Tolerated shares of right runs that are rejected. */
const EPSILONS = [0.02, 0.05, 0.1];

/** Tolerated shares of right runs that an alarm ever stops. */
const ALARM_ALPHAS = [0.02, 0.05, 0.1, 0.2];

const EXAMPLES = `
Examples:
  langgraph-rollback evaluate --data failures.jsonl --scorer logit
  langgraph-rollback evaluate --data failures.jsonl --scorer logit --folds 10 --split-by task
  langgraph-rollback evaluate --data failures.jsonl --attributor joint --model gpt-4o-mini
  langgraph-rollback evaluate --alarm scored.jsonl --splits 20`;

/** `langgraph-rollback evaluate`: how conformal methods, or methods that ask models, do on labelled failures. */
export function evaluateCommand(output: Output, env: Environment): Command {
  const command = new Command("evaluate")
    .summary("measure methods on labelled failures, by many random splits")
    .description(
      "Measure conformal attribution on labelled failures: in each of many random even splits one half calibrates and the other is predicted.",
    )
    .addOption(
      new Option(
        "--data <files...>",
        "JSON Lines of labelled failures, our own trajectories or imported ones",
      ).default([], "those of --marks"),
    )
    .addOption(
      new Option(
        "--scorer <name>",
        "what suspects steps; the last two learn, inside the calibration half only",
      )
        .choices(MEASURED_SCORERS)
        .default("constant"),
    )
    .option(
      "--methods <names>",
      "shapes of sets, separated by commas (default: all; interval,suffix with --attributor)",
      parseMethods,
    )
    .option("--alpha <rate>", "tolerated miss rate, above 0 and below 1", parseAlpha, 0.2)
    .option(
      "--splits <n>",
      "number of random even splits, or draws of folds (default: 1000; 100 with --attributor or --marks, 10 with --folds)",
      wholeNumber(1, MOST_SPLITS),
    )
    .option(
      "--seed <n>",
      "decides every draw: the same seed gives the same figures",
      wholeNumber(0, 2 ** 32 - 1),
      1,
    )
    .option("--group <key>", "calibrate each value of this field apart, such as subset or meta.model")
    .option(
      "--split-by <key>",
      "never part trajectories with the same value of this field, such as their task",
    )
    .option(
      "--cross",
      "let a learnt scorer fit and calibrate on the same half, by folds: approximate, not exact",
    )
    .addOption(
      new Option(
        "--folds <n>",
        "cross-validate the scorer by itself: how often the decisive step is its first, or among its first three",
      ).argParser(wholeNumber(2, MOST_SPLITS)),
    )
    .option(
      "--json [file]",
      "write the figures as JSON, to the standard output instead of the table if no file is named",
    )
    .option(
      "--svg <file>",
      "draw the figures: of a scorer coverage, removal rate and where errors stand; of --marks the sets of each model; of --attributor accuracy, also by tokens",
    )
    .addOption(forceOption())
    .allowExcessArguments(false)
    .addHelpText("after", EXAMPLES);
  addSetOptions(command);
  addMarksOptions(command);
  return addAttributorOptions(command).action(async (options: AllOptions) => {
    const { alarm, marks, verdicts } = options;
    checkIsRead(command, options);
    if (alarm !== undefined) {
      const { runAlarm } = await import("./evaluate-alarm.ts");
      await runAlarm(
        { ...options, splits: options.splits ?? FEW_SPLITS, alarm, alphas: ALARM_ALPHAS },
        output,
      );
      return;
    }
    if (options.data.length === 0 && marks === undefined)
      throw new UsageError("Expected `--data`, the files of labelled failures, `--marks` or `--alarm`.");
    if (verdicts === true) {
      if (marks === undefined)
        throw new UsageError("Expected `--marks`, the file of verdicts, with `--verdicts`.");
      const { runVerdicts } = await import("./evaluate-verdicts.ts");
      await runVerdicts(
        { ...options, splits: options.splits ?? FEW_SPLITS, marks, epsilons: EPSILONS },
        output,
      );
      return;
    }
    if (options.folds !== undefined) {
      const { runFolds } = await import("./folds/run-folds.ts");
      await runFolds({ ...options, splits: options.splits ?? FOLD_DRAWS, folds: options.folds }, output);
    } else if (marks !== undefined) {
      const { runMarks } = await import("./evaluate-marks.ts");
      await runMarks({ ...withDefaults(options, METHODS, FEW_SPLITS), marks }, output);
    } else if (asksForAttributors(options)) {
      const { runAttributors } = await import("./attributors/run-attributors.ts");
      const { measuringSets } = await import("./measure-attributor.ts");
      const sets = withDefaults(options, ["interval", "suffix"], FEW_SPLITS);
      await runAttributors(options, output, env, measuringSets(sets, output));
    } else {
      const { runEvaluateCommand } = await import("./run-evaluate-command.ts");
      await runEvaluateCommand(withDefaults(options, METHODS, MANY_SPLITS), output);
    }
  });
}

type Defaulted = Pick<EvaluateOptions, "methods" | "splits">;

function withDefaults<Options extends Partial<Defaulted>>(
  options: Options,
  methods: Defaulted["methods"],
  splits: number,
): Options & Defaulted {
  return { ...options, methods: options.methods ?? methods, splits: options.splits ?? splits };
}

type AllOptions = Omit<EvaluateOptions, keyof Defaulted> &
  Partial<Defaulted> &
  AttributorOptions &
  Partial<Pick<MarksOptions, "marks" | "models">> & {
    readonly alarm?: string;
    readonly folds?: number;
    readonly verdicts?: true;
  };

function addMarksOptions(command: Command): void {
  command
    .optionsGroup("Answers of models from before:")
    .addOption(
      new Option(
        "--marks <file>",
        "JSON Lines of models' answers about each step: measure each model, and all together",
      ),
    )
    .addOption(
      new Option(
        "--verdicts",
        "measure what these models are worth as calibrated verifiers, on runs with an `outcome`",
      ),
    )
    .addOption(
      new Option("--models <names>", "only these of the file, separated by commas").argParser(parseModels),
    )
    .addOption(
      new Option(
        "--alarm <where>",
        "runs with a score after each step (JSON Lines), or recorded runs: measure how many an early alarm would stop",
      ),
    );
}

function parseModels(text: string): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  if (names.every((name) => name !== "") && new Set(names).size === names.length) return names;
  throw new InvalidArgumentError(`Expected different names, separated by commas, got "${text}".`);
}
