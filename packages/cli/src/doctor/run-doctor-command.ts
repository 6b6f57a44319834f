import path from "node:path";
import { writeWholeFile } from "@langgraph-rollback/attribution";
import { labelsFileOf } from "../data/labels-file.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { UsageError } from "../errors/usage-error.ts";
import { checkOutputs } from "../files/check-outputs.ts";
import { isPostgres } from "../queues/queue-options.ts";
import type { WhereOptions } from "../options/schema-option.ts";
import type { Environment } from "../terminal/environment.ts";
import type { Output } from "../terminal/output.ts";
import type { SafeMessage } from "../terminal/safe-output.ts";
import { checkAlarm } from "./check-alarm.ts";
import { checkCalibration } from "./check-calibration.ts";
import { checkDatabase } from "./check-database.ts";
import { checkEndpoint } from "./check-endpoint.ts";
import { checkLearning } from "./check-learning.ts";
import { checkNode, checkPackages } from "./check-packages.ts";
import { checkPromises, type PromisingFiles } from "./check-promises.ts";
import { checkRecovery } from "./check-recovery.ts";
import { checkVerifierCalibration } from "./check-verifier-calibration.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { checkQueue } from "./queue/check-queue.ts";
import { countOf, doctorJson, doctorReport } from "./doctor-report.ts";

/** Parts to check, and places for the results. */
export interface DoctorOptions extends WhereOptions {
  readonly project: string;
  readonly db?: string | undefined;
  readonly calibration?: string;
  readonly verifierCalibration?: string;
  readonly recoveryCalibration?: string;
  readonly alarmCalibration?: string;
  /** Default: where `inspect` stores the labels of `db`. */
  readonly labels?: string | undefined;
  /** Where agents keep what they learn from the runs of `db`. Default: there. */
  readonly store?: string | undefined;
  /** Address of a queue of runs. */
  readonly queue?: string;
  /** Default "langgraph_rollback". */
  readonly queueSchema?: string;
  readonly endpoint?: true;
  readonly model: string;
  /** File, or true for the standard output. */
  readonly json?: string | true;
  /** Overwrite what exists. */
  readonly force?: true;
}

/** Looks at all that is named, and says what it found. */
export async function runDoctorCommand(
  options: DoctorOptions,
  output: Output,
  env: Environment,
  safeMessage: SafeMessage,
): Promise<void> {
  const { alarmCalibration, calibration, db, force, json, labels, project } = options;
  const { recoveryCalibration, store, verifierCalibration } = options;
  const manifest = path.join(project, "package.json");
  if (labels !== undefined && (db === undefined || verifierCalibration === undefined))
    throw new UsageError("`--labels` takes `--db` and `--verifier-calibration`: they are about its runs.");
  if (store !== undefined && db === undefined)
    throw new UsageError("`--store` takes `--db`: it keeps what was learnt from its runs.");
  if (options.queueSchema !== undefined && options.queue === undefined)
    throw new UsageError("`--queue-schema` takes `--queue`: it is of its tables.");
  if (options.queue !== undefined && !isPostgres(options.queue))
    throw new UsageError("Expected `--queue` to begin with postgres:// or postgresql://.");
  const reads = {
    "--db": db,
    "--calibration": calibration,
    "--verifier-calibration": verifierCalibration,
    "--recovery-calibration": recoveryCalibration,
    "--alarm-calibration": alarmCalibration,
    "--labels": labels ?? (db && labelsFileOf([db])),
    "--store": store,
    "--project": manifest,
  };
  checkOutputs({ force, reads, writes: { "--json": json } });
  const diagnoses = (await diagnosesOf(options, env)).map((diagnosis) => safe(diagnosis, safeMessage));
  if (json === true) output.print(doctorJson(diagnoses));
  else output.print(doctorReport(diagnoses, output.columns !== undefined && output.isColored === true));
  if (typeof json === "string") writeWholeFile(json, `${doctorJson(diagnoses)}\n`);
  const faults = countOf(diagnoses, "fault");
  if (faults > 0)
    throw new CommandFailedError(`doctor found ${faults === 1 ? "a fault" : `${faults} faults`}.`);
}

function safe(diagnosis: Diagnosis, safeMessage: SafeMessage): Diagnosis {
  const message = safeMessage(diagnosis.message);
  return diagnosis.level === "ok"
    ? { ...diagnosis, message }
    : { ...diagnosis, message, remedy: safeMessage(diagnosis.remedy) };
}

async function diagnosesOf(
  { calibration, db, endpoint, model, project, queue, queueSchema, schema, ...options }: DoctorOptions,
  env: Environment,
): Promise<readonly Diagnosis[]> {
  const database = db === undefined ? [] : await checkDatabase(db, { schema });
  return [
    checkNode(process.version),
    ...checkPackages(path.resolve(project)),
    ...database,
    ...(calibration === undefined ? [] : await checkCalibration(calibration)),
    ...(await verifierDiagnoses({ db, schema, ...options }, database)),
    ...(await recoveryDiagnoses({ db, schema, ...options }, database)),
    ...(options.alarmCalibration === undefined ? [] : await checkAlarm(options.alarmCalibration)),
    ...(db === undefined || !isReadable(database)
      ? []
      : await checkLearning({ db, schema, store: options.store })),
    ...(await promiseDiagnoses({ calibration, db, schema, ...options }, database)),
    ...(queue === undefined
      ? []
      : await checkQueue({ queue, queueSchema }, [path.resolve(project), process.cwd()])),
    ...(endpoint === true ? await checkEndpoint(model, env) : []),
  ];
}

async function verifierDiagnoses(
  {
    db,
    labels,
    schema,
    verifierCalibration,
  }: Pick<DoctorOptions, "db" | "labels" | "schema" | "verifierCalibration">,
  database: readonly Diagnosis[],
): Promise<readonly Diagnosis[]> {
  if (verifierCalibration === undefined) return [];
  if (db === undefined || !isReadable(database)) return checkVerifierCalibration(verifierCalibration);
  return checkVerifierCalibration(verifierCalibration, { db, schema, labels: labels ?? labelsFileOf([db]) });
}

async function recoveryDiagnoses(
  { db, recoveryCalibration, schema }: Pick<DoctorOptions, "db" | "recoveryCalibration" | "schema">,
  database: readonly Diagnosis[],
): Promise<readonly Diagnosis[]> {
  if (recoveryCalibration === undefined) return [];
  if (db === undefined || !isReadable(database)) return checkRecovery(recoveryCalibration);
  return checkRecovery(recoveryCalibration, { db, schema });
}

async function promiseDiagnoses(
  { db, labels, schema, ...files }: PromisingFiles & Pick<DoctorOptions, "db" | "labels" | "schema">,
  database: readonly Diagnosis[],
): Promise<readonly Diagnosis[]> {
  if (db === undefined || !isReadable(database)) return checkPromises(files);
  return checkPromises(files, { db, schema, labels: labels ?? labelsFileOf([db]) });
}

const isReadable = (database: readonly Diagnosis[]): boolean =>
  !database.some((each) => each.level === "fault" && each.code === "DATABASE_UNREADABLE");
