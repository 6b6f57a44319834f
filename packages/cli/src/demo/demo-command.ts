import { DEMO_DEFAULTS, MOST_RUNS } from "@langgraph-rollback/example-gsm8k-team/defaults";
import { Command } from "commander";
import { forceOption } from "../options/force-option.ts";
import { parseAlpha, wholeNumber } from "../options/parse-numbers.ts";
import type { Environment } from "../terminal/environment.ts";
import type { Output } from "../terminal/output.ts";
import type { UntilStopped } from "../terminal/until-stopped.ts";
import type { DemoCommandOptions } from "./run-demo-command.ts";

const { alpha, real, seed, simulated } = DEMO_DEFAULTS;

/** `langgraph-rollback demo`: a team of agents that errs, is rolled back and recovers, and then the inspector. */
export function demoCommand(output: Output, env: Environment, untilStopped: UntilStopped): Command {
  return new Command("demo")
    .summary("let a team of agents err, roll it back, and show it in the inspector")
    .description(
      "Let a team of agents work on grade-school maths: plant faults to calibrate, roll failed runs back, and show them in the inspector until Ctrl-C. Needs no key and no service: the model is simulated unless --model names one.",
    )
    .option(
      "--problems <n>",
      `fresh runs to work on (default: ${simulated.problems}, ${real.problems} with --model)`,
      wholeNumber(1, MOST_RUNS),
    )
    .option(
      "--calibrate <n>",
      `runs to plant faults into (default: ${simulated.calibrate}, ${real.calibrate} with --model)`,
      wholeNumber(0, MOST_RUNS),
    )
    .option(
      "--seed <n>",
      "decides every draw: the same seed prints the same figures",
      wholeNumber(0, 1_000_000),
      seed,
    )
    .option("--alpha <rate>", "tolerated miss rate, above 0 and below 1", parseAlpha, alpha)
    .option(
      "--folder <folder>",
      "where to keep runs and calibration (default: a new one for temporary files)",
    )
    .option("--model <name>", "ask this model, at the endpoint that OPENAI_API_KEY or OPENAI_BASE_URL gives")
    .option(
      "--json [file]",
      "write the figures as JSON, to the standard output and nothing else there if no file is named",
    )
    .option("--port <n>", "of the inspector (default: any that is free)", wholeNumber(0, 65_535))
    .option("--no-inspect", "end when the runs have ended")
    .addOption(forceOption())
    .allowExcessArguments(false)
    .addHelpText("after", "\nExample:\n  langgraph-rollback demo --problems 50 --calibrate 100")
    .action(async (options: DemoCommandOptions) => {
      const { runDemoCommand } = await import("./run-demo-command.ts");
      await runDemoCommand(options, { output, env, untilStopped });
    });
}
