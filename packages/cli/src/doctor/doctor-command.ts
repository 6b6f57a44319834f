import { Command } from "commander";
import { forceOption } from "../options/force-option.ts";
import { schemaOption } from "../options/schema-option.ts";
import type { Environment } from "../terminal/environment.ts";
import type { Output } from "../terminal/output.ts";
import type { SafeMessage } from "../terminal/safe-output.ts";
import type { DoctorOptions } from "./run-doctor-command.ts";

/**
 * `langgraph-rollback doctor`: what stands in the way of a rollback, and how to mend it.
 *
 * @param output takes colours, so texts must be made safe before they are printed on it
 */
export function doctorCommand(output: Output, env: Environment, safeMessage: SafeMessage): Command {
  return new Command("doctor")
    .summary("find what stands in the way of a rollback")
    .description(
      "Look at Node, at the packages of a project, and at whatever else is named, and say what stands in the way of a rollback and how to mend it. Only --endpoint asks anybody anything: a sum, never anything of a trace.",
    )
    .option("--project <folder>", "whose packages to look at", ".")
    .option(
      "--db <where>",
      "a SQLite file or Postgres address: can it be opened, does it hold threads, step by step?",
    )
    .addOption(schemaOption())
    .option("--calibration <file>", "can it be read, and does it bound anything?")
    .option(
      "--verifier-calibration <file>",
      "the same of the verifier's; with --db, is it of the verifier that judges there, and is there drift?",
    )
    .option(
      "--recovery-calibration <file>",
      "does it promise anything; with --db, is it of the procedure that runs there, and is it kept?",
    )
    .option("--alarm-calibration <file>", "can it be read, and does it stop any run?")
    .option("--labels <file>", "right and wrong runs of --db (default: where inspect keeps them)")
    .option("--store <file>", "what agents have learnt from the runs of --db (default: the database)")
    .option(
      "--queue <url>",
      "a queue of runs in Postgres: how does it stand, who works, is anything stuck or set up wrong?",
    )
    .option("--queue-schema <name>", "of its tables (default: langgraph_rollback)")
    .option("--endpoint", "what can the model behind OPENAI_API_KEY or OPENAI_BASE_URL do?")
    .option("--model <name>", "at that endpoint", "gpt-4o-mini")
    .option("--json [file]", "write the diagnoses as JSON, to the standard output if no file is named")
    .addOption(forceOption())
    .allowExcessArguments(false)
    .addHelpText(
      "after",
      "\nExample:\n  langgraph-rollback doctor --db runs.sqlite --calibration calibration.json",
    )
    .action(async (options: DoctorOptions) => {
      const { runDoctorCommand } = await import("./run-doctor-command.ts");
      await runDoctorCommand(options, output, env, safeMessage);
    });
}
