import assert from "node:assert/strict";

import type { WorkspaceTest } from "./sandbox-under-test.ts";

const START = { a: "1", "folder/b": "2", kept: "3" };
const END = { a: "changed", kept: "3", "later/c": "4" };

/** @internal Tests of what a crash leads to: the same restore, done once more. */
export function testRestoresAgain(test: WorkspaceTest): void {
  test("gives the same files", async ({ open, fill, files }) => {
    const workspace = await open();
    await fill(START);
    const { id } = await workspace.snapshot();
    await fill(END);
    for (const _ of ["first", "again"]) {
      await workspace.restore(id);
      assert.deepEqual(await files(), START);
    }
  });

  test("by another process takes nothing for somebody else's", async ({ open, fill, files }) => {
    await fill(START);
    const start = await (await open()).snapshot();
    await fill(END);
    const end = await (await open()).snapshot();
    // A process dies between the restore and the fork; the next one restores again.
    for (const _ of ["first", "again"]) {
      const { conflicts = [] } = await (await open()).restore(start.id, end.id);
      assert.deepEqual(conflicts, []);
      assert.deepEqual(await files(), START);
    }
  });

  test("completes one that was broken off", async ({ open, fill, files }) => {
    await fill(START);
    const start = await (await open()).snapshot();
    await fill(END);
    const end = await (await open()).snapshot();
    // One file is restored already, another is not yet, and one that came later is gone.
    await fill({ a: START.a, kept: START.kept });
    const { conflicts = [] } = await (await open()).restore(start.id, end.id);
    assert.deepEqual(conflicts, []);
    assert.deepEqual(await files(), START);
  });

  test("works after the next attempt has run, too", async ({ open, fill, files }) => {
    const workspace = await open();
    await fill(START);
    const start = await workspace.snapshot();
    for (const content of ["first", "second", "third"]) {
      await fill({ ...END, [content]: content });
      const end = await workspace.snapshot();
      await workspace.restore(start.id, end.id);
      assert.deepEqual(await files(), START);
    }
  });
}
