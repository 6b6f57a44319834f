import { execFileSync } from "node:child_process";
import { readFile, mkdir, writeFile } from "node:fs/promises";

import { findingOf, packMeasurements, withMeasurement } from "./archive/figures-archive.ts";
import { FIGURES_FILE, keptFindings } from "./archive/figures-file.ts";
import { withGeneratedPart } from "./documents/generated-part.ts";
import { ModelPriceError, UsageError } from "./errors/index.ts";
import { benchOptions, type BenchOptions, USAGE } from "./experiments/bench-options.ts";
import type { Experiment, Measurement } from "./experiments/experiment.ts";
import { findingInWords } from "./experiments/finding-in-words.ts";
import { measureWithModel, type ModelCommand } from "./experiments/rollback/model-command.ts";

const ROOT = new URL("../../../", import.meta.url);
const DOCUMENTS = new URL("docs/", ROOT);
const CHARTS = new URL("docs/benchmarks/", ROOT);

try {
  await run(benchOptions(process.argv.slice(2)));
} catch (error) {
  const isUsage = error instanceof UsageError || error instanceof ModelPriceError;
  if (!isUsage) throw error;
  process.stderr.write(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}

async function run(options: BenchOptions): Promise<void> {
  const { chosen, isHelp, isKept, model } = options;
  if (isHelp) process.stdout.write(USAGE);
  else if (isKept) for (const experiment of chosen) show(experiment);
  else if (model === undefined) await measure(options);
  else await ask(model);
}

/** Prints what is kept of an experiment. */
function show(experiment: Experiment): void {
  const finding = findingOf(keptFindings(), experiment.name);
  const madeWith = `Kept of seed ${finding.seed}, commit ${finding.commit}.`;
  process.stdout.write(findingInWords(experiment, finding, madeWith));
}

async function measure({ chosen, data, isQuick, isWritten, runs, seed }: BenchOptions): Promise<void> {
  // Of the code that runs: it may be another one when a long experiment has ended.
  const commit = execFileSync("git", ["rev-parse", "--short=10", "HEAD"], {
    cwd: ROOT,
    encoding: "utf8",
  }).trim();
  for (const experiment of chosen) {
    const finding = await experiment.run({ isQuick, seed, data, runs, onProgress });
    process.stdout.write(findingInWords(experiment, finding));
    const isRefuted = finding.claims.some(({ holds, isOpen = false }) => !holds && !isOpen);
    if (isRefuted && isQuick) process.exitCode = 1;
    if (isWritten && !isQuick && finding.incomplete === undefined)
      await keep(experiment, finding, { seed, commit });
  }
}

/** Asks a real model. What is missing at the end is said, and makes the exit code 1. */
async function ask(command: ModelCommand): Promise<void> {
  const { question, ...finding } = await measureWithModel(command, process.env, onProgress);
  process.stdout.write(findingInWords({ name: "rollback", question }, finding));
  if (finding.incomplete !== undefined) process.exitCode = 1;
}

function onProgress(done: number, of: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${of}${done === of ? "\n" : ""}`);
}

/** Writes the figures, the charts, and the document's part. */
async function keep(
  { name: experiment, document: shownIn = "benchmarks.md" }: Experiment,
  { markdown, summary, figures, charts, claims }: Measurement,
  madeWith: { readonly seed: number; readonly commit: string },
): Promise<void> {
  await mkdir(CHARTS, { recursive: true });
  const findings = withMeasurement(keptFindings(), { experiment, ...madeWith, claims, markdown, figures });
  await writeFile(FIGURES_FILE, packMeasurements(findings));
  for (const [file, svg] of Object.entries(charts)) await writeFile(new URL(`${file}.svg`, CHARTS), svg);
  const place = new URL(shownIn, DOCUMENTS);
  const document = await readFile(place, "utf8");
  await writeFile(place, withGeneratedPart(document, { name: experiment, ...madeWith, markdown: summary }));
}
