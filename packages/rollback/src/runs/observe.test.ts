import {
  Annotation,
  MemorySaver,
  START,
  StateGraph,
  type LangGraphRunnableConfig,
} from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { chainGraph, on, untilTold } from "../fixtures/chain-graph.ts";
import { FailingSaver } from "../fixtures/failing-saver.ts";
import { lastOf, observedAndNot, REASON, RIGHT, WRONG } from "../fixtures/observed-chain.ts";
import { collected, question, speakingGraph } from "../fixtures/speaking-graph.ts";
import { type RollbackEvent } from "../index.ts";

describe("a failed run that is only observed", () => {
  it("gives what it gave, and the history says what would have been done", async () => {
    const { ran, observed } = await observedAndNot({ b: untilTold("b") });
    expect((await observed.invoke({ log: [] }, on("t"))).log).toEqual(WRONG);
    expect(ran.join("")).toBe("abc");
    const { run, record } = await lastOf(observed);
    expect(run).toMatchObject({ status: "gave-up", reason: REASON, problems: [] });
    expect(record).toMatchObject({
      decision: "give-up",
      stopped: { by: "observing" },
      outcome: { ok: false },
      attribution: { status: "bounded" },
      spent: { steps: 3 },
      failedAt: { step: 2, agent: "c" },
      planned: { step: 1, kept: 1, redone: 2, kind: "superstep", promise: { attempt: 1 } },
    });
    expect(record?.planned?.note).toContain("something is wrong");
    expect(record).not.toHaveProperty("rewind");
    expect(record).not.toHaveProperty("updates");
    expect(record).not.toHaveProperty("planned.fork");
  });

  it("leaves the thread as the bare graph does", async () => {
    const { checkpointer, observed } = await observedAndNot({ b: untilTold("b") });
    await observed.invoke({ log: [] }, on("t"));
    const bare = chainGraph({ b: untilTold("b") }).builder.compile({ checkpointer });
    await bare.invoke({ log: [] }, on("bare"));
    const states = await collected(observed.getStateHistory(on("t")));
    const expected = await collected(bare.getStateHistory(on("bare")));
    const told = ({ values, next }: (typeof states)[number]) => [values, next];
    expect(states.map(told)).toEqual(expected.map(told));
  });

  it("tells `onEvent` alone", async () => {
    const events: RollbackEvent[] = [];
    const graph = await speakingGraph({ mode: "observe", onEvent: (event) => events.push(event) });
    const streamMode = ["custom" as const, "updates" as const];
    const chunks = await collected(await graph.stream(question, { ...on("t"), streamMode }));
    expect(chunks.map(([mode, chunk]) => (mode === "custom" ? chunk : Object.keys(chunk)[0]))).toEqual([
      "working",
      "plan",
      "working",
      "solve",
      "check",
    ]);
    expect(events.map(({ type }) => type)).toEqual(["rollback:attempt-started", "rollback:ended"]);
    const heard = await collected(graph.streamEvents(question, { ...on("t-2"), version: "v2" }));
    expect(heard.filter(({ event }) => event === "on_custom_event")).toEqual([]);
  });

  it("is told to no graph around it", async () => {
    const { observed } = await observedAndNot({ b: untilTold("b") });
    const outer = new StateGraph(Annotation.Root({ log: Annotation<string[]> }))
      .addNode("agent", async (_, config: LangGraphRunnableConfig) => ({
        log: (await observed.invoke({ log: [] }, config)).log,
      }))
      .addEdge(START, "agent")
      .compile({ checkpointer: new MemorySaver() });
    const streamMode = ["custom" as const, "values" as const];
    const chunks = await collected(await outer.stream({ log: [] }, { ...on("outer"), streamMode }));
    expect(chunks.at(-1)).toEqual(["values", { log: WRONG }]);
    expect(chunks.map(([mode]) => mode)).toEqual(["values", "values"]);
  });

  it.each(["best", "last", "error"] as const)(
    "throws nothing of its own, with onFailure: %s",
    async (onFailure) => {
      const { observed } = await observedAndNot({ b: untilTold("b") }, { onFailure });
      expect((await observed.invoke({ log: [] }, on("t"))).log).toEqual(WRONG);
    },
  );

  it("throws the graph's exception as it was", async () => {
    const error = new RangeError("b broke");
    const b = () => {
      throw error;
    };
    const { ran, observed } = await observedAndNot({ b }, { onFailure: "error" });
    await expect(observed.invoke({ log: [] }, on("t"))).rejects.toBe(error);
    expect(ran.join("")).toBe("ab");
    expect((await lastOf(observed)).record).toMatchObject({
      stopped: { by: "observing" },
      failedAt: { step: 1 },
    });
  });

  it.each(["always", "irreversible"] as const)("asks nobody, with approve: %s", async (approve) => {
    const { observed } = await observedAndNot({ b: untilTold("b") }, { approve });
    expect(await observed.invoke({ log: [] }, on("t"))).not.toHaveProperty("__interrupt__");
    expect((await observed.getState(on("t"))).tasks).toEqual([]);
  });
});

describe("a run that is only observed and", () => {
  it("succeeds is like any other", async () => {
    const { observed } = await observedAndNot({});
    expect((await observed.invoke({ log: [] }, on("t"))).log).toEqual(RIGHT);
    expect((await lastOf(observed)).run?.status).toBe("succeeded");
  });

  it("would have been given up says so", async () => {
    const { observed } = await observedAndNot({ b: untilTold("b") }, { maxRollbacks: 0 });
    await observed.invoke({ log: [] }, on("t"));
    expect((await lastOf(observed)).record).toMatchObject({ stopped: { by: "rollbacks" } });
  });

  it("whose verifier throws is unjudged", async () => {
    const verify = () => {
      throw new Error("the judge is out");
    };
    const { observed } = await observedAndNot({ b: untilTold("b") }, { verify, onFailure: "error" });
    expect((await observed.invoke({ log: [] }, on("t"))).log).toEqual(WRONG);
    expect(await lastOf(observed)).toMatchObject({
      run: { status: "unjudged" },
      record: { problem: { code: "VERIFIER" } },
    });
  });

  it("whose replanner throws keeps the problem", async () => {
    const replan = () => {
      throw new Error("no words");
    };
    const { observed } = await observedAndNot({ b: untilTold("b") }, { replan, onFailure: "error" });
    expect((await observed.invoke({ log: [] }, on("t"))).log).toEqual(WRONG);
    expect((await lastOf(observed)).record).toMatchObject({
      decision: "give-up",
      problem: { message: "no words" },
    });
  });

  it("whose verdict cannot be stored returns its own result", async () => {
    const saver = new FailingSaver(({ namespace }) => namespace !== "");
    const { observed } = await observedAndNot({ b: untilTold("b") }, { onFailure: "error" }, saver);
    expect((await observed.invoke({ log: [] }, on("t"))).log).toEqual(WRONG);
  });
});
