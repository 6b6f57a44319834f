import assert from "node:assert/strict";

import type { WorkspaceTest } from "./sandbox-under-test.ts";

/** @internal Tests of snapshots: they hold what is there, change nothing, and any process can use them. */
export function testSnapshots(test: WorkspaceTest): void {
  test("leaves the files as they are", async ({ open, fill, files }) => {
    const before = { a: "1", "folder/b": "2" };
    await fill(before);
    await (await open()).snapshot();
    assert.deepEqual(await files(), before);
  });

  test("may be taken of no files, and of the same files again", async ({ open, write, files }) => {
    const workspace = await open();
    const empty = await workspace.snapshot();
    await write("a", "1");
    const ids = [(await workspace.snapshot()).id, (await workspace.snapshot()).id];
    for (const id of ids) {
      await workspace.restore(empty.id);
      assert.deepEqual(await files(), {});
      await workspace.restore(id);
      assert.deepEqual(await files(), { a: "1" });
    }
  });

  test("has an id that no other files have", async ({ open, write }) => {
    const workspace = await open();
    const ids = new Set<string>();
    for (const [path, content] of [
      ["a", "1"],
      ["a", "2"],
      ["b", "2"],
      ["a", ""],
    ] as const) {
      await write(path, content);
      ids.add((await workspace.snapshot()).id);
    }
    assert.equal(ids.size, 4);
  });

  test("holds what the files were, whatever becomes of them later", async ({ open, write, fill, files }) => {
    const workspace = await open();
    const before = { a: "1", b: "2" };
    await fill(before);
    const { id } = await workspace.snapshot();
    for (const content of ["3", "4", "5"]) {
      await write("a", content);
      await workspace.snapshot();
    }
    await workspace.restore(id);
    assert.deepEqual(await files(), before);
  });

  test("can be restored by another process", async ({ open, fill, files }) => {
    await fill({ a: "1", b: "2" });
    const start = await (await open()).snapshot();
    await fill({ a: "3", c: "4" });
    const end = await (await open()).snapshot();
    await (await open()).restore(start.id, end.id);
    assert.deepEqual(await files(), { a: "1", b: "2" });
    await (await open()).restore(end.id, start.id);
    assert.deepEqual(await files(), { a: "3", c: "4" });
  });
}
