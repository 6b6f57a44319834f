// Run by `pnpm --filter @langgraph-rollback/inspector bench:first-look`. What a first look at a long conversation costs by outlines of its
// checkpoints, over what it costs by their whole states: in one run, so that the ratios travel between machines. The times beside them do
// not. docs/benchmarks.md has the figures of one machine. A thousand steps by whole states take minutes.
//
// --steps 100,1000  --postgres postgresql://postgres@127.0.0.1:5432/test
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";

import { checkpointerSource, openCheckpointer } from "../src/index.ts";
import { recordConversation } from "./record-conversation.mjs";

const { values: options } = parseArgs({
  options: {
    steps: { type: "string", default: "100,1000" },
    postgres: { type: "string", default: "postgresql://postgres@127.0.0.1:5432/test" },
  },
});
/** Of the longest conversation, and no shorter one than this. */
const BOUND = 0.1;
const BOUND_FROM = 1000;
const failures = [];
const folder = await mkdtemp(path.join(os.tmpdir(), "first-look-bench-"));

const stores = [
  {
    name: "SqliteSaver",
    record: async (steps) => {
      const file = path.join(folder, `${steps}.sqlite`);
      const saver = SqliteSaver.fromConnString(file);
      await recordConversation(saver, steps);
      saver.db.close();
      return { open: () => openCheckpointer(file), drop: () => rm(file) };
    },
  },
  {
    name: "PostgresSaver",
    record: async (steps) => {
      const schema = `first_look_${randomUUID().replaceAll("-", "")}`;
      const saver = PostgresSaver.fromConnString(options.postgres, { schema });
      await saver.setup();
      await recordConversation(saver, steps);
      const drop = async () => {
        await saver.pool.query(`drop schema "${schema}" cascade`);
        await saver.end();
      };
      return { open: () => openCheckpointer(options.postgres, { schema }), drop };
    },
  },
];

/** Seconds of this process's processor and of the clock. */
async function cost(steps, open, choose) {
  const opened = await open();
  const source = checkpointerSource(choose(opened), "bench");
  const [start, began] = [process.cpuUsage(), performance.now()];
  const view = await source.thread("long");
  const { user, system } = process.cpuUsage(start);
  const measured = { cpu: (user + system) / 1e6, wall: (performance.now() - began) / 1000 };
  await opened.close();
  const count = view.runs[0].attempts[0].steps.length;
  if (count !== steps) throw new Error(`Expected ${steps} steps, got ${count}.`);
  return measured;
}

const seconds = ({ cpu, wall }) => `${cpu.toFixed(2)} s of the processor, ${wall.toFixed(2)} s`;

async function compare({ name, record }, steps) {
  const { open, drop } = await record(steps);
  try {
    const outlines = await cost(steps, open, (opened) => opened);
    const states = await cost(steps, open, ({ saver }) => saver);
    const ratio = { cpu: outlines.cpu / states.cpu, wall: outlines.wall / states.wall };
    const isOver = steps >= BOUND_FROM && Math.max(ratio.cpu, ratio.wall) > BOUND;
    if (isOver) failures.push(`${name}, ${steps} steps`);
    console.log(
      `${isOver ? "OVER" : "ok  "} ${name}, ${steps} steps: ${ratio.cpu.toFixed(3)} of the processor time, ${ratio.wall.toFixed(3)} of the time` +
        `${steps >= BOUND_FROM ? ` (at most ${BOUND})` : ""}; by outlines ${seconds(outlines)}; by states ${seconds(states)}`,
    );
  } finally {
    await drop();
  }
}

const load = () => os.loadavg()[0].toFixed(1);
console.log(
  `Node ${process.version}, ${process.platform} ${process.arch}, ${os.cpus().length} x ${os.cpus()[0]?.model}, load ${load()}`,
);
try {
  for (const store of stores) {
    // The first reading compiles what it runs.
    await compare(store, 20);
    for (const steps of options.steps.split(",").map(Number)) await compare(store, steps);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(`load ${load()}`);
if (failures.length > 0) {
  console.error(`Over the bound: ${failures.join("; ")}.`);
  process.exitCode = 1;
}
