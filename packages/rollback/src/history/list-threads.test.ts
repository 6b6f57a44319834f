import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { MemorySaver, type BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { listThreads } from "./list-threads.ts";
import { RecordingSaver } from "../recording/recording-saver.ts";
import { withRollback } from "../with-rollback.ts";

const State = Annotation.Root({ said: Annotation<string> });
const on = (thread_id: string) => ({ configurable: { thread_id } });

const speaking = (checkpointer: BaseCheckpointSaver) =>
  new StateGraph(State)
    .addNode("speak", ({ said }) => ({ said: `${said}!` }))
    .addEdge(START, "speak")
    .compile({ checkpointer });

const idsOf = async (store: Parameters<typeof listThreads>[0], limit: number) =>
  (await listThreads(store, limit)).threads.map(({ threadId }) => threadId);

describe("listThreads", () => {
  it("lists threads with the latest turn or verdict first, however they were run", async () => {
    const saver = new MemorySaver();
    for (const id of ["a", "b", "c"]) await speaking(saver).invoke({ said: id }, on(id));
    await withRollback(speaking(saver), { verify: () => true }).invoke({ said: "b" }, on("b"));
    expect(await idsOf(saver, 9)).toEqual(["b", "c", "a"]);
    await speaking(saver).invoke({ said: "again" }, on("a"));
    expect(await idsOf(saver, 9)).toEqual(["a", "b", "c"]);
    expect(await idsOf(new RecordingSaver(saver), 9)).toEqual(["a", "b", "c"]);
    expect(await idsOf(speaking(saver), 9)).toEqual(["a", "b", "c"]);
  });

  it("says whether there are more than the limit", async () => {
    const saver = new MemorySaver();
    for (const id of ["a", "b", "c"]) await speaking(saver).invoke({ said: id }, on(id));
    expect(await listThreads(saver, 2)).toMatchObject({
      threads: [{ threadId: "c" }, { threadId: "b" }],
      more: true,
    });
    expect((await listThreads(saver, 3)).more).toBe(false);
    expect(await listThreads(new MemorySaver(), 3)).toEqual({ threads: [], more: false });
  });

  it("names another checkpoint when a thread has moved on, and only then", async () => {
    const saver = new MemorySaver();
    const latest = async () => (await listThreads(saver, 1)).threads[0]?.latest;
    await speaking(saver).invoke({ said: "a" }, on("a"));
    const before = await latest();
    expect(await latest()).toBe(before);
    await speaking(saver).invoke({ said: "b" }, on("a"));
    expect(await latest()).not.toBe(before);
  });
});
