import { existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { writeWholeFile } from "@langgraph-rollback/attribution";
import {
  type DemoOptions,
  type DemoOutcome,
  ModelSilentError,
  type Narrator,
  type OpenedSaver,
  plainNarrator,
  runDemo,
  terminalNarrator,
} from "@langgraph-rollback/example-gsm8k-team";
import { DEMO_DEFAULTS } from "@langgraph-rollback/example-gsm8k-team/defaults";
import { type CalibrationFile, checkpointerSource, type Inspector } from "@langgraph-rollback/inspector";
import { calibrationIn } from "../data/calibration-in.ts";
import { labelsFileOf } from "../data/labels-file.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { UsageError } from "../errors/usage-error.ts";
import { checkOutputs } from "../files/check-outputs.ts";
import { openInspector, type Opened } from "../inspect/serve-inspector.ts";
import type { Environment } from "../terminal/environment.ts";
import type { Output } from "../terminal/output.ts";
import type { UntilStopped } from "../terminal/until-stopped.ts";

/** Options of the demo. */
export interface DemoCommandOptions {
  readonly problems?: number;
  readonly calibrate?: number;
  readonly seed: number;
  readonly alpha: number;
  readonly folder?: string;
  /** Of an endpoint; without it the model is simulated. */
  readonly model?: string;
  /** File, or true for the standard output. */
  readonly json?: string | true;
  /** Overwrite what exists; never the runs of an earlier demo. */
  readonly force?: true;
  readonly port?: number;
  readonly inspect: boolean;
}

/** Surroundings of a long-running command. */
export interface Surroundings {
  readonly output: Output;
  readonly env: Environment;
  readonly untilStopped: UntilStopped;
}

const DATABASE = "gsm8k-team.sqlite";
const CALIBRATION = "gsm8k-team.calibration.json";

/** Runs the demo in a folder that it names, and serves the inspector unless it is told not to. */
export async function runDemoCommand(options: DemoCommandOptions, surroundings: Surroundings): Promise<void> {
  const { json, inspect } = options;
  const { output } = surroundings;
  checkFiles(options);
  const endpoint = endpointOf(options, surroundings.env);
  const folder = folderFor(options.folder);
  const narrator = narratorFor(options, output);
  let page: Inspector | undefined;
  const onOpened = async (opened: OpenedSaver): Promise<void> => {
    if (!inspect || json === true) return;
    page = await openInspector(shownIn(folder, opened, options), output);
    narrator.say(`The runs can be watched while they are made: ${page.url}`);
  };
  try {
    const outcome = await run(demoOptions(options, folder), endpoint, narrator, onOpened);
    const figures = `${JSON.stringify(outcome.figures, null, 2)}\n`;
    if (typeof json === "string") writeWholeFile(json, figures);
    narrator.end(whatIsLeft(folder, outcome));
    if (json === true) output.print(figures.trimEnd());
    if (page !== undefined) await untilTheEnd(page, surroundings);
  } finally {
    await page?.close();
  }
}

/** A folder that is still to be made holds nothing that could be overwritten. */
function checkFiles({ folder, force, json }: DemoCommandOptions): void {
  const isThere = folder !== undefined && existsSync(folder);
  const reads = { "--folder": isThere ? path.join(folder, DATABASE) : undefined };
  const writes = { "--folder": isThere ? path.join(folder, CALIBRATION) : undefined, "--json": json };
  checkOutputs({ force, reads, writes });
}

function shownIn(
  folder: string,
  { calibrationFile, file, saver }: OpenedSaver,
  { port }: DemoCommandOptions,
): Opened {
  const source = checkpointerSource(saver, file ?? "the runs in memory");
  const labels = labelsFileOf([path.join(folder, DATABASE)]);
  // It is there when the demo has calibrated.
  const calibration = async (): Promise<CalibrationFile | undefined> =>
    calibrationFile !== undefined && existsSync(calibrationFile) ? calibrationIn(calibrationFile) : undefined;
  return { source, labels, calibration, port };
}

/** Keeps serving after the runs. */
async function untilTheEnd({ url }: Inspector, { output, untilStopped }: Surroundings): Promise<void> {
  // Before the address is out, so that nobody can ask for the end too early.
  const stopped = untilStopped();
  output.print(`The inspector stays until Ctrl-C:\n${url}`);
  await stopped;
}

/** The real model's, if one is wanted: a key that happens to be in the environment costs nobody anything. */
function endpointOf({ model }: DemoCommandOptions, env: Environment): Environment {
  if (model === undefined) return {};
  const { OPENAI_API_KEY, OPENAI_BASE_URL } = env;
  if (!OPENAI_API_KEY && !OPENAI_BASE_URL)
    throw new UsageError(
      `Expected \`OPENAI_API_KEY\` or \`OPENAI_BASE_URL\` in the environment, to ask \`--model\` ${model}.`,
    );
  return { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL: model };
}

function folderFor(named: string | undefined): string {
  if (named === undefined) return mkdtempSync(path.join(tmpdir(), "langgraph-rollback-demo-"));
  const folder = path.resolve(named);
  if (existsSync(path.join(folder, DATABASE)))
    throw new UsageError(
      `Expected \`--folder\` to hold no earlier demo, but there is a ${DATABASE} in ${folder}.`,
    );
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Where the figures go to the standard output, the story is told beside it. */
function narratorFor({ json }: DemoCommandOptions, { columns, print, printError }: Output): Narrator {
  if (json === true) return plainNarrator(printError);
  return columns === undefined ? plainNarrator(print) : terminalNarrator(columns);
}

function demoOptions(
  { alpha, calibrate, model, problems, seed }: DemoCommandOptions,
  folder: string,
): DemoOptions {
  const defaults = model === undefined ? DEMO_DEFAULTS.simulated : DEMO_DEFAULTS.real;
  return {
    problems: problems ?? defaults.problems,
    calibrate: calibrate ?? defaults.calibrate,
    alpha,
    seed,
    json: undefined,
    db: path.join(folder, DATABASE),
  };
}

async function run(
  options: DemoOptions,
  endpoint: Environment,
  narrator: Narrator,
  onOpened: (opened: OpenedSaver) => Promise<void>,
): Promise<DemoOutcome> {
  try {
    return await runDemo(options, endpoint, narrator, onOpened);
  } catch (error) {
    if (error instanceof ModelSilentError) throw new CommandFailedError(error.message, { cause: error });
    throw error;
  }
}

function whatIsLeft(folder: string, { file, calibrationFile }: DemoOutcome): string {
  if (file === undefined) return "Done.";
  const calibration = calibrationFile === undefined ? "" : ` --calibration ${calibrationFile}`;
  return [
    `Done. Runs and calibration stay in ${folder}. To look at them later:`,
    `   npx @langgraph-rollback/cli inspect ${file}${calibration}`,
  ].join("\n");
}
