import { Command, Option } from "commander";
import { addScorerOptions } from "../attributors/add-scorer-options.ts";
import { conventionOption } from "../options/convention-option.ts";
import { FAILURE_MODE_NAMES, REWRITABLE_NAMES } from "../options/failure-mode-names.ts";
import { forceOption } from "../options/force-option.ts";
import { parseAlpha, wholeNumber } from "../options/parse-numbers.ts";
import { schemaOption } from "../options/schema-option.ts";
import { CALIBRATED_SCORERS } from "../options/scorer-name.ts";
import { UsageError } from "../errors/usage-error.ts";
import type { Environment } from "../terminal/environment.ts";
import type { Output } from "../terminal/output.ts";
import { addSetOptions, METHODS } from "../options/set-options.ts";
import type { CalibrateOptions } from "./calibrate-options.ts";
import { parseFault } from "./parse-fault.ts";

/** `langgraph-rollback calibrate`: from labelled failures to the file that bounds where the next ones went wrong. */
export function calibrateCommand(output: Output, env: Environment): Command {
  const command = new Command("calibrate")
    .summary("learn from labelled failures how far back a rollback has to go")
    .description(
      "Learn from failures whose decisive step is known how far back a rollback has to go, and write the calibration file that withRollback takes. Failures come from files, from labels made in the inspector, or from faults planted into your own agent. With --alarm, learn from runs when the next ones are to be stopped early.",
    )
    .allowExcessArguments(false)
    .addHelpText("after", EXAMPLES)
    .action(async ({ alarm, gamma, out, retried, scorer, ...rest }: AllOptions) => {
      if (alarm !== undefined) {
        const { runCalibrateAlarm } = await import("./alarm/run-calibrate-alarm.ts");
        const { alpha, ...given } = rest;
        // The default of sets is not that of alarms.
        const chosen = command.getOptionValueSource("alpha") === "default" ? {} : { alpha };
        const named = scorer === undefined ? {} : { scorer };
        await runCalibrateAlarm({ ...given, ...chosen, ...named, alarm, out: out ?? "alarm.json" }, output);
        return;
      }
      const options = { ...rest, ...localScorer(scorer) };
      if (retried !== undefined) {
        const { calibrateRetries } = await import("./calibrate-retries.ts");
        const chosen = gamma === undefined ? {} : { gamma };
        await calibrateRetries({ ...options, ...chosen, retried, out: out ?? "verifier.json" }, output);
        return;
      }
      if (gamma !== undefined)
        throw new UsageError("`--gamma` bounds what is accepted after a failure: name `--retried`, too.");
      if (options.verifier !== undefined) {
        const { calibrateAVerifier } = await import("./calibrate-a-verifier.ts");
        const { epsilon = DEFAULT_EPSILON, verifier } = options;
        await calibrateAVerifier({ ...options, verifier, epsilon, out: out ?? "verifier.json" }, output);
        return;
      }
      if (options.verdicts !== undefined || options.epsilon !== undefined)
        throw new UsageError("`--verdicts` and `--epsilon` calibrate a verifier: name it with `--verifier`.");
      const { runCalibrateCommand } = await import("./run-calibrate-command.ts");
      await runCalibrateCommand({ ...options, out: out ?? "calibration.json" }, output, env);
    });
  addScorerOptions(addSetOptions(addLearningOptions(addFailureOptions(command))), ["scorer", "reuse"]);
  return command;
}

const DEFAULT_EPSILON = 0.05;

type AllOptions = Omit<CalibrateOptions, "out" | "scorer"> & {
  readonly out?: string;
  readonly alarm?: string;
  readonly scorer?: string;
  readonly verifier?: string;
  readonly verdicts?: string;
  readonly epsilon?: number;
  readonly retried?: string;
  readonly gamma?: number;
};

/**
 * The scorer of sets. With `--alarm` any name may be given, so this cannot be checked where the option is read.
 *
 * @throws {UsageError} if there is none of this name
 */
function localScorer(name: string | undefined): Pick<CalibrateOptions, "scorer"> {
  if (name === undefined) return {};
  const scorer = CALIBRATED_SCORERS.find((each) => each === name);
  if (scorer === undefined)
    throw new UsageError(
      `option '--scorer <name>' argument '${name}' is invalid. Allowed choices are ${CALIBRATED_SCORERS.join(", ")}.`,
    );
  return { scorer };
}

const EXAMPLES = `
Failure modes for --fault (arXiv:2503.13657):
  ${FAILURE_MODE_NAMES.slice(0, 5).join(", ")},
  ${FAILURE_MODE_NAMES.slice(5, 9).join(", ")},
  ${FAILURE_MODE_NAMES.slice(9).join(", ")}
Those of --fault-form rewrite:
  ${REWRITABLE_NAMES.slice(0, 4).join(", ")},
  ${REWRITABLE_NAMES.slice(4).join(", ")}

Examples:
  langgraph-rollback calibrate --data failures.jsonl
  langgraph-rollback calibrate --data failures.jsonl --attributor joint+logit --model gpt-4o-mini
  langgraph-rollback calibrate --db runs.sqlite
  langgraph-rollback calibrate --db runs.sqlite --convention last-recovering-start --scorer outcomes
  langgraph-rollback calibrate --graph ./agent.js#graph --tasks tasks.jsonl
  langgraph-rollback calibrate --graph ./agent.js#graph --tasks tasks.jsonl --fault any
  langgraph-rollback calibrate --verifier refund-judge-3 --verdicts verdicts.jsonl
  langgraph-rollback calibrate --verifier refund-judge-3 --db runs.sqlite
  langgraph-rollback calibrate --retried retried.json --gamma 0.2
  langgraph-rollback calibrate --alarm runs.sqlite --out alarm.json
  langgraph-rollback calibrate --alarm scored.jsonl --scorer my-judge-1 --alpha 0.1`;

