// Run by `pnpm --filter langgraph-rollback bench`. Ratios within one process travel between machines; the times beside
// them do not. docs/benchmarks.md has the figures of one machine.
//
// --stores memory,sqlite,postgres  --steps 200,1000  --rounds 4,1 (for each of the steps)
// --large 20  measures a state of so many megabytes alone
import os from "node:os";
import { parseArgs } from "node:util";

import { readTrajectory } from "../src/index.ts";
import { fixed, percent } from "./figures.mjs";
import { largeStateCost } from "./large-state-cost.mjs";
import { input, runOf } from "./loop-graph.mjs";
import { openStores, STORES } from "./open-stores.mjs";
import { readingCost } from "./reading-cost.mjs";
import { recordingCost } from "./recording-cost.mjs";
import { rewindingCost } from "./rewinding-cost.mjs";
import { variants } from "./variants.mjs";

const { values: options } = parseArgs({
  options: {
    stores: { type: "string", default: STORES.join(",") },
    steps: { type: "string", default: "200,1000" },
    rounds: { type: "string", default: "4,1" },
    large: { type: "string" },
  },
});
const lengths = options.steps.split(",").map(Number);
const rounds = options.rounds.split(",").map(Number);
const failures = [];

function report(label, measured, bound, { format = percent, detail }) {
  const met = measured <= bound;
  if (!met) failures.push(label);
  console.log(`${met ? "ok  " : "OVER"} ${label}: ${format(measured)} (at most ${format(bound)}); ${detail}`);
}

/** The longest run, which is then read and rewound. */
async function benchThread(store, steps) {
  console.log(`\n${store.name}: reading and rewinding a run of ${steps} supersteps`);
  const graph = variants.RecordingSaver(await store.fresh(), steps);
  await graph.invoke(input, runOf("t", steps));
  await readingCost(graph, steps, 1, report);
  const trajectory = await readTrajectory(graph, runOf("t", steps));
  await rewindingCost(
    graph,
    trajectory,
    [10, 100, 1000].filter((step) => step <= steps),
    report,
  );
}

const [cpu] = os.cpus();
const load = () =>
  os
    .loadavg()
    .map((value) => fixed(value, 1))
    .join(" ");
console.log(
  `Node ${process.version}, ${process.platform} ${process.arch}, ${os.cpus().length} x ${cpu?.model}, load ${load()}`,
);
console.log(
  "Simulated: a loop without a model, each superstep adds a message of about 400 characters; durability sync.",
);

const stores = await openStores(options.stores.split(","));
try {
  for (const store of stores) {
    if (options.large !== undefined) {
      console.log(`\n${store.name}: a large state`);
      await largeStateCost(store, report, { megabytes: Number(options.large) });
      continue;
    }
    for (const [i, steps] of lengths.entries()) {
      const count = rounds[i] ?? 1;
      console.log(`\n${store.name}: ${steps} supersteps, ${count} rounds, interleaved`);
      await recordingCost(store, steps, count, report);
    }
    await benchThread(store, Math.max(...lengths));
    console.log(`\n${store.name}: a large state`);
    await largeStateCost(store, report);
  }
} finally {
  for (const store of stores) await store.close();
}
console.log(`\nload ${load()}, ${fixed(performance.now() / 60_000, 1)} minutes`);
if (failures.length > 0) {
  console.log(`Over their bounds: ${failures.join("; ")}.`);
  process.exitCode = 1;
}
