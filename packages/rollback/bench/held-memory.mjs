import { RecordingSaver } from "../src/index.ts";
import { fixed } from "./figures.mjs";
import { input, loopGraph, runOf } from "./loop-graph.mjs";

/** What the recorder of one run holds in this process, over a store that holds nothing here. */
export async function heldMemory(store, steps) {
  let saver = new RecordingSaver(await store.fresh());
  await loopGraph(steps).compile({ checkpointer: saver }).invoke(input, runOf("t", steps));
  const held = heap();
  saver = undefined;
  const without = heap();
  console.log(
    `     held by the recorder after ${steps} supersteps: ${fixed((held - without) / 1e6)} MB, ` +
      `${fixed((held - without) / steps, 0)} bytes a superstep`,
  );
  return saver;
}

function heap() {
  for (let round = 0; round < 4; round += 1) globalThis.gc();
  return process.memoryUsage().heapUsed;
}
