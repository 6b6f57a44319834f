import assert from "node:assert/strict";

import type { Files, WorkspaceTest } from "./sandbox-under-test.ts";

const ALL_BYTES = String.fromCodePoint(...Array.from({ length: 256 }, (_, byte) => byte));

/** Names that shells, URLs and archives are known to confuse. */
const UNUSUAL: Files = {
  "-rf": "a name like an option",
  ".hidden": "a hidden file",
  "100% & more?#.txt": "signs of URLs",
  "$HOME `x` 'y' \"z\"": "signs of shells",
  "grün/日本.txt": "other letters",
  " a b ": "spaces",
  "bytes.bin": ALL_BYTES,
  empty: "",
  "large.bin": ALL_BYTES.repeat(2000),
};

/** @internal Tests of one restore: the files are what they were, all of them and no others. */
export function testRestores(test: WorkspaceTest): void {
  test("gives contents back that were changed", async ({ open, fill, files }) => {
    const workspace = await open();
    await fill({ a: "1", "folder/b": "2" });
    const { id } = await workspace.snapshot();
    await fill({ a: "changed", "folder/b": "3" });
    await workspace.restore(id);
    assert.deepEqual(await files(), { a: "1", "folder/b": "2" });
  });

  test("gives files back that were deleted", async ({ open, fill, files }) => {
    const workspace = await open();
    await fill({ a: "1", "folder/b": "2", c: "3" });
    const { id } = await workspace.snapshot();
    await fill({ c: "3" });
    await workspace.restore(id);
    assert.deepEqual(await files(), { a: "1", "folder/b": "2", c: "3" });
  });

  test("removes files that came later", async ({ open, fill, files }) => {
    const workspace = await open();
    await fill({ a: "1" });
    const { id } = await workspace.snapshot();
    await fill({ a: "1", b: "2", "folder/inner/c": "3", ".hidden": "4" });
    await workspace.restore(id);
    assert.deepEqual(await files(), { a: "1" });
  });

  test("loses no file of the failed attempt: its last snapshot gives them", async ({ open, fill, files }) => {
    const workspace = await open();
    await fill({ a: "1", b: "2" });
    const start = await workspace.snapshot();
    const attempt = { a: "changed", "folder/c": "3" };
    await fill(attempt);
    const end = await workspace.snapshot();
    await workspace.restore(start.id, end.id);
    assert.deepEqual(await files(), { a: "1", b: "2" });
    await workspace.restore(end.id, start.id);
    assert.deepEqual(await files(), attempt);
  });

  test("gives every byte back, whatever the files are called", async ({ open, fill, files }) => {
    const workspace = await open();
    await fill(UNUSUAL);
    const { id } = await workspace.snapshot();
    await fill({ "bytes.bin": "others", empty: "not any more" });
    await workspace.restore(id);
    const after = await files();
    assert.deepEqual(Object.keys(after), Object.keys(UNUSUAL).toSorted());
    for (const [path, content] of Object.entries(UNUSUAL))
      assert.ok(after[path] === content, `Other bytes in ${JSON.stringify(path)}.`);
  });

  test("puts a file where a folder is, and a folder where a file is", async (tested) => {
    const { open, fill, write, remove, files } = tested;
    const workspace = await open();
    const before = { one: "a file", "other/inner/a": "in a folder" };
    await fill(before);
    const start = await workspace.snapshot();
    for (const each of ["one", "other"]) await remove(each);
    await write("one/inner/b", "in a folder");
    await write("other", "a file");
    const end = await workspace.snapshot();
    await workspace.restore(start.id, end.id);
    assert.deepEqual(await files(), before);
  });

  test("goes to any snapshot, in any order", async ({ open, fill, files }) => {
    const workspace = await open();
    const states: readonly Files[] = [{ a: "1" }, { a: "2", b: "2" }, { "folder/a": "3" }, { b: "4" }];
    const ids: string[] = [];
    for (const state of states) {
      await fill(state);
      ids.push((await workspace.snapshot()).id);
    }
    for (const index of [1, 3, 0, 2, 2, 1, 0, 3]) {
      await workspace.restore(ids[index] ?? "");
      assert.deepEqual(await files(), states[index]);
    }
  });

  test("refuses an id that no snapshot has, and changes no file then", async ({ open, fill, files }) => {
    const workspace = await open();
    await fill({ a: "1" });
    await workspace.snapshot();
    await fill({ a: "2", b: "3" });
    for (const id of ["no-snapshot", "--help", "'; exit 0; '", "../other"]) {
      await assert.rejects(workspace.restore(id), `Expected "${id}" to be refused.`);
      assert.deepEqual(await files(), { a: "2", b: "3" });
    }
  });
}
