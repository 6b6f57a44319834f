import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Annotation, Command, INTERRUPT, START, StateGraph } from "@langchain/langgraph";
import { readHistory, withRollback } from "langgraph-rollback";
import { afterAll, describe, expect, it } from "vitest";

import { sqlite } from "../fixtures/sqlite.ts";

const base = mkdtempSync(join(tmpdir(), "workspace-sqlite-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const State = Annotation.Root({ drafts: Annotation<number>({ reducer: (a, b) => a + b, default: () => 0 }) });
const config = { configurable: { thread_id: "t-1" } };

/** A graph as a process would open it: over a file, with nothing of an earlier one in memory. It writes wrong files until it is told to do better. */
function opened(name: string, isRight: boolean, approve: boolean) {
  const folder = join(base, `${name}-files`);
  const graph = new StateGraph(State)
    .addNode("outline", () => {
      writeFileSync(join(folder, "outline.md"), "an outline");
      return { drafts: 0 };
    })
    .addNode("write", () => {
      writeFileSync(join(folder, "outline.md"), `${readFileSync(join(folder, "outline.md"), "utf8")}, used`);
      writeFileSync(join(folder, isRight ? "right.md" : "wrong.md"), "a text");
      return { drafts: 1 };
    })
    .addEdge(START, "outline")
    .addEdge("outline", "write")
    .compile({ checkpointer: sqlite.open?.(join(base, `${name}.db`)) ?? true });
  const agent = withRollback(graph, {
    verify: () => readdirSync(folder).includes("right.md"),
    approve: approve ? "always" : "never",
    maxRollbacks: 1,
    workspace: { folder, store: join(base, "store") },
  });
  return { agent, folder };
}

describe.skipIf(sqlite.open === undefined)(`files and state, over SQLite${sqlite.missing}`, () => {
  it("go back together", async () => {
    const { agent, folder } = opened("once", false, false);
    expect((await agent.invoke({ drafts: 0 }, config)).drafts).toBe(1);
    expect(readdirSync(folder).toSorted()).toEqual(["outline.md", "wrong.md"]);
    expect(readFileSync(join(folder, "outline.md"), "utf8")).toBe("an outline, used");
    const [run] = await readHistory(agent, config);
    expect(run?.attempts[0]?.files?.restored).toMatchObject({ removed: 2 });
  });

  it("go back in a process that has not seen them written", async () => {
    const first = opened("asked", false, true);
    expect(await first.agent.invoke({ drafts: 0 }, config)).toHaveProperty(INTERRUPT);
    expect(readdirSync(first.folder).toSorted()).toEqual(["outline.md", "wrong.md"]);
    const { agent, folder } = opened("asked", true, true);
    const approved = new Command<unknown, Record<string, unknown>, never>({ resume: true });
    expect((await agent.invoke(approved, config)).drafts).toBe(1);
    expect(readdirSync(folder).toSorted()).toEqual(["outline.md", "right.md"]);
    expect(readFileSync(join(folder, "outline.md"), "utf8")).toBe("an outline, used");
  });
});
