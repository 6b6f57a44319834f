// Run by `pnpm --filter @langgraph-rollback/cli bench`, which builds first. How long the built command line takes to print
// its version and its help, as a ratio to bare Node. docs/benchmarks.md has the figures of one machine.
//
// --rounds 10
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "10" } } });
const rounds = Number(values.rounds);
const BOUND = 3;

const main = fileURLToPath(new URL("../dist/main.js", import.meta.url));
const starts = { node: ["-e", "0"], "--version": [main, "--version"], "--help": [main, "--help"] };

function milliseconds(args) {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, args);
  if (status !== 0) throw new Error(`Expected ${args.join(" ")} to end with 0, got ${status}.`);
  return performance.now() - start;
}

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

const times = Object.fromEntries(Object.keys(starts).map((name) => [name, []]));
// The first round warms the disk's cache. All take turns, so that each pair met the same load.
for (let round = -1; round < rounds; round += 1)
  for (const [name, args] of Object.entries(starts)) {
    const time = milliseconds(args);
    if (round >= 0) times[name].push(time);
  }

for (const name of ["--version", "--help"]) {
  const ratio = median(times[name].map((time, round) => time / times.node[round]));
  const met = ratio <= BOUND;
  console.log(
    `${met ? "ok  " : "OVER"} ${name}: ${ratio.toFixed(2)} times bare Node (at most ${BOUND}); ` +
      `${median(times[name]).toFixed(0)} ms, bare Node ${median(times.node).toFixed(0)} ms`,
  );
  if (!met) process.exitCode = 1;
}
