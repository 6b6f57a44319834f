import type { StepScorer } from "@langgraph-rollback/attribution";
import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import {
  alwaysWrong,
  chainGraph,
  nothingWrong,
  on,
  throwsUntilTold,
  untilTold,
} from "./fixtures/chain-graph.ts";
import { calibratedAt, tooSmallCalibration } from "./fixtures/labelled-failures.ts";
import { DurabilityError, UnsupportedGraphError } from "./errors/index.ts";
import {
  listThreads,
  readHistory,
  readTrajectory,
  RecordingSaver,
  RollbackExhaustedError,
  withRollback,
  type RollbackEvent,
} from "./index.ts";
import { toSet } from "./policies/to-set.ts";

const FIRST = " No attempt passed; attempt 1 is returned, as it is the first.";

const told = { verify: nothingWrong, noteChannel: "note" };

describe("a run that succeeds", () => {
  it("returns what the graph returns, and is executed once", async () => {
    const { ran, builder } = chainGraph();
    const graph = withRollback(builder.compile(), told);
    const plain = await chainGraph()
      .builder.compile()
      .invoke({ log: ["in"] });
    expect(await graph.invoke({ log: ["in"] }, on("t"))).toEqual(plain);
    expect(ran).toEqual(["a", "b", "c"]);
    expect(await readHistory(graph, on("t"))).toMatchObject([
      { status: "succeeded", attempts: [{ attempt: 1, decision: "accept", outcome: { ok: true } }] },
    ]);
  });
});

describe("a run without a thread_id", () => {
  it("is found again: its events name the thread that was made, and listThreads has it", async () => {
    const named: string[] = [];
    const graph = withRollback(chainGraph({ b: untilTold("b") }).builder.compile(), {
      ...told,
      onEvent: ({ type, threadId }) => type === "rollback:ended" && named.push(threadId),
    });
    const heard: unknown[] = [];
    await graph.invoke(
      { log: [] },
      { callbacks: [{ handleCustomEvent: (_, data: RollbackEvent) => heard.push(data.threadId) }] },
    );
    const { threads } = await listThreads(graph, 10);
    expect(threads.map(({ threadId }) => threadId)).toEqual(named);
    expect(new Set(heard)).toEqual(new Set(named));
    expect(await readHistory(graph, on(named[0] ?? ""))).toMatchObject([{ status: "recovered" }]);
  });
});

