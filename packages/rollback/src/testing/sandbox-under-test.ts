import assert from "node:assert/strict";

import type { Restored, Snapshot, Workspace } from "../workspace/workspace.ts";
import type { SandboxHands } from "./workspace-test-options.ts";

/** @internal Files by their paths, with their contents as texts: one character a byte. */
export type Files = Readonly<Record<string, string>>;

/** @internal A sandbox under test, for the length of one test. Contents are texts here. */
export interface SandboxUnderTest {
  /** Opens the workspace as another process would. What it answers is held to what a history can store. */
  readonly open: () => Promise<Workspace>;
  /** Makes the sandbox's files exactly these. */
  readonly fill: (files: Files) => Promise<void>;
  readonly write: (path: string, content: string) => Promise<void>;
  readonly remove: (path: string) => Promise<void>;
  /** All files as they are. */
  readonly files: () => Promise<Files>;
}

/** @internal Declares one test over a sandbox. */
export type WorkspaceTest = (title: string, test: (tested: SandboxUnderTest) => Promise<void>) => void;

/** @internal Runs a test over a sandbox of its own, which is closed in the end. */
export async function overSandbox<Sandbox>(
  makeSandbox: () => Sandbox | Promise<Sandbox>,
  hands: SandboxHands<Sandbox>,
  test: (sandbox: Sandbox, tested: SandboxUnderTest) => Promise<void>,
): Promise<void> {
  const sandbox = await makeSandbox();
  try {
    await test(sandbox, handled(sandbox, hands));
  } finally {
    await hands.close?.(sandbox);
  }
}

function handled<Sandbox>(sandbox: Sandbox, hands: SandboxHands<Sandbox>): SandboxUnderTest {
  const files = async (): Promise<Files> => {
    const found: [string, string][] = [];
    for (const each of [...(await hands.list(sandbox))].toSorted())
      found.push([each, textOf(await hands.read(sandbox, each))]);
    return Object.fromEntries(found);
  };
  const write = async (path: string, content: string): Promise<void> => {
    await hands.write(sandbox, path, bytesOf(content));
  };
  const remove = async (path: string): Promise<void> => {
    await hands.remove(sandbox, path);
  };
  const fill = async (wanted: Files): Promise<void> => {
    for (const each of await hands.list(sandbox)) if (!(each in wanted)) await remove(each);
    for (const [each, content] of Object.entries(wanted)) await write(each, content);
  };
  return { open: async () => checked(await hands.open(sandbox)), fill, write, remove, files };
}

/** One character a byte, so that any bytes can be told apart in a text. */
const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "latin1"));
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

/** The workspace, whose answers have to be what a history can store. */
const checked = (workspace: Workspace): Workspace => ({
  snapshot: async () => {
    const snapshot = await workspace.snapshot();
    assertSnapshot(snapshot);
    return snapshot;
  },
  restore: async (id, since) => {
    const restored = await workspace.restore(id, since);
    assertRestored(restored);
    return restored;
  },
});

function assertSnapshot({ id, problems = [] }: Snapshot): void {
  assert.ok(typeof id === "string" && id !== "", "`id` has to be a text that is not empty.");
  assertProblems(problems);
}

function assertRestored({ written, removed, conflicts = [], replaced, problems = [] }: Restored): void {
  for (const [name, count] of Object.entries({ written, removed }))
    assert.ok(
      Number.isSafeInteger(count) && count >= 0,
      `\`${name}\` has to be a whole number, got ${String(count)}.`,
    );
  for (const each of conflicts) assert.equal(typeof each, "string", "`conflicts` has to hold paths.");
  if (replaced !== undefined) assert.equal(typeof replaced, "string", "`replaced` has to be an id.");
  assertProblems(problems);
}

function assertProblems(problems: Snapshot["problems"] & {}): void {
  for (const { path, reason } of problems)
    assert.ok(
      typeof path === "string" && typeof reason === "string",
      "Each of `problems` has to have a `path` and a `reason`.",
    );
}
