import { randomUUID } from "node:crypto";

import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { appendValue, unreadableHistory } from "langgraph-rollback/inspection";
import { listThreads, readHistory, withRollback } from "langgraph-rollback";
import { afterAll, describe, expect, it } from "vitest";

import { loadSqliteSaver } from "../checkpointers/load-sqlite-saver.ts";
import { openServerOrPGlite } from "../checkpointers/open-postgres.ts";

const sqlite = await loadSqliteSaver();
const postgres = await openServerOrPGlite("values that cannot be read");
afterAll(postgres.close);

const lcShaped = { lc: 1, type: "constructor", id: ["their", "tool"], kwargs: {} };

/** Values that a store refuses, alters, or takes and does not give back; which does what differs. */
const values: readonly [string, unknown][] = [
  ["a BigInt", 10n],
  ["a function", () => "called"],
  ["a symbol", Symbol("s")],
  ["an object shaped like one of LangChain's", lcShaped],
  ["a text with a NUL", "a\u0000b"],
  ["half a surrogate pair", "\ud800"],
];

const Values = Annotation.Root({ value: Annotation<unknown>, tries: Annotation<number | undefined> });

const graphWith = (value: unknown, checkpointer: BaseCheckpointSaver) =>
  new StateGraph(Values)
    .addNode("make", ({ tries }) => ({ value, tries: (tries ?? 0) + 1 }))
    .addNode("go", () => ({}))
    .addEdge(START, "make")
    .addEdge("make", "go")
    .compile({ checkpointer });

const onThread = () => ({ configurable: { thread_id: randomUUID() } });

async function outcomeOf(run: Promise<unknown>): Promise<unknown> {
  try {
    return { output: await run };
  } catch (error) {
    return { threw: String(error) };
  }
}

function testValues(open: () => BaseCheckpointSaver): void {
  it.each(values)("%s in the state costs no run its result", async (_, value) => {
    const bare = await outcomeOf(graphWith(value, open()).invoke({}, onThread()));
    for (const verdict of [true, false]) {
      const graph = withRollback(graphWith(value, open()), { verify: () => verdict, maxRollbacks: 0 });
      expect(await outcomeOf(graph.invoke({}, onThread()))).toEqual(bare);
    }
  });

  it.each(values)("%s in a record hides no other record", async (_, value) => {
    const saver = open();
    const config = onThread();
    const { thread_id: threadId } = config.configurable;
    const graph = withRollback(graphWith(1, saver), { verify: ({ attempt }) => attempt === 2 });
    await graph.invoke({}, config);
    const entry = { version: 1, run: "theirs", attempt: 1, at: "now", head: "", decision: "accept", value };
    const put = appendValue(saver, config, {
      namespace: "langgraph-rollback",
      channel: "attempt",
      value: entry,
      at: new Date(0).toISOString(),
    });
    // A store may refuse it.
    await put.catch(() => {});
    await graph.invoke({}, config);
    const statuses = (await readHistory(saver, config)).map(({ status }) => status);
    expect(statuses).toEqual(["recovered", "recovered"]);
    expect((await listThreads(saver, 10_000)).threads.map((each) => each.threadId)).toContain(threadId);
    expect((await unreadableHistory(saver, config)).length).toBeLessThan(2);
  });

  it.each(values)("%s in what a replanner returns costs no run its result", async (_, value) => {
    const note: Record<string, unknown> = { value };
    const graph = withRollback(graphWith(1, open()), {
      verify: ({ attempt }) => ({ ok: attempt === 2, reason: String(attempt) }),
      replan: () => note,
    });
    const config = onThread();
    expect(await graph.invoke({}, config)).toEqual({ value: 1, tries: 1 });
    const [run, ...others] = await readHistory(graph, config);
    expect(others).toEqual([]);
    expect(["recovered", "gave-up"]).toContain(run?.status);
    expect(await unreadableHistory(graph, config)).toEqual([]);
  });
}

describe("over MemorySaver", () => {
  const saver = new MemorySaver();
  testValues(() => saver);
});

describe.skipIf(sqlite.missing !== undefined)(`over SqliteSaver${sqlite.missing ?? ""}`, () => {
  const saver = sqlite.missing === undefined ? sqlite.open(":memory:") : new MemorySaver();
  testValues(() => saver);
});

describe(`over PostgresSaver on ${postgres.version}`, () => {
  testValues(postgres.open);
});
