import { execFileSync } from "node:child_process";
import { readFile, mkdir, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";

import { findingOf, packMeasurements, withMeasurement } from "./archive/figures-archive.ts";
import { FIGURES_FILE, keptFindings } from "./archive/figures-file.ts";
import { withGeneratedPart } from "./documents/generated-part.ts";
import type { Experiment, Measurement } from "./experiments/experiment.ts";
import { EXPERIMENTS } from "./experiments/experiments.ts";
import { findingInWords } from "./experiments/finding-in-words.ts";

const ROOT = new URL("../../../", import.meta.url);
const DOCUMENTS = new URL("docs/", ROOT);
const CHARTS = new URL("docs/benchmarks/", ROOT);

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    kept: { type: "boolean", default: false },
    seed: { type: "string", default: "1" },
    data: { type: "string" },
    runs: { type: "string" },
  },
});

const [name = ""] = positionals;
const chosen = name === "all" ? EXPERIMENTS : EXPERIMENTS.filter((each) => each.name === name);
if (chosen.length === 0) {
  const known = EXPERIMENTS.map(({ name: each, question }) => `  ${each.padEnd(12)} ${question}`);
  process.stderr.write(
    `Expected the name of an experiment, or "all", got ${name || "nothing"}.\n${known.join("\n")}\n`,
  );
  process.exit(2);
}

if (values.kept) for (const experiment of chosen) show(experiment);
else await measure();

/** Prints what is kept of an experiment. */
function show(experiment: Experiment): void {
  const finding = findingOf(keptFindings(), experiment.name);
  const madeWith = `Kept of seed ${finding.seed}, commit ${finding.commit}.`;
  process.stdout.write(findingInWords(experiment, finding, madeWith));
}

async function measure(): Promise<void> {
  const seed = Number(values.seed);
  // Of the code that runs: it may be another one when a long experiment has ended.
  const commit = execFileSync("git", ["rev-parse", "--short=10", "HEAD"], {
    cwd: ROOT,
    encoding: "utf8",
  }).trim();
  const runs = values.runs === undefined ? undefined : Number(values.runs);
  for (const experiment of chosen) {
    const finding = await experiment.run({
      isQuick: values.quick,
      seed,
      data: values.data,
      runs,
      onProgress,
    });
    process.stdout.write(findingInWords(experiment, finding));
    const isRefuted = finding.claims.some(({ holds, isOpen = false }) => !holds && !isOpen);
    if (isRefuted && values.quick) process.exitCode = 1;
    if (values.write && !values.quick && finding.incomplete === undefined)
      await keep(experiment, finding, { seed, commit });
  }
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
