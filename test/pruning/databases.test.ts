import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Annotation, interrupt, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { learn, prune, readHistory, settleLearning, withRollback } from "langgraph-rollback";
import { postgresThreadLock } from "langgraph-rollback/postgres";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";

import { loadSqliteSaver } from "../checkpointers/load-sqlite-saver.ts";
import { openServerOrPGlite } from "../checkpointers/open-postgres.ts";
import { learningAgent, onThread } from "../fixtures/learning-agent.ts";
import { memoryInside } from "../matrix/shapes/subgraph-memory.ts";
import { sequence } from "../matrix/shapes/sequence.ts";
import { bareGraph, grow } from "./grown-thread.ts";
import { postgresTwins, sqliteTwins, type TwinStore } from "./twin-store.ts";
import { goneOn } from "./ways-on.ts";

const { open: openSqlite, missing: noSqlite } = await loadSqliteSaver();
const postgres = await openServerOrPGlite("A pruned database is tested");
const folder = mkdtempSync(join(tmpdir(), "langgraph-rollback-pruned-"));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await postgres.close();
});

const later = (): number => Date.now() + 1000;

interface Opened extends TwinStore {
  /** Bytes on the disk, as the database itself says. */
  readonly onDisk: () => Promise<number>;
}

const databases: readonly {
  readonly name: string;
  readonly skip: boolean;
  readonly open: (file: string) => Opened;
}[] = [
  {
    name: "SQLite",
    skip: noSqlite !== undefined,
    open: (name) => {
      const file = join(folder, name);
      const onDisk = async (): Promise<number> => statSync(file).size;
      return { ...sqliteTwins(openSqlite(file)), onDisk };
    },
  },
  {
    name: postgres.version,
    skip: false,
    open: () => {
      const onDisk = async (): Promise<number> => {
        const client = new pg.Client({ connectionString: postgres.address });
        await client.connect();
        const table = (name: string): string => `pg_total_relation_size('"${postgres.schema}".${name}')`;
        const { rows } = await client.query(
          `select ${["checkpoints", "checkpoint_blobs", "checkpoint_writes"].map(table).join(" + ")} as bytes`,
        );
        await client.end();
        return Number(rows[0]?.bytes);
      };
      return { ...postgresTwins(postgres.open(), postgres.schema), onDisk };
    },
  },
];

describe.each(databases)("over $name", ({ open, skip }) => {
  describe.skipIf(skip)("prune", () => {
    it("gives the room of what it has deleted back to the disk", async () => {
      const { onDisk, saver } = open("vacuum.sqlite");
      const Text = Annotation.Root({ text: Annotation<string> });
      // Texts that do not compress.
      const text = (): string => Array.from({ length: 4000 }, () => Math.random().toString(36)).join("");
      const graph = new StateGraph(Text)
        .addNode("write", () => ({ text: text() }))
        .addEdge(START, "write")
        .compile({ checkpointer: saver });
      for (let turn = 0; turn < 8; turn += 1) await graph.invoke({ text: text() }, onThread("long"));
      await prune(saver, { keepFailed: 0, vacuum: true });
      const before = await onDisk();
      const { after, deleted, ...report } = await prune(saver, {
        olderThan: 0,
        now: later(),
        threads: ["long"],
        vacuum: true,
      });
      const bytes = Object.values(deleted).reduce((sum, table) => sum + table.bytes, 0);
      expect(bytes).toBeGreaterThan(500_000);
      expect((report.before?.live ?? 0) - (after?.live ?? 0)).toBe(bytes);
      // Postgres keeps rows that a transaction may see which began before they were deleted, such as that of another test.
      const given = async (): Promise<number> => {
        if (before - (await onDisk()) <= 0.8 * bytes)
          await prune(saver, { olderThan: 0, now: 0, vacuum: true });
        return before - (await onDisk());
      };
      await expect.poll(given, { timeout: 60_000, interval: 500 }).toBeGreaterThan(0.8 * bytes);
    });

    it("deletes a silent thread with all its records, and nothing else", async () => {
      const store = open("whole.sqlite");
      const { saver } = store;
      const agent = learningAgent(saver);
      for (const thread of ["gone", "stays"]) await agent.invoke({ log: [] }, onThread(thread));
      await settleLearning(agent);
      await learn(agent);
      const held = await store.columnBytes(["stays"]);
      const rule = { deleteThreads: 0, now: later(), threads: ["gone"] };
      const planned = await prune(saver, { ...rule, dryRun: true });
      const { deleted, pruned } = await prune(saver, rule);
      expect(pruned).toMatchObject([{ threadId: "gone", isDeleted: true, losses: { evidence: 1 } }]);
      expect(planned).toMatchObject({ pruned, deleted });
      expect(await store.columnBytes(["gone"])).toBe(0);
      expect(await store.columnBytes(["stays"])).toBe(held);
      expect(await readHistory(agent, onThread("stays"))).toMatchObject([{ status: "recovered" }]);
    });

    it("names the rewind points that are gone", async () => {
      const { saver } = open("points.sqlite");
      for (const kind of ["recovered", "right"] as const) await grow(sequence, saver, "points", kind);
      const [, first] = await readHistory(saver, onThread("points"));
      const rewound = first?.attempts[0];
      const { pruned } = await prune(saver, { olderThan: 0, now: later(), threads: ["points"] });
      expect(pruned[0]?.losses.rewindPoints).toEqual([
        { run: first?.run, attempt: 1, checkpoint: rewound?.rewind?.checkpoint },
      ]);
      expect(await readHistory(saver, onThread("points"))).toMatchObject([
        { status: "succeeded" },
        { status: "recovered" },
      ]);
    });

    it("keeps the turns in which earlier runs still wait for an answer", async () => {
      const { saver } = open("waiting.sqlite");
      const graph = new StateGraph(Annotation.Root({ said: Annotation<string> }))
        .addNode("ask", ({ said }) => (said === "?" ? { said: interrupt<string, string>(said) } : {}))
        .addEdge(START, "ask")
        .compile({ checkpointer: saver });
      const agent = withRollback(graph, { verify: () => true });
      for (const said of ["1", "?", "2", "3"]) await agent.invoke({ said }, onThread("waiting"));
      const before = await readHistory(saver, onThread("waiting"));
      expect(before.map(({ status }) => status)).toEqual([
        "succeeded",
        "succeeded",
        "interrupted",
        "succeeded",
      ]);
      const { pruned } = await prune(saver, { olderThan: 0, now: later(), threads: ["waiting"] });
      expect(pruned).toMatchObject([{ losses: { attempts: [{}, {}] } }]);
      expect((await readHistory(saver, onThread("waiting"))).map(({ status }) => status)).toEqual(
        before.map(({ status }) => status),
      );
    });

    it("does not disturb a run that another process has on the thread, nor is disturbed by it", async () => {
      const store = open("meanwhile.sqlite");
      const { saver } = store;
      for (const kind of ["recovered", "recovered", "bare"] as const)
        await grow(memoryInside, saver, "meanwhile", kind);
      await store.copy("meanwhile", "alone");
      const rule = { olderThan: 0, now: later(), threads: ["meanwhile"], batch: 5 };
      // A graph without rollback asks no lock.
      const runs = memoryInside.play(bareGraph(memoryInside, saver), onThread("meanwhile"));
      const [report] = await Promise.all([prune(saver, rule), runs]);
      expect([...report.pruned, ...report.left].map(({ threadId }) => threadId)).toEqual(["meanwhile"]);
      await memoryInside.play(bareGraph(memoryInside, saver), onThread("alone"));
      await prune(saver, rule);
      expect(await goneOn("a new turn with rollback", memoryInside, saver, "meanwhile")).toEqual(
        await goneOn("a new turn with rollback", memoryInside, saver, "alone"),
      );
    });
  });
});

