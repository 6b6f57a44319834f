import { execFile } from "node:child_process";
import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { appendValue } from "langgraph-rollback/inspection";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { decisive, none, runVerdictOn, verdictOn } from "../fixtures/labels.ts";
import { testLabelStore } from "../testing/test-label-store.ts";
import { checkpointerLabelStore } from "./checkpointer-label-store.ts";
import { fileLabelStore } from "./file-label-store.ts";
import type { LabelStoreOptions } from "./label-store-options.ts";
import type { LabelStore } from "../shared/labels/label.ts";

/** Later by a second at each look, and ids that count up. */
function counted() {
  let [time, id] = [Date.UTC(2026, 0, 1), 0];
  return { clock: () => (time += 1000), ids: () => `${(id += 1)}` };
}

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "labels-"));
});
afterAll(() => rm(folder, { recursive: true }));

const sqlite = await import("@langchain/langgraph-checkpoint-sqlite")
  .then(({ SqliteSaver }) => SqliteSaver.fromConnString(":memory:"))
  .catch((error: unknown) => `skipped, SQLite cannot be loaded: ${String(error)}`);
const runner = { describe, it };

testLabelStore(() => fileLabelStore(join(folder, "shared.jsonl")), { ...runner, name: "a file" });
const memory = new MemorySaver();
testLabelStore(() => checkpointerLabelStore(memory), { ...runner, name: "MemorySaver" });

it("refuses a verdict that is none of the label's convention", async () => {
  const store = checkpointerLabelStore(new MemorySaver());
  const { convention, ...run } = runVerdictOn("a", "right");
  for (const label of [{ ...verdictOn("a", decisive(1)), convention }, verdictOn("a", run.verdict)])
    await expect(store.add(label)).rejects.toThrow(
      "verdict.kind`: expected a verdict of the label's convention",
    );
});

const missing = typeof sqlite === "string" ? ` (${sqlite})` : "";
describe.skipIf(missing !== "")(`in SQLite${missing}`, () => {
  testLabelStore(() => checkpointerLabelStore(typeof sqlite === "string" ? memory : sqlite), runner);
});

describe("ids and times of labels", () => {
  it.each([
    ["a file", (options: LabelStoreOptions) => fileLabelStore(join(folder, "given.jsonl"), options)],
    ["a checkpointer", (options: LabelStoreOptions) => checkpointerLabelStore(new MemorySaver(), options)],
  ])("are those that the store was given: %s", async (_, open) => {
    const store = open(counted());
    expect(await store.list()).toEqual([]);
    expect(await store.add(verdictOn("b", none))).toMatchObject({ id: "1", at: "2026-01-01T00:00:01.000Z" });
    expect(await store.add(verdictOn("a", none))).toMatchObject({ id: "2", at: "2026-01-01T00:00:02.000Z" });
    expect((await store.list()).map(({ id }) => id)).toEqual(["1", "2"]);
  });
});

