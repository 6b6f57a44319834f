import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { type Workspace, withRollback } from "langgraph-rollback";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { openInspector } from "../fixtures/open-inspector.ts";
import { gatherReport } from "../report/gather-report.ts";
import { checkpointerSource } from "../source/checkpointer-source.ts";

const base = mkdtempSync(path.join(tmpdir(), "files-view-"));
const folder = path.join(base, "work");
const saver = new MemorySaver();
const source = checkpointerSource(saver, "memory");
afterAll(() => rmSync(base, { recursive: true }));

/** Records a run whose first attempt adds three files of a hundred lines, and fails. @returns its id */
async function record(
  thread: string,
  workspace: Workspace | { folder: string; store: string },
): Promise<string> {
  let attempts = 0;
  const graph = new StateGraph(Annotation.Root({ attempts: Annotation<number>() }))
    .addNode("write", () => {
      attempts += 1;
      const lines = Array.from({ length: 100 }, (_, number) => `line ${number}\n`).join("");
      for (const name of attempts === 1 ? ["a", "b", "c"] : []) writeFileSync(path.join(folder, name), lines);
      return { attempts };
    })
    .addEdge(START, "write")
    .compile({ checkpointer: saver });
  await withRollback(graph, { verify: ({ output }) => output?.attempts === 2, workspace }).invoke(
    { attempts: 0 },
    { configurable: { thread_id: thread } },
  );
  return (await source.thread(thread))?.runs[0]?.run ?? "";
}

const own: Workspace = {
  snapshot: () => Promise.resolve({ id: "image" }),
  restore: () => Promise.resolve({ written: 0, removed: 0 }),
};

let [run, ownRun] = ["", ""];
beforeAll(async () => {
  mkdirSync(folder);
  run = await record("t", { folder, store: path.join(base, "store") });
  ownRun = await record("own", own);
});

const first = () => ({ thread: "t", run, attempt: 1 });

describe("the files of an attempt", () => {
  it("have their differences up to limits, and say what is left out", async () => {
    const whole = await source.files?.(first());
    expect(whole?.changes.map(({ left, path: name }) => [name, left])).toEqual([
      ["a", undefined],
      ["b", undefined],
      ["c", undefined],
    ]);
    const cut = await source.files?.(first(), { mostFiles: 2, mostOfOne: 100, mostOfAll: 90 });
    expect(cut?.more).toBe(1);
    const [a, b] = cut?.changes ?? [];
    expect(a?.difference?.split("\n").slice(0, 2)).toEqual(["@@ -0,0 +1,100 @@", "+line 0"]);
    expect(a?.difference?.endsWith("\n")).toBe(true);
    expect(a?.difference?.length).toBeLessThanOrEqual(90);
    const shown = (a?.difference?.trimEnd().split("\n").length ?? 0) - 1;
    expect(a?.left).toBe(`${100 - shown} more lines not shown.`);
    expect(b?.difference?.length ?? 0).toBeLessThan(10);
  });

  it("are not readable where functions of the user's keep them, and the page says so", async () => {
    const { ask } = await openInspector({ source });
    const query = (id: string, of: string) =>
      `/api/files?${new URLSearchParams({ thread: id, run: of, attempt: "1" }).toString()}`;
    const answer = await ask(query("own", ownRun));
    expect(await answer.json()).toEqual({
      changes: [],
      more: 0,
      missing: expect.stringContaining("Functions of your own"),
    });
    expect((await ask(query("t", "no run"))).status).toBe(404);
    expect((await ask("/api/files?thread=t")).status).toBe(400);
  });

  it("are not readable without git, and that is said", async () => {
    vi.stubEnv("PATH", base);
    expect((await source.files?.(first()))?.missing).toContain("no program `git` was found");
    vi.unstubAllEnvs();
  });

  it("get into a report within its room, which says that lines are missing, and nothing of where snapshots lie", async () => {
    const report = await gatherReport({ source, threads: ["t"], mostOfFiles: 1500 });
    expect(report.files.map(({ id }) => id.attempt)).toEqual([1, 2]);
    expect(report.notices).toContainEqual(
      expect.stringContaining("changed files it does not show all lines"),
    );
    expect(JSON.stringify(report)).not.toContain(base);
  });
});