describe("a run that its verifier refuses", () => {
  it("starts again with a note when nothing is calibrated, and ends right", async () => {
    const { ran, builder } = chainGraph({ b: untilTold("b") });
    const graph = withRollback(builder.compile(), told);
    const output = await graph.invoke({ log: ["in"] }, on("t"));
    expect(output.log).toEqual(["in", "a:right", "b:right", "c:right"]);
    expect(output.note).toMatch(/^\[rollback\] Attempt 1 at this task failed/);
    expect(ran).toEqual(["a", "b", "c", "a", "b", "c"]);
    expect((await readHistory(graph, on("t")))[0]).toMatchObject({
      status: "recovered",
      reason: "Attempt 2 passed the verifier.",
      attempts: [
        {
          decision: "roll-back",
          outcome: { ok: false, reason: "something is wrong" },
          attribution: { status: "unbounded" },
          rewind: { step: 0, kept: 0, redone: 3 },
        },
        { decision: "accept" },
      ],
    });
  });

  it("is rewound to just before the calibrated set's first step", async () => {
    const { ran, builder } = chainGraph({ b: untilTold("b") });
    const graph = withRollback(builder.compile(), { ...told, calibration: await calibratedAt(1) });
    expect((await graph.invoke({ log: [] }, on("t"))).log).toEqual(["a:right", "b:right", "c:right"]);
    expect(ran).toEqual(["a", "b", "c", "b", "c"]);
    const [run] = await readHistory(graph, on("t"));
    expect(run?.attempts[0]).toMatchObject({
      attribution: { status: "bounded", alpha: 0.2, n: 30, set: { range: { start: 1 } } },
      rewind: { step: 1, promise: { attempt: 1, alpha: 0.2, guarantee: "exact" }, kept: 1, redone: 2 },
    });
  });

  it("keeps why its steps were suspected, in few words", async () => {
    const { builder } = chainGraph({ b: untilTold("b") });
    const graph = withRollback(builder.compile(), { ...told, calibration: await calibratedAt(1) });
    await graph.invoke({ log: [] }, on("t"));
    const [run] = await readHistory(graph, on("t"));
    const explanations = run?.attempts[0]?.attribution?.explanations;
    expect(explanations?.map(({ step }) => step)).toEqual([0, 1, 2]);
    expect(explanations?.[1]).toMatchObject({
      logit: expect.any(Number),
      parts: [{ says: expect.stringMatching(/^is step 2 of 3/), logit: expect.any(Number) }],
    });
    expect(JSON.stringify(explanations).length).toBeLessThan(4000);
  });

  it("is shown to the scorer with the verifier's reason, as planted failures are that it was calibrated on", async () => {
    const outcomes: unknown[] = [];
    const scorer: StepScorer = {
      fingerprint: "one that reads the reason",
      score: async ({ steps, outcome }) => {
        outcomes.push(outcome);
        return steps.map(() => 0.5);
      },
    };
    const { builder } = chainGraph({ b: untilTold("b") });
    await withRollback(builder.compile(), { ...told, scorer }).invoke({ log: [] }, on("t"));
    expect(outcomes).toEqual([{ ok: false, reason: "something is wrong" }]);
  });

  it("starts again, and says why, when the calibration is too small for its alpha", async () => {
    const { ran, builder } = chainGraph({ b: untilTold("b") });
    const graph = withRollback(builder.compile(), { ...told, calibration: await tooSmallCalibration() });
    await graph.invoke({ log: [] }, on("t"));
    expect(ran).toEqual(["a", "b", "c", "a", "b", "c"]);
    const [run] = await readHistory(graph, on("t"));
    expect(run?.attempts[0]).toMatchObject({
      attribution: { status: "unbounded", n: 2, set: { trivial: { needed: 4 } } },
      rewind: { step: 0 },
    });
  });

  it("starts again when alpha 0 asks for no miss at all", async () => {
    const { ran, builder } = chainGraph({ b: untilTold("b") });
    const calibration = await calibratedAt(1);
    await withRollback(builder.compile(), { ...told, calibration, alpha: 0 }).invoke({ log: [] }, on("t"));
    expect(ran).toEqual(["a", "b", "c", "a", "b", "c"]);
  });

  it("rolls back by `leastCost` by default, three times at most", async () => {
    const { builder } = chainGraph({ b: alwaysWrong("b") });
    const graph = withRollback(builder.compile(), { ...told, calibration: await calibratedAt(1) });
    await graph.invoke({ log: [] }, on("t"));
    const [run] = await readHistory(graph, on("t"));
    expect(run?.attempts).toMatchObject([
      { rewind: { policy: "least-cost", promise: { attempt: 1 }, step: 1 } },
      { rewind: { policy: "least-cost" } },
      { rewind: { policy: "least-cost" } },
      { stopped: { by: "rollbacks", limit: 3, used: 3 } },
    ]);
  });

  it("goes with `toSet` to the set first, then to the start, then gives up with the first output and why", async () => {
    const { ran, builder } = chainGraph({ b: alwaysWrong("b") });
    const graph = withRollback(builder.compile(), {
      ...told,
      calibration: await calibratedAt(1),
      policy: toSet(),
      maxRollbacks: 2,
    });
    expect((await graph.invoke({ log: [] }, on("t"))).log).toEqual(["a:right", "b:wrong", "c:right"]);
    expect(ran.join("")).toBe("abcbcabc");
    const [run] = await readHistory(graph, on("t"));
    expect(run).toMatchObject({
      status: "gave-up",
      reason: `Attempt 3 failed (something is wrong) and no rollback is left.${FIRST}`,
      attempts: [
        { rewind: { promise: { attempt: 1 }, step: 1 } },
        { rewind: { step: 0 } },
        {
          decision: "give-up",
          attribution: { status: "unbounded" },
          stopped: { by: "rollbacks", limit: 2, used: 2 },
        },
      ],
    });
    expect(run?.attempts[2]?.rewind).toBeUndefined();
  });

  it("is not repeated when `maxRollbacks` is 0", async () => {
    const { ran, builder } = chainGraph({ b: alwaysWrong("b") });
    const graph = withRollback(builder.compile(), { ...told, maxRollbacks: 0 });
    expect((await graph.invoke({ log: [] }, on("t"))).log).toContain("b:wrong");
    expect(ran).toEqual(["a", "b", "c"]);
    expect((await readHistory(graph, on("t")))[0]?.status).toBe("gave-up");
  });

  it('throws RollbackExhaustedError with the last output when `onFailure` is "error"', async () => {
    const { builder } = chainGraph({ b: alwaysWrong("b") });
    const graph = withRollback(builder.compile(), { ...told, onFailure: "error", maxRollbacks: 1 });
    const thrown = await graph.invoke({ log: [] }, on("t")).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(RollbackExhaustedError);
    expect(thrown).toMatchObject({
      code: "ROLLBACK_EXHAUSTED",
      attempts: 2,
      output: { log: ["a:right", "b:wrong", "c:right"] },
    });
  });
});

