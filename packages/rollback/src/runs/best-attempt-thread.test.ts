import { Command, INTERRUPT, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { ChainState, on } from "../fixtures/chain-graph.ts";
import { FailingSaver } from "../fixtures/failing-saver.ts";
import { logOf, trying } from "../fixtures/trying-graph.ts";
import { readTurns } from "../history/read-turns.ts";
import { readHistory, readTrajectory, withRollback } from "../index.ts";

const config = on("t");
const answer = (value: unknown) => new Command<unknown, Record<string, unknown>, never>({ resume: value });

async function collected<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe("a thread whose run returned an earlier attempt than the last", () => {
  it("stands where that attempt ended, and the next turn continues there", async () => {
    const { graph } = trying([0.9, 0.1, "no score"], { maxRollbacks: 1 });
    await graph.invoke({ log: [] }, config);
    const [run] = await readHistory(graph, config);
    const [first, last] = run?.attempts ?? [];
    const state = await graph.getState(config);
    const end = await graph.getState(on("t", first?.head));
    expect(state.config.configurable?.["checkpoint_id"]).toBe(last?.stands?.fork);
    expect(state.parentConfig?.configurable?.["checkpoint_id"]).toBe(first?.head);
    expect({ values: state.values, next: state.next, tasks: state.tasks }).toEqual({
      values: end.values,
      next: [],
      tasks: end.tasks,
    });
    const turn = await graph.invoke({ log: ["easy"] }, config);
    expect(turn.log).toEqual([...logOf(1), "easy", "a:right", "try 3", "c:right"]);
    expect(await readHistory(graph, config)).toMatchObject([{ status: "succeeded" }, { status: "gave-up" }]);
  });

  it("shows all branches in its history, as they were", async () => {
    const { graph } = trying([0.9, 0.1]);
    await graph.invoke({ log: [] }, config);
    const [run] = await readHistory(graph, config);
    const [first, last] = run?.attempts ?? [];
    const history = await collected(graph.getStateHistory(config));
    const ends = history.filter(({ next }) => next.length === 0).map(({ values }) => values["log"]);
    expect(ends).toEqual([logOf(1), logOf(2), logOf(1)]);
    const heads = history.map((each) => each.config.configurable?.["checkpoint_id"]);
    expect(heads).toEqual(expect.arrayContaining([first?.head, last?.head]));
    const { steps } = await readTrajectory(graph, config);
    expect(steps.map(({ content }) => content).join(" ")).toContain("try 1");
    expect(await readTurns(graph, config)).toMatchObject([{ attempt: 1, head: last?.stands?.fork }]);
  });

  it("gives its output again when it is called with null", async () => {
    const { graph, ran } = trying([0.9, 0.1]);
    await graph.invoke({ log: [] }, config);
    const before = ran.length;
    expect((await graph.invoke(null, config)).log).toEqual(logOf(1));
    expect(ran).toHaveLength(before);
  });

  it("stands at the exception of an attempt that threw, and continues where that broke off", async () => {
    const broken = new RangeError("first");
    const { graph } = trying([broken, new RangeError("second"), "no score"], { maxRollbacks: 1 });
    await expect(graph.invoke({ log: ["easy"] }, config)).rejects.toBe(broken);
    const state = await graph.getState(config);
    expect(state).toMatchObject({
      next: ["b"],
      values: { log: ["easy", "a:right"] },
      tasks: [{ name: "b", error: { name: "RangeError", message: "first" } }],
    });
    expect((await graph.invoke(null, config)).log).toEqual(["easy", "a:right", "try 3", "c:right"]);
  });
});

describe("attempts that threw inside of a subgraph", () => {
  it("leave the thread at the last one, whose subgraph continues where it broke off", async () => {
    const ran: string[] = [];
    const inner = new StateGraph(ChainState)
      .addNode("first", () => (ran.push("first"), { log: ["first"] }))
      .addNode("second", () => {
        ran.push("second");
        if (ran.length < 5) throw new RangeError(`${ran.length}`);
        return { log: ["second"] };
      })
      .addEdge(START, "first")
      .addEdge("first", "second")
      .compile();
    const builder = new StateGraph(ChainState).addNode("inner", inner).addEdge(START, "inner");
    const graph = withRollback(builder.compile({ checkpointer: new MemorySaver() }), {
      verify: () => true,
      maxRollbacks: 1,
    });
    await expect(graph.invoke({ log: [] }, config)).rejects.toThrow("4");
    expect((await readHistory(graph, config))[0]?.reason).toContain(
      "could continue from another only with a loss",
    );
    await graph.invoke(null, config);
    expect(ran).toEqual(["first", "second", "first", "second", "second"]);
  });
});

describe("a thread whose process died before it could go on from the best attempt", () => {
  /** Over a checkpointer that is gone from the moment the fork is to be made; then it is back, with another process. */
  async function died() {
    let isDown = false;
    let updates = 0;
    const saver = new FailingSaver(({ namespace, source }) => {
      if (namespace === "" && source === "update") updates += 1;
      isDown ||= updates === 2 && namespace === "";
      return isDown;
    });
    const { graph } = trying([0.9, 0.1], {}, saver);
    const output = await graph.invoke({ log: [] }, config);
    isDown = false;
    updates = 9;
    return { saver, output };
  }

  it("gives the last attempt, as the checkpointer refused", async () => {
    const { output } = await died();
    expect(output.log).toEqual(logOf(2));
  });

  it("makes the fork before a new turn", async () => {
    const { saver } = await died();
    const { graph } = trying([], {}, saver);
    const [run] = await readHistory(graph, config);
    expect(run?.attempts.at(-1)?.stands?.attempt).toBe(1);
    expect((await graph.invoke({ log: ["easy"] }, config)).log.slice(0, 3)).toEqual(logOf(1));
    const history = await collected(graph.getStateHistory(config));
    const ids = history.map((each) => each.config.configurable?.["checkpoint_id"]);
    expect(ids).toContain(run?.attempts.at(-1)?.stands?.fork);
  });

  it("makes the fork before it gives the output again", async () => {
    const { saver } = await died();
    const { graph, ran } = trying([], {}, saver);
    expect((await graph.invoke(null, config)).log).toEqual(logOf(1));
    expect(ran).toEqual([]);
    expect((await graph.getState(config)).values).toMatchObject({ log: logOf(1) });
  });
});

describe("a checkpointer that refuses the fork alone", () => {
  it("leaves the last attempt, and the record says why", async () => {
    let updates = 0;
    const saver = new FailingSaver(({ namespace, source }) => {
      if (namespace === "" && source === "update") updates += 1;
      return namespace === "" && source === "update" && updates > 1;
    });
    const { graph } = trying([0.9, 0.1], {}, saver);
    expect((await graph.invoke({ log: [] }, config)).log).toEqual(logOf(2));
    const [run] = await readHistory(graph, config);
    expect(run).toMatchObject({
      status: "gave-up",
      attempts: [{}, { problem: { message: "the disk is full" } }],
    });
    expect(run?.reason).toContain("the last is returned, as the thread could not be put back to another");
    expect(run?.attempts.at(-1)?.stands).toBeUndefined();
  });
});

describe("a last attempt that the checkpointer has cut off", () => {
  /** The checkpointer refuses everything that the second attempt's nodes store, and works again after it. */
  async function cutOff(onFailure: "best" | "last") {
    let isForked = false;
    const saver = new FailingSaver(({ namespace, source }) => {
      isForked ||= namespace === "" && source === "update";
      return isForked && namespace === "" && source === "loop";
    });
    const { graph } = trying([0.1, 0.9], { onFailure }, saver);
    const { log } = await graph.invoke({ log: [] }, config);
    const [run] = await readHistory(graph, config);
    const { values } = await graph.getState(config);
    return { log, codes: run?.problems.map(({ problem: { code } }) => code), stood: values["log"] };
  }

  it("is not returned: the best one is, and the thread continues from it", async () => {
    expect(await cutOff("best")).toEqual({ log: logOf(1), codes: [], stood: logOf(1) });
  });

  it('is not returned with `onFailure: "last"` either: without rollback there would be an output', async () => {
    const { log, codes, stood } = await cutOff("last");
    expect(log).toEqual(logOf(1));
    expect(codes).toEqual(["CHECKPOINTER_FAILED"]);
    expect(stood).toEqual(["a:right"]);
  });
});

describe("a rollback that a human declines in another process", () => {
  it("returns the best attempt, and the thread continues from it", async () => {
    const saver = new MemorySaver();
    let asked = 0;
    const approve = () => (asked += 1) > 1;
    const first = trying([0.9, 0.1, 0.2], { approve }, saver);
    expect(await first.graph.invoke({ log: [] }, config)).toHaveProperty(INTERRUPT);
    const second = trying([], { approve }, saver);
    const stream = await second.graph.stream(answer("decline"), { ...config, streamMode: "values" });
    expect(await collected(stream)).toEqual([{ log: logOf(1), note: "" }]);
    const { values, next } = await second.graph.getState(config);
    expect(values).toMatchObject({ log: logOf(1) });
    expect(next).toEqual([]);
    expect(await readHistory(second.graph, config)).toMatchObject([
      { status: "gave-up", attempts: [{}, { stopped: { by: "declined" }, stands: { attempt: 1 } }] },
    ]);
  });
});
