import path from "node:path";
import { Command } from "commander";
import type { Environment } from "../attributors/attributor-options.ts";
import { checkOutputs, forceOption } from "../check-outputs.ts";
import { FailedError } from "../failed-error.ts";
import { schemaOption, type WhereOptions } from "../open-where.ts";
import type { Output } from "../output.ts";
import type { SafeMessage } from "../safe-output.ts";
import { writeWholeFile } from "../write-whole-file.ts";
import { checkCalibration } from "./check-calibration.ts";
import { checkDatabase } from "./check-database.ts";
import { checkEndpoint } from "./check-endpoint.ts";
import { checkNode, checkPackages } from "./check-packages.ts";
import { countOf, doctorJson, doctorReport } from "./doctor-report.ts";
import type { Diagnosis } from "./diagnosis.ts";

interface DoctorOptions extends WhereOptions {
  readonly project: string;
  readonly db?: string;
  readonly calibration?: string;
  readonly endpoint?: true;
  readonly model: string;
  /** File, or true for the standard output. */
  readonly json?: string | true;
  /** Overwrite what exists. */
  readonly force?: true;
}

/**
 * `langgraph-rollback doctor`: what stands in the way of a rollback, and how to mend it.
 *
 * @param output takes colours, so that what is printed on it has to be safe before
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
    .option("--endpoint", "what can the model behind OPENAI_API_KEY or OPENAI_BASE_URL do?")
    .option("--model <name>", "at that endpoint", "gpt-4o-mini")
    .option("--json [file]", "write the diagnoses as JSON, to the standard output if no file is named")
    .addOption(forceOption())
    .allowExcessArguments(false)
    .addHelpText(
      "after",
      "\nExample:\n  langgraph-rollback doctor --db runs.sqlite --calibration calibration.json",
    )
    .action((options: DoctorOptions) => runDoctor(options, output, env, safeMessage));
}

async function runDoctor(
  options: DoctorOptions,
  output: Output,
  env: Environment,
  safeMessage: SafeMessage,
): Promise<void> {
  const { calibration, db, force, json, project } = options;
  const manifest = path.join(project, "package.json");
  const reads = { "--db": db, "--calibration": calibration, "--project": manifest };
  checkOutputs({ force, reads, writes: { "--json": json } });
  const diagnoses = (await diagnosesOf(options, env)).map((diagnosis) => safe(diagnosis, safeMessage));
  if (json === true) output.print(doctorJson(diagnoses));
  else output.print(doctorReport(diagnoses, output.columns !== undefined && output.isColored === true));
  if (typeof json === "string") writeWholeFile(json, `${doctorJson(diagnoses)}\n`);
  const faults = countOf(diagnoses, "fault");
  if (faults > 0) throw new FailedError(`doctor found ${faults === 1 ? "a fault" : `${faults} faults`}.`);
}

function safe(diagnosis: Diagnosis, safeMessage: SafeMessage): Diagnosis {
  const message = safeMessage(diagnosis.message);
  return diagnosis.level === "ok"
    ? { ...diagnosis, message }
    : { ...diagnosis, message, remedy: safeMessage(diagnosis.remedy) };
}

async function diagnosesOf(
  { calibration, db, endpoint, model, project, schema }: DoctorOptions,
  env: Environment,
): Promise<readonly Diagnosis[]> {
  return [
    checkNode(process.version),
    ...checkPackages(path.resolve(project)),
    ...(db === undefined ? [] : await checkDatabase(db, schema === undefined ? {} : { schema })),
    ...(calibration === undefined ? [] : await checkCalibration(calibration)),
    ...(endpoint === true ? await checkEndpoint(model, env) : []),
  ];
}
