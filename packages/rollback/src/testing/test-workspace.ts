import { overSandbox, type SandboxUnderTest } from "./sandbox-under-test.ts";
import { testForeignFiles } from "./test-foreign-files.ts";
import { testKinds } from "./test-kinds.ts";
import { testRestores } from "./test-restores.ts";
import { testRestoresAgain } from "./test-restores-again.ts";
import { testSnapshots } from "./test-snapshots.ts";
import type { WorkspaceTestOptions } from "./workspace-test-options.ts";

/**
 * Tests that every `Workspace` has to pass: files go back, the failed attempt's are not lost, what is done again after a crash gives the same, other processes can
 * do it, and what somebody else has changed is kept.
 *
 * @example
 * import { describe, it } from "vitest";
 * testWorkspace(() => Sandbox.create(), {
 *   describe, it, name: "my sandbox",
 *   open: (sandbox) => workspaceOf(sandbox),
 *   write: (sandbox, path, content) => sandbox.files.write(path, content),
 *   read: (sandbox, path) => sandbox.files.read(path),
 *   remove: (sandbox, path) => sandbox.files.remove(path),
 *   list: (sandbox) => sandbox.files.list(),
 *   close: (sandbox) => sandbox.kill(),
 * });
 *
 * @param makeSandbox gives a sandbox without files, once a test
 */
export function testWorkspace<Sandbox>(
  makeSandbox: () => Sandbox | Promise<Sandbox>,
  options: WorkspaceTestOptions<Sandbox>,
): void {
  const { describe, it, name = "the sandbox", isAlone = false } = options;
  const test = (title: string, body: (tested: SandboxUnderTest) => Promise<void>): void =>
    void it(title, () => overSandbox(makeSandbox, options, (_, tested) => body(tested)));
  describe(`${name} as a Workspace`, () => {
    describe("a snapshot", () => testSnapshots(test));
    describe("a restore", () => testRestores(test));
    describe("a restore done again", () => testRestoresAgain(test));
    if (!isAlone) describe("somebody else's files", () => testForeignFiles(test));
    const { folders, modes, spoil } = options;
    if (folders ?? modes ?? spoil) describe("more than files", () => testKinds(makeSandbox, options));
  });
}
