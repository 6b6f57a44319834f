// Run by `growHeldMemory` in a process of its own, with --expose-gc. Arguments: how many threads of how many supersteps to record.
// Prints the bytes of the heap that their recorder holds then; nothing where there is no SQLite.
import { RecordingSaver } from "langgraph-rollback";

import { openSqlite } from "./checkpointers.ts";
import { loopConfig, loopInput, loopingGraph } from "./looping-graph.ts";

const [threads = 1, steps = 1] = process.argv.slice(2).map(Number);

const heap = (): number => {
  for (let round = 0; round < 4; round += 1) globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

const opened = await openSqlite();
if (!("skipped" in opened)) {
  const recorders = [new RecordingSaver(await opened.fresh())];
  await record(recorders);
  const withRecorder = heap();
  recorders.length = 0;
  process.stdout.write(`${withRecorder - heap()}\n`);
  await opened.close();
}

async function record([recorder]: readonly RecordingSaver[]): Promise<void> {
  if (recorder === undefined) return;
  const graph = loopingGraph(recorder, "bounded");
  for (let thread = 0; thread < threads; thread += 1)
    await graph.invoke(loopInput(steps), loopConfig(`thread ${thread}`, steps));
}