it("over a Postgres server leaves a thread whose lock another process has", async () => {
  const saver = postgres.open();
  for (const kind of ["recovered", "right"] as const) await grow(sequence, saver, "locked", kind);
  const pool = new pg.Pool({ connectionString: postgres.address, max: 1 });
  const lease = await postgresThreadLock(pool).acquire("locked");
  const rule = { olderThan: 0, now: later(), threads: ["locked"] };
  // PGlite has one session, which has all locks already.
  const isServer = !postgres.version.includes("wasm") && !postgres.version.includes("emscripten");
  if (isServer) expect(await prune(saver, rule)).toMatchObject({ pruned: [], left: [{ reason: "busy" }] });
  await lease.release();
  await pool.end();
  expect(await prune(saver, rule)).toMatchObject({ pruned: [{ threadId: "locked" }], left: [] });
});

describe.skipIf(noSqlite !== undefined)("snapshots of a workspace", () => {
  it("go with the thread that is deleted, unless another thread names them", async () => {
    const saver: BaseCheckpointSaver = openSqlite(join(folder, "files.sqlite"));
    const work = join(folder, "work");
    const store = join(folder, "snapshots");
    mkdirSync(work);
    let text = "";
    const graph = new StateGraph(Annotation.Root({ said: Annotation<string> }))
      .addNode("write", () => {
        writeFileSync(join(work, "notes.md"), text);
        return { said: "done" };
      })
      .addEdge(START, "write")
      .compile({ checkpointer: saver });
    const agent = withRollback(graph, { verify: () => true, workspace: { folder: work, store } });
    for (const [thread, words] of [
      ["one", "first"],
      ["two", "second"],
    ] as const) {
      text = words;
      await agent.invoke({ said: "" }, onThread(thread));
    }
    const [place = ""] = readdirSync(store);
    const references = join(store, place, "git/refs/snapshots");
    const stored = readdirSync(references);
    expect(stored).toHaveLength(3);
    const rule = { deleteThreads: 0, now: later(), threads: ["one"] };
    const planned = await prune(saver, { ...rule, dryRun: true });
    expect(readdirSync(references)).toEqual(stored);
    // The second thread began with the files that the first one left.
    expect((await prune(saver, rule)).pruned).toMatchObject([{ losses: { snapshots: 1 } }]);
    expect(planned.pruned).toMatchObject([{ losses: { snapshots: 1 } }]);
    expect(readdirSync(references)).toHaveLength(2);
    expect(existsSync(join(work, "notes.md"))).toBe(true);
    await agent.invoke({ said: "" }, onThread("two"));
    expect((await prune(saver, { ...rule, threads: ["two"] })).pruned).toMatchObject([
      { losses: { snapshots: 2 } },
    ]);
    expect(readdirSync(references)).toEqual([]);
  });
});
