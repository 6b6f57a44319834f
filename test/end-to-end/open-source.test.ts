import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { emptyCheckpoint, uuid6, type BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { openSource, type ThreadSource } from "@langgraph-rollback/inspector";
import { afterAll, describe, expect, it } from "vitest";

import { openServerOrPGlite } from "../checkpointers/open-postgres.ts";
import { noteTakingGraph, question, thread } from "../fixtures/note-taking-graph.ts";
import { sqlite } from "../fixtures/sqlite.ts";

const folder = mkdtempSync(join(tmpdir(), "langgraph-rollback-source-"));
const postgres = await openServerOrPGlite("The inspector's sources are tested");

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await postgres.close();
});

/** Stores that an agent writes to, and how the inspector opens the same. */
const stores = [
  {
    name: `a SQLite file${sqlite.missing}`,
    skip: sqlite.open === undefined,
    saver: () => openedSqlite("agent.sqlite"),
    source: () => openSource(join(folder, "agent.sqlite")),
  },
  {
    name: `a Postgres database, ${postgres.version}`,
    skip: false,
    saver: () => postgres.open(),
    source: () => openSource(postgres.address, { schema: postgres.schema }),
  },
];

function openedSqlite(name: string): BaseCheckpointSaver {
  const saver = sqlite.open?.(join(folder, name));
  if (saver === undefined) throw new Error(sqlite.missing);
  return saver;
}

async function message(opening: Promise<ThreadSource>): Promise<string> {
  const error: unknown = await opening.catch((reason: unknown) => reason);
  return error instanceof Error ? `${Reflect.get(error, "code")}: ${error.message}` : "opened";
}

for (const { name, skip, saver, source: open } of stores)
  describe.skipIf(skip)(`the inspector over ${name}`, () => {
    it("shows a rollback that another connection recorded, and what is recorded while it is open", async () => {
      const graph = noteTakingGraph(saver());
      await graph.invoke(question, thread);
      const source = await open();
      const list = await source.list(10);
      expect(list).toMatchObject({ more: false, threads: [{ id: "t", status: "recovered", attempts: 2 }] });
      const version = await source.version("t");
      const shown = await source.thread("t");
      expect(shown?.runs[0]?.attempts.map(({ steps }) => steps.map(({ summary }) => summary))).toEqual([
        ["plan: right", "solve: wrong", "check: right"],
        ["plan: right", "solve: right", "check: right"],
      ]);
      const run = shown?.runs[0]?.run ?? "";
      const detail = await source.step({ thread: "t", run, attempt: 1, step: 1 });
      expect(detail).toMatchObject({ content: "solve: wrong", messages: [{ role: "ai" }] });
      await graph.invoke({ messages: [{ role: "user", content: "And?" }] }, thread);
      expect(await source.version("t")).not.toBe(version);
      expect((await source.thread("t"))?.runs).toHaveLength(2);
      await source.close();
    });
  });

/** Stores a turn's input as LangGraph does, without a graph: many are needed. */
async function storeInput(saver: BaseCheckpointSaver, thread_id: string): Promise<void> {
  const checkpoint = {
    ...emptyCheckpoint(),
    id: uuid6(-1),
    channel_values: { __start__: { task: thread_id } },
  };
  const metadata = { source: "input" as const, step: -1, parents: {} };
  await saver.put({ configurable: { thread_id, checkpoint_ns: "" } }, checkpoint, metadata, {});
}

for (const { name, skip, saver, source: open } of stores)
  it.skipIf(skip)(
    `lists many threads over ${name}, the latest first, whatever stands between them`,
    async () => {
      const store = saver();
      const ids = Array.from({ length: 120 }, (_, position) => `many-${position}`);
      for (const id of ids) await storeInput(store, id);
      // More turns than are read at a time.
      for (let turn = 0; turn < 150; turn += 1) await storeInput(store, "busy");
      const source = await open();
      const { threads, more } = await source.list(100);
      expect(threads.map(({ id }) => id)).toEqual(["busy", ...ids.toReversed().slice(0, 99)]);
      expect(more).toBe(true);
      expect((await source.list(1000)).threads.map(({ id }) => id)).toEqual([
        "busy",
        ...ids.toReversed(),
        "t",
      ]);
      await source.close();
    },
  );

describe.skipIf(sqlite.open === undefined)(`a SQLite file${sqlite.missing}`, () => {
  it("is left as it is, byte for byte, by being shown, also in a journal mode that SqliteSaver would change", async () => {
    const saver = openedSqlite("kept.sqlite");
    await noteTakingGraph(saver).invoke(question, thread);
    const db: { pragma(text: string): unknown; close(): void } = Reflect.get(saver, "db");
    db.pragma("journal_mode=DELETE");
    db.close();
    const file = join(folder, "kept.sqlite");
    const before = readFileSync(file);
    const source = await openSource(file);
    expect((await source.thread("t"))?.runs).toHaveLength(1);
    await source.close();
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(folder).filter((name) => name.startsWith("kept"))).toEqual(["kept.sqlite"]);
  });

  it("is refused with what to do if it has no tables of a checkpointer, or is damaged", async () => {
    const empty = join(folder, "empty.sqlite");
    writeFileSync(empty, "");
    expect(await message(openSource(empty))).toMatch(
      /^NO_CHECKPOINTS: .*empty\.sqlite holds no checkpoints.*Run the agent/,
    );
    const damaged = join(folder, "damaged.sqlite");
    writeFileSync(damaged, `SQLite format 3\0${"x".repeat(5000)}`);
    expect(await message(openSource(damaged))).toMatch(/^SOURCE_FORMAT: .*file is not a database/);
  });
});

describe("a Postgres database", () => {
  it("is refused with what to do if it has no tables of a checkpointer", async () => {
    const refused = await message(openSource(postgres.address, { schema: "nowhere" }));
    expect(refused).toMatch(/^NO_CHECKPOINTS: .*check the `schema` \("nowhere"\)/);
  });
});

describe("a Postgres database that does not answer", () => {
  it("is refused without a word of its password", async () => {
    for (const secret of ["hunter2", "hunt%65r2%40", "a:hunter2"]) {
      const refused = await message(openSource(`postgresql://me:${secret}@127.0.0.1:1/db?password=hunter2`));
      expect(refused).toMatch(
        /^SOURCE_UNREADABLE: Could not read postgresql:\/\/me@127\.0\.0\.1:1\/db: .*ECONNREFUSED/,
      );
      expect(refused).not.toContain("hunt");
    }
    expect(await message(openSource("postgresql://me:hunter2@ho st/db"))).not.toContain("hunter2");
  });
});
