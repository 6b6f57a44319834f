import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MemorySaver, type BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { readHistory, readTrajectory, withRollback } from "langgraph-rollback";
import { afterAll, describe, expect, it } from "vitest";

import { loadSqliteSaver } from "./load-sqlite-saver.ts";

const { open, missing } = await loadSqliteSaver();
const folder = mkdtempSync(join(tmpdir(), "langgraph-rollback-"));
const opened: { readonly db: { close(): unknown } }[] = [];

afterAll(() => {
  for (const saver of opened) saver.db.close();
  rmSync(folder, { recursive: true, force: true });
});

const thread = { configurable: { thread_id: "t" } };
const at = (id: string) => ({ configurable: { thread_id: "t", checkpoint_ns: "", checkpoint_id: id } });

const State = Annotation.Root({
  log: Annotation<string[]>({ reducer: (kept, added) => kept.concat(added), default: () => [] }),
  note: Annotation<string>({ reducer: (_, latest) => latest, default: () => "" }),
});

/** a -> b -> c; b errs until it is told. */
const chain = (checkpointer: BaseCheckpointSaver) =>
  withRollback(
    new StateGraph(State)
      .addNode("a", () => ({ log: ["a"] }))
      .addNode("b", ({ note }) => ({ log: [note === "" ? "b wrong" : "b right"] }))
      .addNode("c", () => ({ log: ["c"] }))
      .addEdge(START, "a")
      .addEdge("a", "b")
      .addEdge("b", "c")
      .compile({ checkpointer }),
    { verify: ({ output }) => output?.log.includes("b right") === true, noteChannel: "note" },
  );

const memory = new MemorySaver();
const sqlite = () => {
  const saver = open(join(folder, "runs.db"));
  opened.push(saver);
  return saver;
};
const stores = [
  { store: "MemorySaver", again: () => memory, without: undefined },
  { store: "SqliteSaver", again: sqlite, without: missing },
];

describe.each(stores)("a rollback over $store", ({ again, without }) => {
  it.skipIf(without !== undefined)(
    "keeps every checkpoint of the failed branch, with its values",
    async () => {
      const graph = chain(again());
      await graph.invoke({ log: ["in"] }, thread);
      const [failed] = (await readHistory(graph, thread))[0]?.attempts ?? [];
      const trajectory = await readTrajectory(graph, at(failed?.head ?? ""));
      const logs: string[][] = [];
      for (const { origin } of trajectory.steps)
        logs.push((await graph.getState(at(origin.after ?? ""))).values.log);
      expect(logs).toEqual([
        ["in", "a"],
        ["in", "a", "b wrong"],
        ["in", "a", "b wrong", "c"],
      ]);
      const shown = new Set<unknown>();
      for await (const { config } of graph.getStateHistory(thread))
        shown.add(config.configurable?.["checkpoint_id"]);
      for (const { origin } of trajectory.steps) expect(shown).toContain(origin.after);
    },
  );

  it.skipIf(without !== undefined)("leaves the new branch as a freshly opened store reads it", async () => {
    const graph = chain(again());
    const config = { configurable: { thread_id: "fresh" } };
    const result = await graph.invoke({ log: ["in"] }, config);
    expect(result.log).toEqual(["in", "a", "b right", "c"]);
    const reopened = chain(again());
    expect((await reopened.getState(config)).values).toEqual(result);
    const { steps } = await readTrajectory(reopened, config);
    expect(steps.map(({ content }) => content)).toEqual(['log: ["a"]', 'log: ["b right"]', 'log: ["c"]']);
    expect((await readHistory(reopened, config))[0]?.status).toBe("recovered");
  });
});
