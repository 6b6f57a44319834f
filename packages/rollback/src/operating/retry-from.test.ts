import { HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { describe, expect, it } from "vitest";

import { doing, failing, told, toStep } from "../fixtures/acting-graph.ts";
import { addingAgent, danglingToolCalls } from "../fixtures/adding-agent.ts";
import { alwaysWrong, chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { EffectWorld } from "../fixtures/effect-world.ts";
import { readFailedRuns, readHistory, rollbackGraph, withRollback, type RollbackOptions } from "../index.ts";
import { answerRollback, previewActions, retryFrom } from "./index.ts";

const tools = (world: EffectWorld) =>
  ({ a: { undo: world.undo }, b: { undo: world.undo }, c: { undo: world.undo }, m: "irreversible" }) as const;

/** A run of a1, b2, c3 that has ended: its first `failures` attempts fail. */
async function ended(failures: number, more: Partial<RollbackOptions> = {}, names = ["a1", "b2", "c3"]) {
  const world = new EffectWorld();
  const graph = withRollback(
    doing(world, names),
    failing(failures, { tools: tools(world), onIrreversible: "allow" }, { policy: toStep(2), ...more }),
  );
  await graph.invoke({}, on("t"));
  return { world, graph };
}

describe("a retry that a person asks for", () => {
  it("goes back in a run that has succeeded, undoes its effects, and is verified", async () => {
    const { graph, world } = await ended(0);
    const { expected } = await previewActions(graph, on("t"));
    const { said } = await retryFrom(graph, on("t"), { step: 1, by: "ada", why: "wrong train", expected });
    expect(said).toHaveLength(3);
    expect(world.asked.slice(3)).toEqual(['undo c "c3"', 'undo b "b2"', "do b2", "do c3"]);
    const [run] = await readHistory(graph, on("t"));
    expect(run?.status).toBe("recovered");
    expect(run?.attempts).toMatchObject([
      {
        attempt: 1,
        decision: "roll-back",
        outcome: { ok: false, reason: "wrong train" },
        rewind: { step: 1, policy: "human" },
        operator: { by: "ada", why: "wrong train", action: "retry", instead: "accept" },
      },
      { attempt: 2, decision: "accept" },
    ]);
    expect(run?.actions).toMatchObject([{ attempt: 1, action: "retry", by: "ada", step: 1 }]);
  });

  it("is made after a run that has spent its budget, and counts as one of its rollbacks", async () => {
    const { graph } = await ended(9, { maxRollbacks: 1 });
    const [before] = await readHistory(graph, on("t"));
    expect(before?.attempts).toHaveLength(2);
    const { expected } = await previewActions(graph, on("t"));
    await retryFrom(graph, on("t"), { step: 0, by: "ada", expected });
    const [run] = await readHistory(graph, on("t"));
    expect(run?.attempts.map(({ decision }) => decision)).toEqual(["roll-back", "roll-back", "give-up"]);
    expect(run?.attempts[2]?.stopped).toMatchObject({ by: "rollbacks" });
    expect(run?.attempts[1]?.operator).toMatchObject({ instead: "give-up" });
  });

  it("goes back in the last attempt where the thread stands at an earlier one", async () => {
    let judged = 0;
    const { builder, ran } = chainGraph({ b: alwaysWrong("b") });
    const graph = withRollback(builder.compile({ checkpointer: new MemorySaver() }), {
      verify: () => ({ ok: (judged += 1) > 3, score: -judged, reason: "bad" }),
      maxRollbacks: 2,
      policy: toStep(1),
    });
    await graph.invoke({}, on("t"));
    const [before] = await readHistory(graph, on("t"));
    expect(before?.attempts[2]?.stands).toMatchObject({ attempt: 1 });
    const { expected } = await previewActions(graph, on("t"));
    ran.length = 0;
    await retryFrom(graph, on("t"), { step: 2, by: "ada", expected });
    expect(ran).toEqual(["c"]);
    const [run] = await readHistory(graph, on("t"));
    expect(run?.status).toBe("recovered");
    expect(run?.attempts).toHaveLength(4);
    expect(run?.problems).toEqual([]);
  });

  it("answers a question about a rollback that waits, with another start and note", async () => {
    const { graph, world } = await ended(1, { approve: "always" });
    const { expected, question } = await previewActions(graph, on("t"));
    expect(question).toMatchObject({ type: "rollback:approve", step: 2 });
    await retryFrom(graph, on("t"), { step: 1, note: "take the train", by: "ada", expected });
    expect(world.asked.slice(3)).toEqual(['undo c "c3"', 'undo b "b2"', "do b2", "do c3"]);
    const [run] = await readHistory(graph, on("t"));
    expect(run).toMatchObject({
      status: "recovered",
      actions: [{ action: "retry", instead: "question", by: "ada" }],
    });
    expect(run?.attempts[0]?.note).toBe("take the train");
  });

  it("tells the next attempt what the person has written, markup and control codes included", async () => {
    const note = '<img src=x onerror=alert(1)>\u001b[2J\u202e"]}';
    const seen: unknown[] = [];
    const { builder } = chainGraph({ c: (state) => `${seen.push(state.note)}` });
    const graph = withRollback(builder.compile({ checkpointer: new MemorySaver() }), {
      verify: nothingWrong,
      noteChannel: "note",
    });
    await graph.invoke({}, on("t"));
    const { expected } = await previewActions(graph, on("t"));
    await retryFrom(graph, on("t"), { step: 1, note, by: "ada", expected });
    expect(seen).toEqual(["", note]);
    expect((await readHistory(graph, on("t")))[0]?.attempts[0]?.note).toBe(note);
  });

  it("is refused where nothing undoes an effect, unless it may stay", async () => {
    const { graph, world } = await ended(0, {}, ["a1", "mail", "c3"]);
    const { expected, retry } = await previewActions(graph, on("t"), { step: 1 });
    expect(told(retry?.cannotUndo)).toEqual(['m "mail" stands']);
    const request = { step: 1, by: "ada", expected };
    await expect(retryFrom(graph, on("t"), request)).rejects.toMatchObject({ code: "ACTION_REFUSED" });
    expect(world.asked).toHaveLength(3);
    await retryFrom(graph, on("t"), { ...request, mayStand: true });
    expect(world.asked.slice(3)).toEqual(['undo c "c3"', "do mail", "do c3"]);
  });

  it("is told before what it would do, and that changes nothing", async () => {
    const { graph, world } = await ended(0);
    const before = await readHistory(graph, on("t"));
    const { expected, retry, effects } = await previewActions(graph, on("t"), { step: 1 });
    expect(retry).toMatchObject({
      attempt: 1,
      step: 1,
      kept: 1,
      undone: [
        { index: 1, agent: "b2" },
        { index: 2, agent: "c3" },
      ],
      undo: [{ name: "c" }, { name: "b" }],
      discard: [],
      cannotUndo: [],
    });
    expect(retry?.note).toMatch(/^\[rollback\] Attempt 1/);
    expect(effects.map(({ name, can }) => [name, can])).toEqual([
      ["a", ["undo"]],
      ["b", ["undo"]],
      ["c", ["undo"]],
    ]);
    expect(world.asked).toHaveLength(3);
    expect(await readHistory(graph, on("t"))).toEqual(before);
    expect((await previewActions(graph, on("t"))).expected).toBe(expected);
  });

  it("does not count for what its procedure was promised to recover", async () => {
    const { graph } = await ended(2, { maxRollbacks: 1 });
    const { expected } = await previewActions(graph, on("t"));
    await retryFrom(graph, on("t"), { step: 0, by: "ada", expected });
    expect((await readHistory(graph, on("t")))[0]?.status).toBe("recovered");
    const counted = await readFailedRuns(graph);
    expect(counted?.runs.map(({ recoveredBy }) => recoveredBy)).toEqual([undefined]);
  });

  it("goes back in an agent of `createAgent`, to a call of its model", async () => {
    const { agent: plain, asked } = addingAgent({ version: "v2" });
    const agent = withRollback(plain, { verify: () => true });
    await agent.invoke({ messages: [new HumanMessage("2 + 3?")] }, on("t"));
    const { expected, retry } = await previewActions(agent, on("t"), { step: 1 });
    // A tool's calls are its model's: the model has to see the note.
    expect(retry?.step).toBe(0);
    const { messages } = await retryFrom(agent, on("t"), { step: 1, by: "ada", expected });
    expect(asked).toEqual([
      [2, 30],
      [2, 3],
    ]);
    expect(messages.at(-1)?.text).toBe("The sum is 5.");
    expect(danglingToolCalls(messages)).toEqual([]);
  });

  it("is refused for a graph that `withRollback` does not give, and for one that is only observed", async () => {
    const { builder } = chainGraph();
    const plain = builder.compile({ checkpointer: new MemorySaver() });
    const nodes = rollbackGraph(plain, { verify: () => true }).compile({ checkpointer: new MemorySaver() });
    await expect(previewActions(nodes, on("t"))).rejects.toMatchObject({ code: "INVALID_OPTION" });
    await expect(previewActions(plain, on("t"))).rejects.toMatchObject({ code: "INVALID_OPTION" });
    const observed = withRollback(plain, { verify: () => false, mode: "observe" });
    await observed.invoke({}, on("t"));
    const { expected, refused } = await previewActions(observed, on("t"), { step: 1 });
    expect(refused).toContain("only observed");
    const retried = retryFrom(observed, on("t"), { step: 1, by: "ada", expected });
    await expect(retried).rejects.toMatchObject({ code: "ACTION_REFUSED" });
  });

  it.each([
    { name: "no name", more: { by: " " } },
    { name: "a name with a control code", more: { by: "a\u001b[2Jda" } },
    { name: "a long name", more: { by: "a".repeat(101) } },
    { name: "a step that is none", more: { step: 1.5 } },
    { name: "a step that the attempt does not have", more: { step: 3 } },
  ])("refuses $name", async ({ more }) => {
    const { graph, world } = await ended(0);
    const { expected } = await previewActions(graph, on("t"));
    const retried = retryFrom(graph, on("t"), { step: 1, by: "ada", expected, ...more });
    await expect(retried).rejects.toMatchObject({ code: "INVALID_OPTION" });
    expect(world.asked).toHaveLength(3);
  });
});

describe.each([
  { name: "memory", saver: () => new MemorySaver() },
  { name: "SQLite", saver: () => SqliteSaver.fromConnString(":memory:") },
])("two people over $name", ({ saver }) => {
  it("who act at once: one is heard, the other is told", async () => {
    const { builder, ran } = chainGraph({ a: untilTold("a") });
    const graph = withRollback(builder.compile({ checkpointer: saver() }), { verify: () => true });
    await graph.invoke({}, on("t"));
    const { expected } = await previewActions(graph, on("t"));
    ran.length = 0;
    const asked = ["ada", "bob"].map((by) => retryFrom(graph, on("t"), { step: 1, by, expected }));
    const results = await Promise.allSettled(asked);
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []));
    expect(refused).toHaveLength(1);
    expect(["THREAD_BUSY", "THREAD_MOVED"]).toContain(refused[0]);
    expect(ran).toEqual(["b", "c"]);
    expect((await readHistory(graph, on("t")))[0]?.actions).toHaveLength(1);
  });

  it("who act one after the other on what both have seen: the second is told", async () => {
    const { builder } = chainGraph();
    const graph = withRollback(builder.compile({ checkpointer: saver() }), { verify: () => true });
    await graph.invoke({}, on("t"));
    const { expected } = await previewActions(graph, on("t"));
    await retryFrom(graph, on("t"), { step: 1, by: "ada", expected });
    const late = retryFrom(graph, on("t"), { step: 2, by: "bob", expected });
    await expect(late).rejects.toMatchObject({ code: "THREAD_MOVED" });
  });

  it("and one who clicks twice: it is done once, and the output is given again", async () => {
    const { builder, ran } = chainGraph();
    const graph = withRollback(builder.compile({ checkpointer: saver() }), { verify: () => true });
    await graph.invoke({}, on("t"));
    const { expected } = await previewActions(graph, on("t"));
    ran.length = 0;
    const request = { step: 1, by: "ada", expected };
    const first = await retryFrom(graph, on("t"), request);
    expect(await retryFrom(graph, on("t"), request)).toEqual(first);
    expect(ran).toEqual(["b", "c"]);
  });
});

