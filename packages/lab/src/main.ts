import { execFileSync } from "node:child_process";
import { readFile, mkdir, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";

import { withGeneratedPart } from "./documents/generated-part.ts";
import type { Experiment, Finding } from "./experiments/experiment.ts";
import { EXPERIMENTS } from "./experiments/experiments.ts";

const ROOT = new URL("../../../", import.meta.url);
const DOCUMENT = new URL("docs/benchmarks.md", ROOT);
const FIGURES = new URL("docs/benchmarks/", ROOT);

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
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

const seed = Number(values.seed);
// Of the code that runs: it may be another one when a long experiment has ended.
const commit = execFileSync("git", ["rev-parse", "--short=10", "HEAD"], {
  cwd: ROOT,
  encoding: "utf8",
}).trim();
const runs = values.runs === undefined ? undefined : Number(values.runs);
for (const experiment of chosen) {
  const finding = await experiment.run({ isQuick: values.quick, seed, data: values.data, runs, onProgress });
  report(experiment, finding);
  if (values.write && !values.quick && finding.incomplete === undefined) await keep(experiment, finding);
}

function onProgress(done: number, of: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${of}${done === of ? "\n" : ""}`);
}

function report({ name: title, question }: Experiment, { markdown, claims, incomplete = "" }: Finding): void {
  process.stdout.write(`\n== ${title}: ${question}\n\n${markdown}\n\n${incomplete}\n`);
  for (const { holds, isOpen = false, sentence, measured } of claims) {
    const verdict = holds ? "holds " : isOpen ? "open  " : "MISSES";
    process.stdout.write(`${verdict} ${sentence} (${measured})\n`);
    if (!holds && !isOpen && values.quick) process.exitCode = 1;
  }
}

/** Writes the figures, the charts, and the document's part. */
async function keep(
  { name: title }: Experiment,
  { markdown, figures, charts, claims }: Finding,
): Promise<void> {
  await mkdir(FIGURES, { recursive: true });
  await writeFile(
    new URL(`${title}.json`, FIGURES),
    `${JSON.stringify({ experiment: title, seed, commit, claims, figures }, undefined, 1)}\n`,
  );
  for (const [file, svg] of Object.entries(charts)) await writeFile(new URL(`${file}.svg`, FIGURES), svg);
  const document = await readFile(DOCUMENT, "utf8");
  await writeFile(DOCUMENT, withGeneratedPart(document, { name: title, seed, commit, markdown }));
}
