import assert from "node:assert/strict";

import type { WorkspaceTest } from "./sandbox-under-test.ts";

/** @internal Tests of what somebody else did after the attempt's last snapshot: it is kept beside, and told. */
export function testForeignFiles(test: WorkspaceTest): void {
  test("are kept beside where they were changed, and told", async ({ open, fill, write, files }) => {
    const workspace = await open();
    await fill({ notes: "start", code: "start" });
    const start = await workspace.snapshot();
    await fill({ notes: "attempt", code: "attempt" });
    const end = await workspace.snapshot();
    await write("notes", "a person's");
    const { conflicts = [] } = await workspace.restore(start.id, end.id);
    const { notes, code, ...copies } = await files();
    assert.deepEqual({ notes, code }, { notes: "start", code: "start" });
    assert.deepEqual(Object.keys(copies), conflicts);
    assert.deepEqual(Object.values(copies), ["a person's"]);
  });

  test("are kept where the run had no file, and told", async ({ open, fill, write, files }) => {
    const workspace = await open();
    await fill({ a: "start" });
    const start = await workspace.snapshot();
    await fill({ a: "attempt", b: "attempt" });
    const end = await workspace.snapshot();
    await write("new", "a person's");
    const { conflicts = [] } = await workspace.restore(start.id, end.id);
    const { a, ...copies } = await files();
    assert.equal(a, "start");
    assert.deepEqual(Object.keys(copies), conflicts);
    assert.deepEqual(Object.values(copies), ["a person's"]);
  });

  test("come back where they were deleted", async ({ open, fill, remove, files }) => {
    const workspace = await open();
    await fill({ a: "start", b: "start" });
    const start = await workspace.snapshot();
    await fill({ a: "attempt", b: "start" });
    const end = await workspace.snapshot();
    for (const each of ["a", "b"]) await remove(each);
    const { conflicts = [] } = await workspace.restore(start.id, end.id);
    assert.deepEqual([conflicts, await files()], [[], { a: "start", b: "start" }]);
  });

  test("are not what the attempt itself has left", async ({ open, fill, files }) => {
    const workspace = await open();
    await fill({ a: "start" });
    const start = await workspace.snapshot();
    await fill({ a: "attempt", b: "attempt" });
    const end = await workspace.snapshot();
    const { conflicts = [] } = await workspace.restore(start.id, end.id);
    assert.deepEqual([conflicts, await files()], [[], { a: "start" }]);
  });

  test("stay beside in later snapshots and restores", async ({ open, fill, write, files }) => {
    await fill({ a: "start" });
    const start = await (await open()).snapshot();
    await write("a", "attempt");
    const end = await (await open()).snapshot();
    await write("a", "a person's");
    const { conflicts = [] } = await (await open()).restore(start.id, end.id);
    assert.ok(conflicts.length > 0, "The first restore told of no copy.");
    const workspace = await open();
    const next = await workspace.snapshot();
    for (const [id, since] of [
      [end.id, next.id],
      [start.id, end.id],
      [start.id, undefined],
    ] as const) {
      await workspace.restore(id, since);
      const now = await files();
      assert.deepEqual(
        conflicts.map((each) => now[each]),
        ["a person's"],
      );
      assert.equal(Object.keys(now).length, 2);
    }
  });
}
