import { describe, expect, it, vi } from "vitest";

import { inspectHere } from "../fixtures/inspect-here.ts";
import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { sqlite } from "../fixtures/sqlite.ts";

const { at, file } = await scratchFolder();
const db = at("runs.sqlite");
const from = (name: string): string => JSON.stringify(import.meta.resolve(name));

/** An agent that asks before it goes back, and whose checkpointer the command gives it. */
await file(
  "agent.mjs",
  `
import { Annotation, StateGraph } from ${from("@langchain/langgraph")};
import { getReplanNote, rollbackGraph, withRollback } from ${from("langgraph-rollback")};
const State = Annotation.Root({ said: Annotation() });
export const plain = new StateGraph(State)
  .addNode("say", (_, config) => ({ said: getReplanNote(config) ?? "wrong" }))
  .addEdge("__start__", "say")
  .compile();
export const studio = rollbackGraph(plain, { verify: () => true }).compile();
export const agent = withRollback(plain, { verify: ({ output }) => output.said !== "wrong", approve: "always" });
`,
);

async function recordWaiting(): Promise<void> {
  const { agent } = await import(at("agent.mjs"));
  agent.checkpointer = sqlite.open?.(db);
  await agent.invoke({ said: "" }, { configurable: { thread_id: "t" } });
  agent.checkpointer = undefined;
}

describe.skipIf(sqlite.open === undefined)(`inspect --act${sqlite.missing}`, () => {
  it("acts with the module's agent over the database, as who was named, and tells of both addresses", async () => {
    await recordWaiting();
    const act = ["--act", `${at("agent.mjs")}#agent`, "--by", "Ada", "--read-only"];
    const { code, said } = await inspectHere([db, ...act], async (ask) => {
      expect(JSON.parse((await ask("/api/info")).text)).toMatchObject({ actsBy: "Ada" });
      const { expected, question } = JSON.parse((await ask("/api/act?thread=t")).text);
      expect(question).toMatchObject({ attempt: 1 });
      const answer = { thread: "t", by: "Ada", expected, decision: "approve" };
      expect((await ask("/api/act/answer", answer)).status).toBe(202);
      await vi.waitUntil(async () => {
        const { runs } = JSON.parse((await ask("/api/thread?id=t")).text);
        return runs[0].status === "recovered" && runs[0].actions[0].by === "Ada";
      });
    });
    expect(code).toBe(0);
    expect(said).toContain("It can act with your agent, as Ada.");
    expect(said).toMatch(/^To read only: http:\/\/127\.0\.0\.1:\d+\/\?token=\S+$/m);
  });

  it.each([
    ["plain", /graph as `withRollback` gives it, got /],
    ["studio", /not as `rollbackGraph` does .* on the thread that its state names as `threadId`/],
    ["missing", /to export a compiled graph or an agent as `missing`; `--act /],
  ])("refuses the export `%s`", async (name, message) => {
    await recordWaiting();
    const refused = await runHere(["inspect", db, "--act", `${at("agent.mjs")}#${name}`]);
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(message) });
  });

  it("refuses files of trajectories, which hold no checkpoints to act on", async () => {
    const own = await file("own.jsonl", "{}\n");
    const refused = await runHere(["inspect", own, "--act", `${at("agent.mjs")}#agent`]);
    expect(refused.code).toBe(1);
  });
});
