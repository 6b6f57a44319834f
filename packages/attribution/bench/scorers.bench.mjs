// Run by `pnpm --filter @langgraph-rollback/attribution bench`: what reading and fitting cost, on simulated failures and
// on the labelled ones of `--data FILE` (JSON Lines with a `decisiveStep` or a `label`). How good the sets are is measured
// by `langgraph-rollback evaluate --scorer logit`. docs/benchmarks.md has the figures of one machine.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { featureCache, fitLogitScorer } from "@langgraph-rollback/attribution";
import { sampleTrajectories } from "@langgraph-rollback/attribution/testing";

const ROUNDS = 5;
const PARTS = [28, 55, 225];

const { data } = parseArgs({ options: { data: { type: "string" } } }).values;

/** Processor time, in milliseconds: other processes count less than on the clock. */
function milliseconds(run) {
  const before = process.cpuUsage();
  run();
  const { system, user } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function least(run) {
  return Math.min(...Array.from({ length: ROUNDS }, () => milliseconds(run)));
}

function load(file) {
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter(({ decisiveStep, label }) => Number.isInteger(label?.decisiveStep ?? decisiveStep))
    .map((row) => ({ ...row, label: row.label ?? { decisiveStep: row.decisiveStep } }));
}

function charactersOf(trajectories) {
  return trajectories.reduce(
    (sum, { steps }) => sum + steps.reduce((length, { content }) => length + content.length, 0),
    0,
  );
}

function bench(name, trajectories) {
  const characters = charactersOf(trajectories);
  const reading = least(() => {
    const features = featureCache();
    trajectories.forEach((trajectory) => features.rowsOf(trajectory));
  });
  const perMillion = (reading / characters) * 1e6;
  console.log(`${name}: ${trajectories.length} trajectories, ${characters} characters`);
  console.log(`  read: ${reading.toFixed(0)} ms, ${perMillion.toFixed(0)} ms a million characters`);
  const features = featureCache();
  for (const count of PARTS.filter((part) => part <= trajectories.length)) {
    const part = trajectories.slice(0, count);
    fitLogitScorer(part, { features });
    console.log(
      `  fit ${count}, read before: ${least(() => fitLogitScorer(part, { features })).toFixed(0)} ms`,
    );
  }
}

/** Every character takes part in a sum. */
function numberHeavy(steps) {
  const content = (index) =>
    Array.from({ length: 40 }, (_, sum) => `${index}.${sum} + ${sum * index} = ${sum * index + index} `).join(
      "",
    );
  return {
    id: "numbers",
    task: "Add up.",
    steps: Array.from({ length: steps }, (_, index) => ({ index, agent: "a", content: content(index) })),
  };
}

bench("simulated", sampleTrajectories(225, 1));
for (const steps of [1000, 2000]) bench(`${steps} steps of sums`, [numberHeavy(steps)]);
if (data !== undefined) bench(data, load(data));
