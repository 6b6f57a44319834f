// Run by `pnpm --filter @langgraph-rollback/inspector bench`. What it costs to show long threads and many of them, from a
// SQLite file that real graphs wrote. Processor time, as ratios: they travel between machines; the times beside them do
// not. docs/benchmarks.md has the figures of one machine.
//
// --steps 50,500,5000  --threads 100,600
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";

import { openSource } from "../src/index.ts";
import { recordLongThread, recordThreads } from "./record-threads.mjs";

const { values: options } = parseArgs({
  options: {
    steps: { type: "string", default: "50,500,5000" },
    threads: { type: "string", default: "100,600" },
  },
});
const numbers = (text) => text.split(",").map(Number);
/** Of a first look, the least of so many counts. */
const ROUNDS = 3;
const failures = [];
const folder = await mkdtemp(path.join(os.tmpdir(), "inspector-bench-"));

/** Milliseconds of processor time, which other processes do not lengthen much. */
async function cost(work) {
  const start = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(start);
  return { value, ms: (user + system) / 1000 };
}

const ms = (value) => `${value.toFixed(1)} ms`;

function report(label, measured, bound, detail) {
  const met = measured <= bound;
  if (!met) failures.push(label);
  console.log(`${met ? "ok  " : "OVER"} ${label}: ${measured.toFixed(2)} (at most ${bound}); ${detail}`);
}

/** A thread, first from the file, then with one step more, then as it is at hand. */
async function readLong(steps) {
  const file = path.join(folder, `long-${steps}.sqlite`);
  const goOn = await recordLongThread(file, steps);
  const firstLooks = [];
  for (let round = 1; round < ROUNDS; round += 1) {
    const unread = await openSource(file);
    firstLooks.push((await cost(() => unread.thread("long"))).ms);
    await unread.close();
  }
  const source = await openSource(file);
  firstLooks.push((await cost(() => source.thread("long"))).ms);
  const first = Math.min(...firstLooks);
  await goOn();
  const again = await cost(() => source.thread("long"));
  const watched = await cost(() => source.version("long"));
  const run = again.value.runs[0];
  const count = run.attempts[0].steps.length;
  if (count !== steps + 1) throw new Error(`Expected ${steps + 1} steps, got ${count}.`);
  const step = await cost(() => source.step({ thread: "long", run: run.run, attempt: 1, step: count - 1 }));
  await source.close();
  console.log(
    `${steps} steps: ${ms(first)}; with one more ${ms(again.ms)}; version ${ms(watched.ms)}; a step ${ms(step.ms)}`,
  );
  return { steps, first, again: again.ms };
}

async function list(count) {
  const file = path.join(folder, `many-${count}.sqlite`);
  await recordThreads(SqliteSaver.fromConnString(file), count);
  const source = await openSource(file);
  const first = await cost(() => source.list(count));
  const again = await cost(() => source.list(count));
  await source.close();
  console.log(`${first.value.threads.length} threads listed: ${ms(first.ms)}; again ${ms(again.ms)}`);
  return { count, first: first.ms };
}

const [cpu] = os.cpus();
const load = os.loadavg()[0].toFixed(1);
console.log(
  `Node ${process.version}, ${process.platform} ${process.arch}, ${os.cpus().length} x ${cpu?.model}, load ${load}`,
);
try {
  // The first reading compiles what it runs.
  await readLong(200);
  const long = [];
  for (const steps of numbers(options.steps)) long.push(await readLong(steps));
  const many = [];
  for (const count of numbers(options.threads)) many.push(await list(count));
  const [short, longest] = [long[0], long.at(-1)];
  const growth = longest.first / longest.steps / (short.first / short.steps);
  report("a step of the longest thread / one of the shortest", growth, 2, "1 is linear");
  report("one step more / reading the longest thread", longest.again / longest.first, 0.2, ms(longest.again));
  const [few, most] = [many[0], many.at(-1)];
  const perThread = most.first / most.count / (few.first / few.count);
  report("a thread of the longest list / one of the shortest", perThread, 2, "1 is linear");
} finally {
  await rm(folder, { recursive: true, force: true });
}
if (failures.length > 0) {
  console.error(`Over the bound: ${failures.join("; ")}.`);
  process.exitCode = 1;
}
