import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { testWorkspace } from "langgraph-rollback/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { brokenSandboxes } from "./broken-sandboxes.ts";
import { CopyingSandbox } from "./copying-sandbox.ts";
import { readFrom, startSandboxes, workspaceOf, writeTo, type RemoteSandbox } from "./remote-sandbox.ts";

describe("a sandbox in another process", () => {
  let sandboxes: Awaited<ReturnType<typeof startSandboxes>>;
  beforeAll(async () => {
    sandboxes = await startSandboxes();
  });
  afterAll(() => sandboxes.stop());

  testWorkspace<RemoteSandbox>(() => sandboxes.make(), {
    describe,
    it,
    name: "a sandbox over HTTP",
    open: workspaceOf,
    write: writeTo,
    read: readFrom,
    remove: (sandbox, path) => sandbox.call("remove", path),
    list: (sandbox) => sandbox.call("list"),
  });
});

const base = mkdtempSync(join(tmpdir(), "workspace-contract-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** The suite's tests by their titles, over sandboxes that a test can break. */
function testsOver(Sandbox: typeof CopyingSandbox): ReadonlyMap<string, () => Promise<void>> {
  const tests = new Map<string, () => Promise<void>>();
  let around = "";
  const makeSandbox = (): CopyingSandbox => new CopyingSandbox(mkdtempSync(join(base, "sandbox-")));
  testWorkspace(makeSandbox, {
    describe: (title, body) => {
      around = title;
      body();
    },
    it: (title, body) => tests.set(`${around} ${title}`, body),
    open: ({ folder }) => new Sandbox(dirname(folder)),
    write: (sandbox, path, content) => sandbox.write(path, content),
    read: (sandbox, path) => sandbox.read(path),
    remove: (sandbox, path) => sandbox.remove(path),
    list: (sandbox) => sandbox.list(),
    folders: {
      make: (sandbox, path) => mkdirSync(sandbox.at(path), { recursive: true }),
      list: (sandbox) => sandbox.folders(),
    },
    modes: {
      set: (sandbox, path, mode) => chmodSync(sandbox.at(path), mode),
      get: (sandbox, path) => statSync(sandbox.at(path)).mode & 0o777,
    },
    spoil: (sandbox, path) => spawnSync("mkfifo", [sandbox.at(path)]),
  });
  return tests;
}

describe("testWorkspace", () => {
  it("finds no fault with a sandbox that is sound", async () => {
    for (const test of testsOver(CopyingSandbox).values()) await expect(test()).resolves.toBeUndefined();
  });

  it.each(brokenSandboxes)("$found: not in a sandbox that $fault", async ({ found, Broken }) => {
    await expect(testsOver(Broken).get(found)?.()).rejects.toBeInstanceOf(Error);
  });

  it("has no test that no broken sandbox has failed", () => {
    const found = brokenSandboxes.map((each) => each.found);
    expect(found.toSorted()).toEqual([...testsOver(CopyingSandbox).keys()].toSorted());
  });

  it("holds answers to what a history can store", async () => {
    class Vague extends CopyingSandbox {
      override async restore(id: string, since?: string) {
        return { ...(await super.restore(id, since)), written: NaN };
      }
    }
    const test = testsOver(Vague).get("a restore gives contents back that were changed");
    await expect(test?.()).rejects.toThrow("`written` has to be a whole number, got NaN.");
  });
});
