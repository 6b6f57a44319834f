import { checkpointerSource } from "@langgraph-rollback/inspector";
import { listThreads, readHistory, withRollback } from "langgraph-rollback";

import type { MeasuredCheckpointer } from "./checkpointers.ts";
import { costOfEach } from "./cost-of.ts";
import { loopConfig, loopInput, loopingGraph } from "./looping-graph.ts";
import type { Measure, Measurements } from "./series.ts";

/** Supersteps of each thread. */
export const THREAD_STEPS = 2;
/** Threads of a page. */
const PAGE = 50;
const LISTINGS = 3;
const CALLS = 20;

/** Fills one checkpointer with threads, and lists and reads them. */
export async function growByThreads(
  checkpointer: MeasuredCheckpointer,
  { sizes, rounds }: { readonly sizes: readonly number[]; readonly rounds: number },
  { add }: Measurements,
): Promise<void> {
  const { name, clock } = checkpointer;
  const saver = await checkpointer.fresh();
  const graph = withRollback(loopingGraph(saver, "bounded"), { verify: () => true });
  const record = (thread: number): Promise<unknown> =>
    graph.invoke(loopInput(THREAD_STEPS), loopConfig(`thread ${thread}`, THREAD_STEPS));
  let recorded = 0;
  for (const size of sizes) {
    for (; recorded < size; recorded += 1) await record(recorded);
    for (let round = 0; round < rounds; round += 1) {
      const note = (operation: string, value: number, unit: Measure["unit"] = "milliseconds"): void =>
        add({ operation, dimension: "threads", checkpointer: name, unit }, size, value);
      note("all threads", await checkpointer.bytes(), "bytes");
      note("listing a page of 50", await costOfEach(clock, LISTINGS, () => listThreads(saver, PAGE)));
      note("listing all", await costOfEach(clock, LISTINGS, () => listThreads(saver, size)));
      note(
        "the inspector's first page of 50",
        await costOfEach(clock, LISTINGS, () => checkpointerSource(saver, name).list(PAGE)),
      );
      const thread = loopConfig(`thread ${Math.floor(size / 2)}`, THREAD_STEPS);
      note("history of one thread", await costOfEach(clock, CALLS, () => readHistory(saver, thread)));
      const first = recorded;
      note("one more run", await costOfEach(clock, CALLS, (call) => record(first + call)));
      recorded += CALLS;
    }
  }
}