describe("an answer that a person gives", () => {
  it.each([
    { decision: "approve" as const, status: "recovered" },
    { decision: "decline" as const, status: "gave-up" },
  ])("to $decision is told in the history", async ({ decision, status }) => {
    const { graph } = await ended(1, { approve: "always" });
    const { expected } = await previewActions(graph, on("t"));
    await answerRollback(graph, on("t"), { decision, by: "ada", expected });
    const [run] = await readHistory(graph, on("t"));
    expect(run).toMatchObject({ status, actions: [{ action: decision, by: "ada", attempt: 1 }] });
    expect(run?.attempts[0]?.operator).toMatchObject({ by: "ada" });
  });

  it("is given once by two clicks", async () => {
    const { graph, world } = await ended(1, { approve: "always" });
    const { expected } = await previewActions(graph, on("t"));
    const request = { decision: "approve" as const, by: "ada", expected };
    const first = await answerRollback(graph, on("t"), request);
    const asked = world.asked.length;
    expect(await answerRollback(graph, on("t"), request)).toEqual(first);
    expect(world.asked).toHaveLength(asked);
  });

  it("is refused where nothing waits", async () => {
    const { graph } = await ended(0);
    const { expected } = await previewActions(graph, on("t"));
    const answered = answerRollback(graph, on("t"), { decision: "approve", by: "ada", expected });
    await expect(answered).rejects.toMatchObject({ code: "ACTION_REFUSED" });
  });
});
