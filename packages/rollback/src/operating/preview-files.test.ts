import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { MemorySaver } from "@langchain/langgraph";
import { afterAll, describe, expect, it } from "vitest";

import { alwaysWrong, chainGraph, nothingWrong, on, type ChainStep } from "../fixtures/chain-graph.ts";
import { withRollback } from "../index.ts";
import { previewActions, retryFrom } from "./index.ts";

const base = mkdtempSync(path.join(tmpdir(), "preview-files-"));
const folder = path.join(base, "folder");
const at = (name: string): string => path.join(folder, name);
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** A step that changes files first. */
const changing =
  (change: () => void, then: ChainStep): ChainStep =>
  (state) => {
    change();
    return then(state);
  };

/** A run that was given up: "a" makes a file, "b" changes it, makes another and deletes a third. */
async function givenUp() {
  rmSync(base, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(at("old"), "old");
  const graph = chainGraph({
    a: changing(
      () => writeFileSync(at("plan"), "first"),
      () => "a:right",
    ),
    b: changing(() => {
      writeFileSync(at("plan"), "second");
      writeFileSync(at("mail"), "sent");
      rmSync(at("old"), { force: true });
    }, alwaysWrong("b")),
  }).builder.compile({ checkpointer: new MemorySaver() });
  const guarded = withRollback(graph, {
    verify: nothingWrong,
    maxRollbacks: 0,
    noteChannel: "note",
    workspace: { folder, store: path.join(base, "store") },
  });
  await guarded.invoke({ log: [] }, on("t"));
  return guarded;
}

describe("the files of a retry that a person looks at", () => {
  it("are those that would change, as they would, and the retry changes them so", async () => {
    const graph = await givenUp();
    const { expected, retry } = await previewActions(graph, on("t"), { step: 1 });
    expect(retry?.files?.toSorted((one, other) => one.path.localeCompare(other.path))).toEqual([
      { path: "mail", change: "deleted" },
      { path: "old", change: "added" },
      { path: "plan", change: "changed" },
    ]);
    // A look changes nothing.
    expect([readFileSync(at("plan"), "utf8"), existsSync(at("mail")), existsSync(at("old"))]).toEqual([
      "second",
      true,
      false,
    ]);
    const whole = await previewActions(graph, on("t"), { step: 0 });
    expect(whole.retry?.files?.map(({ path: name }) => name).toSorted()).toEqual(["mail", "old", "plan"]);
    const first = whole.retry?.files?.find(({ path: name }) => name === "plan");
    expect(first).toEqual({ path: "plan", change: "deleted" });
    await retryFrom(graph, on("t"), { step: 1, by: "ada", expected });
    const again = await previewActions(graph, on("t"), { step: 1 });
    expect(again.retry?.files?.map(({ path: name }) => name).toSorted()).toEqual(["mail", "old", "plan"]);
  });

  it("are not told where the snapshots are gone", async () => {
    const graph = await givenUp();
    rmSync(path.join(base, "store"), { recursive: true, force: true });
    const { retry } = await previewActions(graph, on("t"), { step: 1 });
    expect(retry).toBeDefined();
    expect(retry).not.toHaveProperty("files");
  });
});