let files = 0;
describe("a file of labels", () => {
  let file = "";
  let store: LabelStore;
  beforeEach(async () => {
    file = join(folder, `${(files += 1)}.jsonl`);
    store = fileLabelStore(file, counted());
    for (const step of [0, 1, 2]) await store.add(verdictOn("a", decisive(step)));
  });

  it("is only ever appended to", async () => {
    const before = await readFile(file, "utf8");
    await store.retract("2");
    const after = await readFile(file, "utf8");
    expect(after.startsWith(before)).toBe(true);
    expect(after.trim().split("\n")).toHaveLength(4);
  });

  it("loses only the line that was cut short, wherever it was cut, and reads the lines after it", async () => {
    const whole = await readFile(file);
    const last = whole.lastIndexOf("\n", whole.length - 2) + 1;
    for (const length of [last + 1, last + 40, whole.length - 2]) {
      await writeFile(file, whole);
      await truncate(file, length);
      const cut: number[] = [];
      const reopened = fileLabelStore(file, { ids: () => "new", onCutLine: (line) => cut.push(line) });
      await reopened.add(verdictOn("a", none));
      expect((await reopened.list()).map(({ id }) => id)).toEqual(["1", "2", "new"]);
      expect(cut).toEqual([3]);
    }
  });

  it("keeps a last line that only lacks its end", async () => {
    await truncate(file, (await readFile(file)).length - 1);
    await fileLabelStore(file, { ids: () => "new" }).add(verdictOn("a", none));
    expect((await store.list()).map(({ id }) => id)).toEqual(["1", "2", "3", "new"]);
  });

  it.each([
    [
      "of a newer version",
      (line: string) => line.replace('"version":1', '"version":2'),
      /line 4\): `version`/,
    ],
    ["altered by hand", (line: string) => line.replace('"attempt":1', '"attempt":"one"'), /`label.attempt`/],
    ["of something else", () => "[1]", /line 4/],
    [
      "whose further decisive steps are not in order",
      (line: string) => line.replace('"step":0', '"step":0,"further":[2,1]'),
      /line 4\): `label.verdict.further`/,
    ],
  ])("refuses a line %s", async (__, change, message) => {
    const [line = ""] = (await readFile(file, "utf8")).split("\n");
    await appendFile(file, `${change(line)}\n`);
    await expect(store.list()).rejects.toThrow(message);
    await expect(store.list()).rejects.toMatchObject({ code: "LABEL_FORMAT" });
  });

  it("is read where its labels name one step each, as all did before they could name more", async () => {
    const line = `{"format":"langgraph-rollback/label","version":1,"kind":"label","label":{"id":"0","thread":"a","run":"","attempt":1,"steps":4,"verdict":{"kind":"decisive","step":1},"labeller":"ada","at":"2026-01-01T00:00:00.000Z","convention":"earliest-unrecovered"}}`;
    await appendFile(file, `${line}\n`);
    expect((await store.list()).at(-1)).toMatchObject({ id: "0", verdict: { kind: "decisive", step: 1 } });
  });

  it("keeps every label of two processes that write at once", async () => {
    const shared = join(folder, "two-processes.jsonl");
    await Promise.all(["ada", "bob"].map((labeller) => labelInProcess(shared, labeller)));
    const said = (await fileLabelStore(shared).list()).map(({ labeller, run }) => `${labeller} ${run}`);
    expect(new Set(said).size).toBe(100);
  });

  it("says so where its folder is missing", async () => {
    const nowhere = fileLabelStore(join(folder, "missing", "labels.jsonl"));
    await expect(nowhere.add(verdictOn("a", none))).rejects.toThrow(/ENOENT/);
  });
});

describe("labels beside checkpoints", () => {
  it("go with their thread, and leave its history alone", async () => {
    const saver = new MemorySaver();
    const store = checkpointerLabelStore(saver, counted());
    await store.add(verdictOn("a", none));
    const kept = await store.add(verdictOn("b", none));
    await saver.deleteThread("a");
    expect(await store.list()).toEqual([kept]);
    expect(await saver.getTuple({ configurable: { thread_id: "b" } })).toBeUndefined();
  });

  it("refuse what somebody else has put there", async () => {
    const saver = new MemorySaver();
    await appendValue(
      saver,
      { configurable: { thread_id: "a" } },
      {
        namespace: "langgraph-rollback-labels",
        channel: "x",
        value: { format: "langgraph-rollback/label", version: 9 },
        at: "",
      },
    );
    await expect(checkpointerLabelStore(saver).list()).rejects.toThrow(/of thread "a"\): `version`/);
  });
});

/** Fifty labels, in a process of its own. */
async function labelInProcess(file: string, labeller: string): Promise<void> {
  const hooks = new URL("../../../../test/fixtures/typescript-hooks.mjs", import.meta.url).href;
  const source = `
    import { fileLabelStore } from ${JSON.stringify(new URL("file-label-store.ts", import.meta.url).href)};
    const store = fileLabelStore(${JSON.stringify(file)});
    const label = ${JSON.stringify(verdictOn("a", none, { labeller }))};
    await Promise.all(Array.from({ length: 50 }, (_, run) => store.add({ ...label, run: String(run) })));`;
  const node = ["--import", hooks, "--conditions", "@langgraph-rollback/source", "--input-type=module"];
  await promisify(execFile)(process.execPath, [...node, "--eval", source]);
}
