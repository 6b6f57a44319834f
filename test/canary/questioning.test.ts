import { START } from "@langchain/langgraph";
import { copyCheckpoint, INTERRUPT, MemorySaver, uuid6 } from "@langchain/langgraph-checkpoint";
import { StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { sqlite } from "../fixtures/sqlite.ts";
import { input, LogState, thread } from "./graphs.ts";

const question = { id: "0".repeat(32), value: "roll back?" };

const stores = [
  ["memory", () => new MemorySaver()],
  ["SQLite", () => sqlite.open?.(":memory:") ?? new MemorySaver()],
] as const;

/** A run that has ended, or thrown, with a question put behind its last checkpoint. */
async function questioned(open: (typeof stores)[number][1], throws: boolean) {
  const saver = open();
  let ran = 0;
  const work = () => {
    ran += 1;
    if (throws && ran === 1) throw new RangeError("it broke");
    return { log: ["worked"] };
  };
  const graph = new StateGraph(LogState)
    .addNode("work", work)
    .addEdge(START, "work")
    .compile({ checkpointer: saver });
  await graph.invoke(input, thread).catch(() => {});
  const head = await saver.getTuple(thread);
  if (head === undefined) throw new Error("the run has left no checkpoint");
  const child = { ...copyCheckpoint(head.checkpoint), id: uuid6(0) };
  for (const node of Object.keys(graph.nodes))
    child.versions_seen[node] = { ...child.versions_seen[node], ...child.channel_versions };
  const version = saver.getNextVersion(Math.max(...Object.values(child.channel_versions).map(Number)));
  child.channel_values[START] = {};
  child.channel_versions[START] = version;
  const metadata = { source: "update" as const, step: (head.metadata?.step ?? 0) + 1, parents: {} };
  const at = await saver.put(head.config, child, metadata, { [START]: version });
  const [task] = (await graph.getState(at)).tasks;
  await saver.putWrites(at, [[INTERRUPT, question]], task?.id ?? "");
  return { graph, ran: () => ran };
}

describe.each(stores)(
  "a question that is put behind a run by hand, over %s (else nobody can be asked about a rollback)",
  (_, open) => {
    it.each([false, true])("is all that is due there, whether the run threw: %s", async (throws) => {
      const { graph } = await questioned(open, throws);
      const { next, tasks } = await graph.getState(thread);
      expect(next).toEqual([START]);
      expect(tasks.map(({ interrupts }) => interrupts)).toEqual([[question]]);
    });

    it.each([false, true])("is dropped by new input, whether the run threw: %s", async (throws) => {
      const { graph, ran } = await questioned(open, throws);
      const { log } = await graph.invoke(input, thread);
      expect(log).toEqual(throws ? ["in", "in", "worked"] : ["in", "worked", "in", "worked"]);
      expect(ran()).toBe(2);
      expect((await graph.getState(thread)).tasks).toEqual([]);
    });
  },
);