function addFailureOptions(command: Command): Command {
  return command
    .optionsGroup("Failures from files:")
    .option("--data <files...>", "JSON Lines of labelled failures, our own trajectories or imported ones")
    .optionsGroup("Failures, or runs with --verifier, labelled in the inspector:")
    .option("--db <where...>", "where their threads are: a SQLite file, a Postgres address, trajectory files")
    .option("--labels <file>", "the labels (default: where inspect keeps them)")
    .addOption(schemaOption())
    .addOption(conventionOption())
    .optionsGroup("Failures by planted faults:")
    .option(
      "--graph <module#name>",
      "a module of yours that exports the graph; it is run on each task, twice",
    )
    .option("--tasks <file>", "JSON Lines of objects with an input for the graph")
    .option("--verify <module#name>", "says whether a run went well (default: the graph module's `verify`)")
    .option(
      "--fault <what>",
      "what goes wrong: failure modes, separated by commas, or any: one of them is drawn for each task; or a function, as module#name (default: the graph module's `fault`, else a note to err)",
      parseFault,
    )
    .addOption(
      new Option(
        "--fault-form <form>",
        "how failure modes are planted: a note to the step's model, or a rewrite of the step's output, for steps without one (default: note)",
      ).choices(["note", "rewrite"]),
    )
    .option("--keep <file>", "write the failures here, too, for --data")
    .optionsGroup("A verifier, instead of sets:")
    .addOption(
      new Option("--verifier <fingerprint>", "bound how often this verifier rejects right runs").conflicts(
        NOT_OF_VERIFIERS,
      ),
    )
    .option(
      "--verdicts <file>",
      "instead of --db, JSON Lines of its verdicts on labelled runs: objects with `score`, higher for better runs, and `right`",
    )
    .option("--epsilon <rate>", "tolerated share of right runs that it rejects (default: 0.05)", parseAlpha)
    .addOption(
      new Option(
        "--retried <file>",
        "a verifier's calibration from `pilot --retries`: show what it would accept after a failure",
      ).conflicts([...NOT_OF_VERIFIERS, "db", "labels", "verdicts", "verifier", "epsilon", "group"]),
    )
    .option(
      "--gamma <rate>",
      "with --retried, write the calibration with this tolerated share of failed runs that end with a wrong result accepted",
      parseAlpha,
    )
    .optionsGroup("An early alarm, instead of sets:")
    .addOption(
      new Option(
        "--alarm <where>",
        "recorded runs, or JSON Lines of runs with a score after each step: bound how many right runs an alarm ever stops",
      ).conflicts(NOT_OF_ALARMS),
    );
}

/** Options of sets, which a verifier has no use for. */
const NOT_OF_VERIFIERS = [
  "convention",
  "data",
  "graph",
  "tasks",
  "alpha",
  "method",
  "scorer",
  "replays",
  "cross",
  "reuse",
];

/** Options of sets and of verifiers, which an alarm has no use for. */
const NOT_OF_ALARMS = [
  ...NOT_OF_VERIFIERS.filter((name) => name !== "alpha" && name !== "scorer"),
  "aggregation",
  "goal",
  "trim",
  "smallSample",
  "cost",
  "attributor",
  "verify",
  "fault",
  "faultForm",
  "keep",
  "db",
  "labels",
  "verifier",
  "verdicts",
  "epsilon",
  "retried",
  "gamma",
];

function addLearningOptions(command: Command): Command {
  return command
    .optionsGroup("How to learn:")
    .option(
      "--alpha <rate>",
      "tolerated miss rate, above 0 and below 1; with --alarm, share of right runs ever stopped (default there: 0.05)",
      parseAlpha,
      0.2,
    )
    .addOption(
      new Option("--method <name>", "shape of the sets (default: suffix, or left for constant)").choices(
        METHODS,
      ),
    )
    .addOption(
      new Option(
        "--scorer <name>",
        "what suspects steps; outcomes learns from retries and replays, too (default: logit from 10 failures on, or 18 at alpha 0.1, else constant); with --alarm, the fingerprint of what gave the scores",
      )
        .choices(CALIBRATED_SCORERS)
        .argParser((name) => name)
        .conflicts("reuse"),
    )
    .option(
      "--replays <file>",
      "with --scorer outcomes, replays to learn from (default: where label --replay keeps them)",
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
    .option(
      "--group <key>",
      "calibrate each value of this field of --data, of --verdicts, or of scores for --alarm apart, such as subset or meta.model",
    )
    .option("--seed <n>", "decides every draw", wholeNumber(0, 2 ** 32 - 1), 1)
    .option(
      "--out <file>",
      "where to write the calibration (default: calibration.json; verifier.json with --verifier, alarm.json with --alarm)",
    )
    .option("--json [file]", "write the figures as JSON, to the standard output if no file is named")
    .addOption(forceOption());
}
