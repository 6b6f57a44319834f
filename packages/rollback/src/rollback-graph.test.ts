import { Annotation, Command, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import {
  alwaysWrong,
  chainGraph,
  nothingWrong,
  on,
  throwsUntilTold,
  untilTold,
  type ChainStep,
} from "./fixtures/chain-graph.ts";
import { calibratedAt } from "./fixtures/labelled-failures.ts";
import {
  readHistory,
  RecordingSaver,
  rollbackGraph,
  type RollbackEvent,
  type RollbackOptions,
} from "./index.ts";
import { toSet } from "./policies/to-set.ts";

async function driven(
  steps: Partial<Record<"a" | "b" | "c", ChainStep>>,
  options: Partial<Pick<RollbackOptions, "maxRollbacks" | "onEvent" | "policy" | "scorer">> = {},
) {
  const { ran, builder } = chainGraph(steps);
  const inner = builder.compile({ checkpointer: new MemorySaver() });
  const graph = rollbackGraph(inner, {
    verify: nothingWrong,
    noteChannel: "note",
    ...(options.scorer === undefined ? { calibration: await calibratedAt(1) } : {}),
    ...options,
  }).compile({ checkpointer: new MemorySaver() });
  return { ran, inner, graph };
}

const call = { input: { log: ["in"] }, threadId: "inner" };

describe("rollbackGraph", () => {
  it("runs a graph that succeeds once", async () => {
    const { ran, inner, graph } = await driven({});
    const state = await graph.invoke(call, on("outer"));
    expect(state).toMatchObject({
      status: "succeeded",
      reason: "Attempt 1 passed the verifier.",
      output: { log: ["in", "a:right", "b:right", "c:right"] },
      attempts: [{ decision: "accept" }],
    });
    expect(state.error).toBeUndefined();
    expect(ran).toEqual(["a", "b", "c"]);
    expect(await readHistory(inner, on("inner"))).toMatchObject([{ status: "succeeded" }]);
  });

  it("rewinds a failed run to the set, as withRollback does, and ends right", async () => {
    const { ran, inner, graph } = await driven({ b: untilTold("b") });
    const state = await graph.invoke(call, on("outer"));
    expect(state).toMatchObject({
      status: "recovered",
      output: { log: ["in", "a:right", "b:right", "c:right"] },
      attempts: [
        { decision: "roll-back", rewind: { step: 1, promise: { attempt: 1 } } },
        { decision: "accept" },
      ],
    });
    expect(ran).toEqual(["a", "b", "c", "b", "c"]);
    expect((await readHistory(inner, on("inner")))[0]?.attempts).toEqual(state.attempts);
  });

  it("gives up when the budget is spent, with the first output and why", async () => {
    const { ran, graph } = await driven({ b: alwaysWrong("b") }, { policy: toSet(), maxRollbacks: 2 });
    const state = await graph.invoke(call, on("outer"));
    expect(state).toMatchObject({
      status: "gave-up",
      reason:
        "Attempt 3 failed (something is wrong) and no rollback is left. No attempt passed; attempt 1 is returned, as it is the first.",
      output: { log: ["in", "a:right", "b:wrong", "c:right"] },
    });
    expect(ran.join("")).toBe("abcbcabc");
  });

  it("keeps an exception in its state and never throws it", async () => {
    const { graph } = await driven(
      { b: () => Promise.reject(new RangeError("b is broken")) },
      { maxRollbacks: 1 },
    );
    const state = await graph.invoke(call, on("outer"));
    expect(state).toMatchObject({
      status: "gave-up",
      error: { name: "RangeError", message: "b is broken" },
      attempts: [{ decision: "roll-back" }, { decision: "give-up" }],
    });
  });

  it("recovers from an exception, and has no error then", async () => {
    const { graph } = await driven({ b: throwsUntilTold("b") });
    const state = await graph.invoke(call, on("outer"));
    expect(state).toMatchObject({
      status: "recovered",
      output: { log: ["in", "a:right", "b:right", "c:right"] },
    });
    expect(state.error).toBeUndefined();
  });

  it("raises an interrupt of the graph, and hands the answer back to it", async () => {
    const { ran, graph } = await driven({ b: () => `${String(interrupt("go on?"))}:right` });
    const asked = await graph.invoke(call, on("outer"));
    expect(asked).toMatchObject({ __interrupt__: [{ value: "go on?" }] });
    const state = await graph.invoke(new Command({ resume: "yes" }), on("outer"));
    expect(state).toMatchObject({
      status: "succeeded",
      output: { log: ["in", "a:right", "yes:right", "c:right"] },
    });
    expect(ran).toEqual(["a", "b", "b", "c"]);
  });

  it("gives each of several interrupts its own answer", async () => {
    const { graph } = await driven({
      b: () => `${String(interrupt("first?"))}+${String(interrupt("second?"))}:right`,
      c: () => `${String(interrupt("third?"))}:right`,
    });
    expect(await graph.invoke(call, on("outer"))).toMatchObject({ __interrupt__: [{ value: "first?" }] });
    const second = await graph.invoke(new Command({ resume: 1 }), on("outer"));
    expect(second).toMatchObject({ __interrupt__: [{ value: "second?" }] });
    const third = await graph.invoke(new Command({ resume: 2 }), on("outer"));
    expect(third).toMatchObject({ __interrupt__: [{ value: "third?" }] });
    const state = await graph.invoke(new Command({ resume: 3 }), on("outer"));
    expect(state.output).toMatchObject({ log: ["in", "a:right", "1+2:right", "3:right"] });
  });

  it("answers interrupts of nodes that run side by side one by one", async () => {
    const State = Annotation.Root({
      log: Annotation<string[]>({ reducer: (kept, added) => kept.concat(added), default: () => [] }),
    });
    const inner = new StateGraph(State)
      .addNode("p", () => ({ log: [`p: ${String(interrupt("p?"))}`] }))
      .addNode("q", () => ({ log: [`q: ${String(interrupt("q?"))} ${String(interrupt("why?"))}`] }))
      .addEdge(START, "p")
      .addEdge(START, "q")
      .compile();
    const graph = rollbackGraph(inner, { verify: () => true }).compile({ checkpointer: new MemorySaver() });
    expect(await graph.invoke({ input: {} }, on("outer"))).toMatchObject({
      __interrupt__: [{ value: "p?" }],
    });
    const next = await graph.invoke(new Command({ resume: "one" }), on("outer"));
    expect(next).toMatchObject({ __interrupt__: [{ value: "q?" }] });
    const last = await graph.invoke(new Command({ resume: "two" }), on("outer"));
    expect(last).toMatchObject({ __interrupt__: [{ value: "why?" }] });
    const { output } = await graph.invoke(new Command({ resume: "so" }), on("outer"));
    expect(output).toEqual({ log: ["p: one", "q: two so"] });
  });

  it("pauses where the graph has a breakpoint, and resumes there", async () => {
    const { ran, builder } = chainGraph({ b: untilTold("b") });
    const inner = builder.compile({ interruptBefore: ["b"] });
    const graph = rollbackGraph(inner, { verify: nothingWrong, noteChannel: "note" }).compile({
      checkpointer: new MemorySaver(),
    });
    expect(await graph.invoke(call, on("outer"))).toHaveProperty("__interrupt__");
    expect(await graph.invoke(new Command({ resume: true }), on("outer"))).toHaveProperty("__interrupt__");
    const { output } = await graph.invoke(new Command({ resume: true }), on("outer"));
    expect(output).toMatchObject({ log: ["in", "a:right", "b:right", "c:right"] });
    expect(ran.join("")).toBe("abcabc");
  });

  it("asks again in the attempt after a rollback", async () => {
    const { graph } = await driven({
      b: ({ note }) => `${String(interrupt("go on?"))}:${note === "" ? "wrong" : "right"}`,
    });
    await graph.invoke(call, on("outer"));
    const again = await graph.invoke(new Command({ resume: "first" }), on("outer"));
    expect(again).toMatchObject({
      __interrupt__: [{ value: "go on?" }],
      attempts: [{ decision: "roll-back" }],
    });
    const state = await graph.invoke(new Command({ resume: "second" }), on("outer"));
    expect(state).toMatchObject({
      status: "recovered",
      output: { log: ["in", "a:right", "second:right", "c:right"] },
    });
  });

  it("tells of one turn at a time on a thread that is used again", async () => {
    const { graph } = await driven({ b: throwsUntilTold("b") });
    await graph.invoke(call, on("outer"));
    const state = await graph.invoke({ input: { log: ["again"] } }, on("outer"));
    expect(state).toMatchObject({ threadId: "inner", status: "succeeded", attempts: [{ attempt: 1 }] });
    expect(state.attempts).toHaveLength(1);
    expect(state.output).toMatchObject({ log: expect.arrayContaining(["in", "again"]) });
  });

  it("judges an attempt that a process left with its exception, and does not run its node again first", async () => {
    const { ran, builder } = chainGraph({ b: throwsUntilTold("b") });
    const inner = builder.compile({ checkpointer: new RecordingSaver(new MemorySaver()) });
    const cutOff = { configurable: { thread_id: "inner", __langgraph_rollback: { run: "r", attempt: 1 } } };
    await expect(inner.invoke({ log: ["in"] }, cutOff)).rejects.toThrow("b broke");
    const graph = rollbackGraph(inner, {
      verify: nothingWrong,
      noteChannel: "note",
      calibration: await calibratedAt(1),
      policy: toSet(),
    }).compile();
    const state = await graph.invoke({ input: null, threadId: "inner" });
    expect(state).toMatchObject({
      status: "recovered",
      attempts: [
        { run: "r", attempt: 1 },
        { run: "r", attempt: 2 },
      ],
    });
    expect(ran).toEqual(["a", "b", "b", "c"]);
  });

  it("makes a thread when none is given, and names it", async () => {
    const { inner, graph } = await driven({});
    const { threadId } = await graph.invoke({ input: { log: [] } }, on("outer"));
    expect(threadId).toMatch(/./);
    expect(await readHistory(inner, on(threadId))).toHaveLength(1);
  });

  it("throws what a call that LangGraph refuses throws", async () => {
    const { graph } = await driven({});
    await expect(graph.invoke({ input: null, threadId: "unknown" }, on("outer"))).rejects.toThrow("input");
  });

  it("streams the attempts' chunks as custom chunks, with the rollback's events between them", async () => {
    const told: RollbackEvent[] = [];
    const { graph } = await driven({ b: untilTold("b") }, { onEvent: (event) => told.push(event) });
    const streamed: unknown[] = [];
    for await (const chunk of await graph.stream(call, { ...on("outer"), streamMode: "custom" }))
      streamed.push("type" in chunk ? chunk.type : Object.keys(chunk)[0]);
    expect(streamed).toEqual([
      "rollback:attempt-started",
      "a",
      "b",
      "c",
      "rollback:rolled-back",
      "rollback:attempt-started",
      "b",
      "c",
      "rollback:ended",
    ]);
    expect(told.map(({ type }) => type)).toEqual(streamed.filter((name) => String(name).includes(":")));
    expect(told[1]).toMatchObject({ attempt: 1, fromStep: 1, kept: [expect.stringMatching(/^a:/)] });
  });

  it("restarts where the scorer fails, and says so, as withRollback does", async () => {
    const scorer = { fingerprint: "broken", score: () => Promise.reject(new Error("no model")) };
    const { ran, graph } = await driven({ b: untilTold("b") }, { scorer });
    const state = await graph.invoke(call, on("outer"));
    expect(state).toMatchObject({
      status: "recovered",
      attempts: [{ rewind: { step: 0 }, problem: { code: "SCORER_FAILED" } }, { decision: "accept" }],
    });
    expect(ran.join("")).toBe("abcabc");
  });

  it("is drawn with its phases", async () => {
    const { graph } = await driven({});
    const drawn = (await graph.getGraphAsync()).drawMermaid();
    for (const phase of ["begin", "run", "verify", "attribute", "plan", "rollBack", "report"])
      expect(drawn).toContain(`${phase}(${phase})`);
    for (const edge of [
      "run -.-> verify",
      "verify -.-> attribute",
      "attribute --> plan",
      "plan -.-> approve",
      "approve -.-> rollBack",
      "rollBack -.-> run",
    ])
      expect(drawn).toContain(edge);
  });
});
