import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { appendValue } from "langgraph-rollback";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { decisive, none, unsure, verdictOn } from "../fixtures/labels.ts";
import { checkpointerLabelStore } from "./checkpointer-label-store.ts";
import { fileLabelStore } from "./file-label-store.ts";
import type { LabelStore } from "./label.ts";

/** Later by a second at each look, and ids that count up. */
function counted(prefix = "") {
  let [time, id] = [Date.UTC(2026, 0, 1), 0];
  return { clock: () => (time += 1000), ids: () => `${prefix}${(id += 1)}` };
}

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "labels-"));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
const stores: readonly (readonly [string, () => (prefix?: string) => LabelStore])[] = [
  [
    "a file",
    () => {
      const file = join(folder, `${(files += 1)}.jsonl`);
      return (prefix) => fileLabelStore(file, counted(prefix));
    },
  ],
  [
    "a checkpointer",
    () => {
      const saver = new MemorySaver();
      return (prefix) => checkpointerLabelStore(saver, counted(prefix));
    },
  ],
];

describe.each(stores)("labels in %s", (_, place) => {
  it("start with none", async () => {
    expect(await place()().list()).toEqual([]);
  });

  it("are kept with id and time, and found by whoever opens the same place, oldest first", async () => {
    const open = place();
    const store = open();
    const first = await store.add(verdictOn("b", decisive(2), { reason: "3 * 14 is 42" }));
    const second = await store.add(verdictOn("a", none));
    expect(first).toEqual({
      ...verdictOn("b", decisive(2), { reason: "3 * 14 is 42" }),
      id: "1",
      at: "2026-01-01T00:00:01.000Z",
    });
    expect(await open().list()).toEqual([first, second]);
  });

  it("no longer stand once they are retracted, and only once", async () => {
    const open = place();
    const store = open();
    const kept = await store.add(verdictOn("a", unsure));
    const { id } = await store.add(verdictOn("a", decisive(1)));
    expect(await store.retract(id)).toBe(true);
    expect(await open().list()).toEqual([kept]);
    expect(await open().retract(id)).toBe(false);
    expect(await open().retract("unheard of")).toBe(false);
  });

  it("of several who label at once are all kept", async () => {
    const open = place();
    const labellers = Array.from({ length: 5 }, (__, who) => ({ who, store: open(`${who}-`) }));
    await Promise.all(
      labellers.flatMap(({ who, store }) =>
        [0, 1, 2].map((step) => store.add(verdictOn("a", decisive(step), { labeller: `${who}` }))),
      ),
    );
    const ids = (await open().list()).map(({ id }) => id);
    expect(new Set(ids).size).toBe(15);
  });

  it("keep any text as it is", async () => {
    const open = place();
    const reason = 'line\nbreak \u2028 "quoted" \u0000 </script> __proto__ \u001B[31m';
    const label = await open().add(verdictOn("a", none, { labeller: "Ada\tL.", reason }));
    expect(await open().list()).toEqual([label]);
  });

  it("refuse a step that the attempt does not have, and keep nothing of it", async () => {
    const open = place();
    await expect(open().add(verdictOn("a", decisive(4)))).rejects.toMatchObject({ code: "LABEL_FORMAT" });
    expect(await open().list()).toEqual([]);
  });
});

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

  it("loses only the line that was cut short, wherever it was cut, and goes on after it", async () => {
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
  ])("refuses a line %s", async (__, change, message) => {
    const [line = ""] = (await readFile(file, "utf8")).split("\n");
    await appendFile(file, `${change(line)}\n`);
    await expect(store.list()).rejects.toThrow(message);
    await expect(store.list()).rejects.toMatchObject({ code: "LABEL_FORMAT" });
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
    await appendValue(saver, "a", {
      namespace: "langgraph-rollback-labels",
      channel: "x",
      value: { format: "langgraph-rollback/label", version: 9 },
      at: "",
    });
    await expect(checkpointerLabelStore(saver).list()).rejects.toThrow(/of thread "a"\): `version`/);
  });
});
