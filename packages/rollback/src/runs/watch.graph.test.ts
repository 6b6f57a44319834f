import { Command, interrupt, MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { alwaysWrong, chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { alarmByLastLine, byLastLine } from "../fixtures/scored-alarm.ts";
import { collected } from "../fixtures/speaking-graph.ts";
import { readHistory, rollbackGraph, type RollbackEvent, type RollbackOptions } from "../index.ts";

const answer = (value: unknown) => new Command<unknown, Record<string, unknown>, never>({ resume: value });
const call = { input: { log: [] }, threadId: "inner" };
const right = ["a:right", "b:right", "c:right"];

/** Scores as the alarm expects them, and counts how often it is asked. */
function counting() {
  const asked: number[] = [];
  const scorer: typeof byLastLine = {
    fingerprint: byLastLine.fingerprint,
    score: (run) => {
      asked.push(run.steps.length);
      return byLastLine.score(run);
    },
  };
  return { asked, scorer };
}

/** Nothing is late on a slow machine. */
const watch = { alarm: alarmByLastLine(), scorer: byLastLine, audit: 1e-9, waitMs: 60_000 };

function loop(
  steps: Parameters<typeof chainGraph>[0],
  options: Partial<RollbackOptions<unknown, { log: string[] }>> = {},
) {
  const { builder, ran } = chainGraph(steps);
  const inner = builder.compile({ checkpointer: new MemorySaver() });
  const checkpointer = new MemorySaver();
  const events: RollbackEvent[] = [];
  /** Another process has a graph of its own. */
  const made = () =>
    rollbackGraph(inner, {
      verify: nothingWrong,
      watch,
      noteChannel: "note",
      onEvent: (event) => events.push(event),
      ...options,
    }).compile({ checkpointer });
  return { graph: made(), made, inner, ran, events };
}

const problemsOf = async (graph: Parameters<typeof readHistory>[0]) =>
  (await readHistory(graph, on("inner")))[0]?.problems.map(({ problem }) => problem.code);

describe("a first attempt in rollbackGraph that is watched", () => {
  it("runs to its end without an alarm, and its record has the course of the alarm", async () => {
    const { graph, ran } = loop({});
    const { status, output, attempts } = await graph.invoke(call, on("outer"));
    expect({ status, output }).toMatchObject({ status: "succeeded", output: { log: right } });
    expect(ran.join("")).toBe("abc");
    expect(attempts[0]?.watch?.alarm).toMatchObject({ stops: true, scorer: "last-line-1" });
    expect(attempts[0]?.watch?.alarm?.scores.slice(0, 2)).toEqual([0.9, 0.9]);
    expect(attempts[0]?.outcome).not.toHaveProperty("early");
  });

  it("is stopped by an alarm before its next step, and rolled back", async () => {
    const { graph, inner, ran, events } = loop({ b: untilTold("b") });
    const streamMode = ["custom" as const, "updates" as const];
    const chunks = await collected(await graph.stream(call, { ...on("outer"), streamMode }));
    const nodes = chunks.flatMap(([mode, chunk]) => (mode === "updates" ? Object.keys(chunk) : []));
    expect(nodes).toEqual("begin run verify attribute plan approve rollBack run verify report".split(" "));
    // The first c never ran.
    expect(ran.join("")).toBe("ababc");
    const { status, output, attempts } = (await graph.getState(on("outer"))).values;
    expect({ status, output }).toMatchObject({ status: "recovered", output: { log: right } });
    expect(attempts).toMatchObject([
      {
        outcome: { ok: false, early: { by: "alarm", step: 1 }, error: { name: "StoppedEarlyError" } },
        watch: { alarm: { scores: [0.9, 0.1], raised: 1 } },
        decision: "roll-back",
      },
      { outcome: { ok: true }, decision: "accept" },
    ]);
    expect(attempts[1]).not.toHaveProperty("watch");
    expect((await readHistory(inner, on("inner")))[0]?.attempts).toEqual(attempts);
    expect(events.map(({ type }) => type)).not.toContain("rollback:problem");
  });

  const verify = ({ output }: { readonly output: unknown }) => ({
    ok: !JSON.stringify(Reflect.get(Object(output), "log")).includes("wrong"),
    reason: "b is wrong",
  });

  it("is stopped by a check that fails where an alarm is only counted", async () => {
    const options = { watch: { ...watch, audit: 1 }, checks: { b: verify } };
    const { graph, ran } = loop({ b: untilTold("b") }, options);
    const { attempts } = await graph.invoke(call, on("outer"));
    expect(ran.join("")).toBe("ababc");
    expect(attempts[0]).toMatchObject({
      outcome: { early: { by: "check", node: "b" } },
      watch: { alarm: { stops: false, raised: 1 }, checks: [{ node: "b", ok: false }] },
    });
  });

  it("is stopped by a check, and rewound to the node that was checked", async () => {
    const checks = { b: { verify, to: "node" as const } };
    const { graph, ran } = loop({ b: untilTold("b") }, { watch: { waitMs: 60_000 }, checks });
    const { output, attempts } = await graph.invoke(call, on("outer"));
    expect(output).toMatchObject({ log: right });
    expect(ran.join("")).toBe("abbc");
    expect(attempts).toMatchObject([
      {
        outcome: { early: { by: "check", node: "b", step: 1, to: "node" } },
        watch: { checks: [{ node: "b", ok: false, reason: "b is wrong" }] },
        rewind: { step: 1 },
      },
      { outcome: { ok: true }, watch: { checks: [{ node: "b", ok: true }] } },
    ]);
  });

  it.each([
    { why: "the budget is spent", options: { budget: { steps: 1 } } },
    {
      why: "an effect cannot be undone",
      options: { effects: { nodes: { a: "irreversible", b: "irreversible" } } } as const,
    },
  ])("goes on to its own result where $why", async ({ options }) => {
    const { graph, inner, ran, events } = loop({ b: alwaysWrong("b") }, options);
    const { status, output, attempts } = await graph.invoke(call, on("outer"));
    expect({ status, output }).toMatchObject({
      status: "gave-up",
      output: { log: ["a:right", "b:wrong", "c:right"] },
    });
    // Nothing ran twice.
    expect(ran.join("")).toBe("abc");
    expect(attempts).toMatchObject([
      { outcome: { ok: false, reason: "something is wrong" }, watch: { alarm: { stops: true, raised: 1 } } },
    ]);
    expect(attempts[0]?.outcome).not.toHaveProperty("early");
    expect(await problemsOf(inner)).toEqual(["STOP_REFUSED"]);
    expect(events.filter(({ type }) => type === "rollback:problem")).toHaveLength(1);
  });

  it("has come to its end where the check of its last node failed, and is left to its verifier", async () => {
    const policy = {
      name: "never",
      decide: () => ({ kind: "give-up" as const, reason: "the test says so" }),
    };
    const options = { watch: { waitMs: 60_000 }, policy, verify: () => true, checks: { c: () => false } };
    const { graph, inner, ran } = loop({ c: alwaysWrong("c") }, options);
    const { status, output } = await graph.invoke(call, on("outer"));
    expect({ status, output }).toMatchObject({
      status: "succeeded",
      output: { log: ["a:right", "b:right", "c:wrong"] },
    });
    expect(ran.join("")).toBe("abc");
    expect(await problemsOf(inner)).toEqual(["STOP_REFUSED"]);
  });

  it("is not left half undone where an effect cannot be undone after all", async () => {
    const undo = () => {
      throw new Error("the world does not answer");
    };
    const effects = { nodes: { a: { undo } }, undoRetries: 0 };
    const { graph, ran } = loop({ b: alwaysWrong("b") }, { effects });
    await expect(graph.invoke(call, on("outer"))).rejects.toMatchObject({ code: "ROLLBACK_UNFINISHED" });
    expect(ran.join("")).toBe("ab");
  });

  it("goes on where a human declines the rollback, and is not stopped again", async () => {
    const { graph, made, inner, ran } = loop(
      { b: alwaysWrong("b") },
      { approve: ({ attempt }) => attempt === 1, verify: () => true },
    );
    expect(await graph.invoke(call, on("outer"))).toMatchObject({
      __interrupt__: [{ value: { type: "rollback:approve", attempt: 1 } }],
    });
    expect(ran.join("")).toBe("ab");
    const { status, output } = await made().invoke(answer("decline"), on("outer"));
    expect({ status, output }).toMatchObject({
      status: "succeeded",
      output: { log: ["a:right", "b:wrong", "c:right"] },
    });
    expect(ran.join("")).toBe("abc");
    expect(await problemsOf(inner)).toEqual(["STOP_REFUSED"]);
  });

  it("is rolled back where a human approves", async () => {
    const { graph, made, ran } = loop({ b: untilTold("b") }, { approve: "always" });
    await graph.invoke(call, on("outer"));
    const { output } = await made().invoke(answer(true), on("outer"));
    expect(output).toMatchObject({ log: right });
    expect(ran.join("")).toBe("ababc");
  });

  it("is only recorded where it is observed", async () => {
    const { graph, inner, ran } = loop({ b: alwaysWrong("b") }, { mode: "observe" });
    const { output, attempts } = await graph.invoke(call, on("outer"));
    expect(output).toMatchObject({ log: ["a:right", "b:wrong", "c:right"] });
    expect(ran.join("")).toBe("abc");
    expect(attempts).toMatchObject([
      { outcome: { reason: "something is wrong" }, watch: { alarm: { stops: false, raised: 1 } } },
    ]);
    expect(await problemsOf(inner)).toEqual([]);
  });

  it.each(["approve", "rollBack"] as const)(
    "goes on where it is only observed by the time of node %s",
    async (node) => {
      const approve = node === "approve" ? "always" : "never";
      const { builder, ran } = chainGraph({ b: alwaysWrong("b") });
      const inner = builder.compile({ checkpointer: new MemorySaver() });
      const checkpointer = new MemorySaver();
      const common = { verify: nothingWrong, watch, noteChannel: "note", approve } as const;
      const [rolling, observing] = (["rollback", "observe"] as const).map((mode) =>
        rollbackGraph(inner, { ...common, mode }).compile({ checkpointer, interruptBefore: [node] }),
      );
      await rolling?.invoke(call, on("outer"));
      expect(ran.join("")).toBe("ab");
      const state = await observing?.invoke(null, on("outer"));
      expect(state?.output).toMatchObject({ log: ["a:right", "b:wrong", "c:right"] });
      expect(ran.join("")).toBe("abc");
      expect(await problemsOf(inner)).toEqual(["STOP_REFUSED"]);
    },
  );

  it("keeps its scores over a pause, and asks for none twice", async () => {
    const { asked, scorer } = counting();
    const { graph, made, ran } = loop(
      { b: ({ note }) => `b, ${String(interrupt("sure?"))}:${note === "" ? "wrong" : "right"}` },
      { watch: { ...watch, scorer } },
    );
    expect(await graph.invoke(call, on("outer"))).toMatchObject({ __interrupt__: [{ value: "sure?" }] });
    expect(asked).toEqual([1]);
    const again = await made().invoke(answer("yes"), on("outer"));
    // The attempt after the rollback asks again.
    expect(again).toMatchObject({
      __interrupt__: [{ value: "sure?" }],
      attempts: [{ watch: { alarm: { scores: [0.9, 0.1] } }, outcome: { early: { step: 1 } } }],
    });
    const { output } = await made().invoke(answer("yes"), on("outer"));
    expect(output).toMatchObject({ log: ["a:right", "b, yes:right", "c:right"] });
    expect(asked).toEqual([1, 2]);
    expect(ran.join("")).toBe("abbabbc");
  });
});

it("refuses a check of a node that the graph does not have", () => {
  expect(() => loop({}, { checks: { d: () => true } })).toThrow(/checks\.d/);
});
