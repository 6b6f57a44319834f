import assert from "node:assert/strict";

import { overSandbox, type SandboxUnderTest } from "./sandbox-under-test.ts";
import type { WorkspaceTestOptions } from "./workspace-test-options.ts";

/** @internal Tests of what only some sandboxes keep. */
export function testKinds<Sandbox>(
  makeSandbox: () => Sandbox | Promise<Sandbox>,
  options: WorkspaceTestOptions<Sandbox>,
): void {
  const { folders, modes, spoil } = options;
  const test = (title: string, body: (sandbox: Sandbox, tested: SandboxUnderTest) => Promise<void>): void =>
    void options.it(title, () => overSandbox(makeSandbox, options, body));

  if (folders !== undefined)
    test("gives empty folders back, and removes those that came later", async (sandbox, { open, remove }) => {
      const workspace = await open();
      await folders.make(sandbox, "empty/inner");
      const { id } = await workspace.snapshot();
      await remove("empty");
      await folders.make(sandbox, "later");
      await workspace.restore(id);
      assert.deepEqual([...(await folders.list(sandbox))].toSorted(), ["empty", "empty/inner"]);
    });

  if (modes !== undefined)
    test("gives permissions back", async (sandbox, { open, fill, remove }) => {
      const workspace = await open();
      await fill({ secret: "1", program: "2" });
      await modes.set(sandbox, "secret", 0o600);
      await modes.set(sandbox, "program", 0o755);
      const { id } = await workspace.snapshot();
      await modes.set(sandbox, "secret", 0o644);
      await remove("program");
      await workspace.restore(id);
      assert.equal(await modes.get(sandbox, "secret"), 0o600);
      assert.equal(await modes.get(sandbox, "program"), 0o755);
    });

  if (spoil !== undefined)
    test("tells what a snapshot cannot hold, and gives all else back", async (sandbox, tested) => {
      const workspace = await tested.open();
      await tested.write("a", "1");
      await spoil(sandbox, "spoiled");
      const { id, problems = [] } = await workspace.snapshot();
      assert.deepEqual(
        problems.map(({ path }) => path),
        ["spoiled"],
      );
      await tested.write("a", "2");
      await workspace.restore(id);
      assert.equal((await tested.files())["a"], "1");
    });
}
