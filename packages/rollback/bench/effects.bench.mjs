// Cost of effects, beside the same graph without them: `pnpm --filter langgraph-rollback bench:effects`. Ratios within one
// process travel between machines; the times beside them do not. docs/benchmarks.md has the figures of one machine.
//
// --stores memory,sqlite,postgres  --acts 200  --rounds 5
import { parseArgs } from "node:util";

import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

import { effect, withRollback } from "../src/index.ts";
import { fixed, median, spread } from "./figures.mjs";
import { openStores, STORES } from "./open-stores.mjs";

const { values: options } = parseArgs({
  options: {
    stores: { type: "string", default: STORES.join(",") },
    acts: { type: "string", default: "200" },
    rounds: { type: "string", default: "5" },
  },
});
const acts = Number(options.acts);
const rounds = Number(options.rounds);

const State = Annotation.Root({ count: Annotation() });

/** One act a superstep, whose arguments and result have about 100 characters each. */
function actingGraph(checkpointer) {
  const args = { order: "x".repeat(90) };
  return new StateGraph(State)
    .addNode("act", async ({ count }, config) => {
      await effect(config, { name: "act", args, act: () => "y".repeat(100) });
      return { count: count + 1 };
    })
    .addEdge(START, "act")
    .addConditionalEdges("act", ({ count }) => (count < acts ? "act" : END), ["act", END])
    .compile({ checkpointer });
}

const variants = {
  bare: (checkpointer) => actingGraph(checkpointer),
  withRollback: (checkpointer) => withRollback(actingGraph(checkpointer), { verify: () => true }),
  effects: (checkpointer) =>
    withRollback(actingGraph(checkpointer), {
      verify: () => true,
      effects: { tools: { act: { undo: () => {} } } },
    }),
};

async function measure(store, name) {
  const saver = await store.fresh();
  const graph = variants[name](saver);
  const start = performance.now();
  await graph.invoke(
    { count: 0 },
    { configurable: { thread_id: "t" }, durability: "sync", recursionLimit: acts + 5 },
  );
  return { wall: performance.now() - start, bytes: await store.bytes(saver) };
}

console.log("Simulated: a loop without a model, one act a superstep; durability sync.");
const stores = await openStores(options.stores.split(","));
try {
  for (const store of stores) {
    const runs = Object.fromEntries(Object.keys(variants).map((name) => [name, []]));
    for (const name of Object.keys(variants)) await measure(store, name);
    for (let round = 0; round < rounds; round += 1)
      for (const name of Object.keys(variants)) runs[name].push(await measure(store, name));
    const { bare, withRollback: without, effects } = runs;
    const added = effects.map(({ bytes }, i) => (bytes - without[i].bytes) / acts);
    const slower = effects.map(({ wall }, i) => wall / without[i].wall);
    const each = effects.map(({ wall }, i) => (wall - without[i].wall) / acts);
    console.log(`\n${store.name}: ${acts} acts, ${rounds} rounds, interleaved`);
    console.log(
      `  bytes an effect adds: ${fixed(median(added), 0)}; a superstep of the bare graph stores ${fixed(median(bare.map((run) => run.bytes)) / acts, 0)}`,
    );
    console.log(
      `  wall time with effects / without: ${fixed(median(slower))} (${spread(slower, fixed)}); ${fixed(median(each), 2)} ms an effect`,
    );
    console.log(
      `  wall time with effects / bare graph: ${fixed(median(effects.map(({ wall }, i) => wall / bare[i].wall)))}`,
    );
  }
} finally {
  for (const store of stores) await store.close();
}
