import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { MemorySaver, type BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { readHistory } from "langgraph-rollback";
import { afterAll, describe, expect, it } from "vitest";

import { noteTakingGraph, question, thread } from "../fixtures/note-taking-graph.ts";
import { sqlite } from "../fixtures/sqlite.ts";

const folder = mkdtempSync(join(tmpdir(), "langgraph-rollback-stores-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opens the same store anew each time, as another process would. */
type Store = (name: string) => () => BaseCheckpointSaver;

const inMemory: Store = () => {
  const saver = new MemorySaver();
  return () => {
    const again = new MemorySaver();
    // A process has one memory: the storage is what two savers can share.
    again.storage = saver.storage;
    again.writes = saver.writes;
    return again;
  };
};

const onDisk: Store = (name) => () => {
  const saver = sqlite.open?.(join(folder, `${name}.sqlite`));
  if (saver === undefined) throw new Error(sqlite.missing);
  return saver;
};

const stores = [
  { name: "MemorySaver", store: inMemory, skip: false },
  { name: `SqliteSaver${sqlite.missing}`, store: onDisk, skip: sqlite.open === undefined },
];

/** Every checkpoint that LangGraph shows, as JSON, by its id. */
async function shown(graph: ReturnType<typeof noteTakingGraph>): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  for await (const { config, values, next, metadata, parentConfig } of graph.getStateHistory(thread))
    all.set(
      String(config.configurable?.["checkpoint_id"]),
      JSON.stringify({ values, next, metadata, parent: parentConfig?.configurable }),
    );
  return all;
}

for (const { name, store, skip } of stores) {
  describe.skipIf(skip)(`over ${name}`, () => {
    it("a rollback leaves every checkpoint of the failed branch as it was, bit for bit", async () => {
      const open = store("untouched");
      let before = new Map<string, string>();
      const graph = noteTakingGraph(open(), {
        beforeVerdict: async (attempt) => {
          if (attempt === 1) before = await shown(noteTakingGraph(open()));
        },
      });
      await graph.invoke(question, thread);
      const after = await shown(graph);
      expect(before.size).toBe(5);
      expect(after.size).toBe(9);
      for (const [id, checkpoint] of before) expect(after.get(id)).toBe(checkpoint);
      const [run] = await readHistory(graph, thread);
      expect(after.get(run?.attempts[0]?.head ?? "")).toContain('"content":"solve: wrong"');
    });

    it("the new branch's state is what a fresh graph on a fresh store reads", async () => {
      const open = store("fresh");
      const graph = noteTakingGraph(open());
      const output = await graph.invoke(question, thread);
      const fresh = noteTakingGraph(open());
      const read = await fresh.getState(thread);
      expect(JSON.stringify(read.values)).toBe(JSON.stringify(output));
      expect(read.next).toEqual([]);
      expect(await shown(fresh)).toEqual(await shown(graph));
      expect(JSON.stringify(await readHistory(fresh, thread))).toBe(
        JSON.stringify(await readHistory(graph, thread)),
      );
    });

    it("a fresh graph continues the thread, in a turn of its own", async () => {
      const open = store("next-turn");
      await noteTakingGraph(open()).invoke(question, thread);
      const graph = noteTakingGraph(open());
      const { messages } = await graph.invoke(
        { messages: [{ role: "user", content: "And?", id: "and" }] },
        thread,
      );
      expect(messages.map(({ text }) => text.slice(0, 12))).toEqual([
        "How much is ",
        "[rollback] A",
        "plan: right",
        "solve: right",
        "check: right",
        "And?",
        "plan: right",
        "solve: right",
        "check: right",
      ]);
      expect((await readHistory(graph, thread)).map(({ status }) => status)).toEqual([
        "succeeded",
        "recovered",
      ]);
    });

    it("each attempt's own branch is found by its head, and the failed one is not on the new one's way", async () => {
      const graph = noteTakingGraph(store("branches")());
      await graph.invoke(question, thread);
      const [run] = await readHistory(graph, thread);
      const [failed, passed] = run?.attempts ?? [];
      const at = async (checkpoint_id: string | undefined) => {
        const { values } = await graph.getState({ configurable: { ...thread.configurable, checkpoint_id } });
        return JSON.stringify(values);
      };
      expect(await at(failed?.head)).toContain('"content":"solve: wrong"');
      expect(await at(passed?.head)).not.toContain('"content":"solve: wrong"');
      expect(await at(failed?.rewind?.fork)).toContain("[rollback]");
      expect(await at(failed?.rewind?.checkpoint)).not.toContain("[rollback]");
    });
  });
}