describe("a run that throws", () => {
  it("is rolled back from the step that threw, and ends right", async () => {
    const { ran, builder } = chainGraph({ b: throwsUntilTold("b") });
    const graph = withRollback(builder.compile(), { ...told, calibration: await calibratedAt(1, 2) });
    expect((await graph.invoke({ log: [] }, on("t"))).log).toEqual(["a:right", "b:right", "c:right"]);
    expect(ran).toEqual(["a", "b", "b", "c"]);
    expect((await readHistory(graph, on("t")))[0]?.attempts[0]?.outcome).toEqual({
      ok: false,
      reason: "RangeError: b broke",
      error: { name: "RangeError", message: "b broke" },
    });
  });

  it.each(["last", "error"] as const)(
    'throws the last exception as it was after the budget is spent (`onFailure: "%s"`)',
    async (onFailure) => {
      const broken = new RangeError("b is broken");
      const { ran, builder } = chainGraph({ b: () => Promise.reject(broken) });
      const graph = withRollback(builder.compile(), { ...told, onFailure, maxRollbacks: 1 });
      await expect(graph.invoke({ log: [] }, on("t"))).rejects.toBe(broken);
      expect(ran).toEqual(["a", "b", "a", "b"]);
      expect((await readHistory(graph, on("t")))[0]?.status).toBe("gave-up");
    },
  );

  it("never asks the verifier about an exception", async () => {
    const asked: number[] = [];
    const { builder } = chainGraph({ b: throwsUntilTold("b") });
    const graph = withRollback(builder.compile(), {
      noteChannel: "note",
      verify: ({ attempt }) => asked.push(attempt) > 0,
    });
    await graph.invoke({ log: [] }, on("t"));
    expect(asked).toEqual([2]);
  });

  it("is rolled back when it runs into the recursion limit", async () => {
    const graph = withRollback(chainGraph().builder.compile(), { ...told, maxRollbacks: 1 });
    const call = graph.invoke({ log: [] }, { ...on("t"), recursionLimit: 1 });
    await expect(call).rejects.toThrow("Recursion limit of 1");
    expect((await readHistory(graph, on("t")))[0]?.attempts).toMatchObject([
      { decision: "roll-back", outcome: { error: { name: "GraphRecursionError" } } },
      { decision: "give-up" },
    ]);
  });
});

describe("what is not given", () => {
  it("keeps checkpoints in memory when the graph has no checkpointer", async () => {
    const graph = withRollback(chainGraph().builder.compile(), told);
    await graph.invoke({ log: [] }, on("t"));
    expect(graph.checkpointer).toBeInstanceOf(RecordingSaver);
    expect(graph.checkpointer).toMatchObject({ inner: expect.any(MemorySaver) });
    expect((await readTrajectory(graph, on("t"))).steps).toHaveLength(3);
  });

  it("makes a thread when the call names none, and says which by event", async () => {
    const events: RollbackEvent[] = [];
    const graph = withRollback(chainGraph().builder.compile(), {
      ...told,
      ids: () => "made",
      onEvent: (event) => events.push(event),
    });
    await graph.invoke({ log: [] });
    expect(events[0]).toEqual({
      type: "rollback:attempt-started",
      threadId: "made",
      run: "made",
      attempt: 1,
    });
    expect((await readHistory(graph, on("made")))[0]?.status).toBe("succeeded");
  });

  it.each([{ durability: "exit" as const }, { checkpointDuring: false }])(
    "refuses %o, which would keep nothing to rewind to",
    async (setting) => {
      const { ran, builder } = chainGraph();
      const graph = withRollback(builder.compile(), told);
      const thrown = await graph.invoke({ log: [] }, { ...on("t"), ...setting }).catch((error) => error);
      expect(thrown).toBeInstanceOf(DurabilityError);
      expect(thrown.code).toBe("DURABILITY");
      expect(thrown.message).toContain(Object.keys(setting)[0]);
      expect(ran).toEqual([]);
    },
  );

  it.each([{ durability: "async" as const }, { checkpointDuring: true }])(
    "recovers with %o",
    async (setting) => {
      const graph = withRollback(chainGraph({ b: untilTold("b") }).builder.compile(), told);
      const output = await graph.invoke({ log: [] }, { ...on("t"), ...setting });
      expect(output.log).toEqual(["a:right", "b:right", "c:right"]);
    },
  );

  it("refuses what is not a compiled graph", () => {
    // @ts-expect-error a StateGraph runs only when it is compiled
    expect(() => withRollback(chainGraph().builder, { verify: () => true })).toThrow(UnsupportedGraphError);
  });
});

describe("the graph that was given", () => {
  it("is not altered: it has its own checkpointer and runs without rollback", async () => {
    const saver = new MemorySaver();
    const { ran, builder } = chainGraph({ b: alwaysWrong("b") });
    const original = builder.compile({ checkpointer: saver });
    withRollback(original, told);
    expect(original.checkpointer).toBe(saver);
    expect((await original.invoke({ log: [] }, on("t"))).log).toContain("b:wrong");
    expect(ran).toEqual(["a", "b", "c"]);
  });

  it("can be wrapped twice with different options, over one store", async () => {
    const saver = new MemorySaver();
    const { ran, builder } = chainGraph({ b: alwaysWrong("b") });
    const original = builder.compile({ checkpointer: saver });
    await withRollback(original, { ...told, maxRollbacks: 1 }).invoke({ log: [] }, on("t-1"));
    await withRollback(original, { ...told, maxRollbacks: 0 }).invoke({ log: [] }, on("t-2"));
    expect(ran.join("")).toBe("abcabcabc");
  });
});
