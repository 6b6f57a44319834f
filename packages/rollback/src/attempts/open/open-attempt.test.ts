import { Annotation, Command, END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import {
  alwaysWrong,
  chainGraph,
  nothingWrong,
  on,
  throwsUntilTold,
  untilTold,
} from "../../fixtures/chain-graph.ts";
import { FailingSaver } from "../../fixtures/failing-saver.ts";
import { calibratedAt } from "../../fixtures/labelled-failures.ts";
import { getReplanNote, readHistory, readTrajectory, withRollback, type VerifierRun } from "../../index.ts";

const told = { verify: nothingWrong, noteChannel: "note" };

/** b asks a human, and errs until it is told. */
function asking() {
  return chainGraph({
    b: (state) => `${String(interrupt("go on?"))}:${state.note === "" ? "wrong" : "right"}`,
  });
}

describe("an interrupt", () => {
  it("is returned to the caller and is not a failure", async () => {
    const graph = withRollback(asking().builder.compile(), told);
    const output = await graph.invoke({ log: [] }, on("t"));
    expect(output).toMatchObject({ log: ["a:right"], __interrupt__: [{ value: "go on?" }] });
    expect(await readHistory(graph, on("t"))).toMatchObject([
      { status: "interrupted", reason: "Attempt 1 waits for an answer.", attempts: [] },
    ]);
  });

  it("is answered in the same attempt, and asked again by the attempt after it", async () => {
    const graph = withRollback(asking().builder.compile(), { ...told, calibration: await calibratedAt(1) });
    await graph.invoke({ log: [] }, on("t"));
    const asked = await graph.invoke(new Command({ resume: "yes" }), on("t"));
    expect(asked).toMatchObject({ log: ["a:right"], __interrupt__: [{ value: "go on?" }] });
    const output = await graph.invoke(new Command({ resume: "sure" }), on("t"));
    expect(output.log).toEqual(["a:right", "sure:right", "c:right"]);
    expect(await readHistory(graph, on("t"))).toMatchObject([
      { status: "recovered", attempts: [{ attempt: 1, rewind: { step: 1 } }, { attempt: 2 }] },
    ]);
  });

  it("does not give the budget back when it is answered", async () => {
    const { ran, builder } = chainGraph({ b: () => `${String(interrupt("?"))}:wrong` });
    const graph = withRollback(builder.compile(), { ...told, maxRollbacks: 1 });
    await graph.invoke({ log: [] }, on("t"));
    await graph.invoke(new Command({ resume: 1 }), on("t"));
    const output = await graph.invoke(new Command({ resume: 2 }), on("t"));
    expect(output.log).toEqual(["a:right", "1:wrong", "c:right"]);
    expect(output).not.toHaveProperty("__interrupt__");
    const runs = await readHistory(graph, on("t"));
    expect(runs).toMatchObject([{ status: "gave-up", attempts: [{ attempt: 1 }, { attempt: 2 }] }]);
    expect(ran.filter((node) => node === "c")).toHaveLength(2);
  });

  it("can be answered through another wrapped graph over the same store", async () => {
    const checkpointer = new MemorySaver();
    const anew = () => withRollback(asking().builder.compile({ checkpointer }), told);
    await anew().invoke({ log: [] }, on("t"));
    await anew().invoke(new Command({ resume: "yes" }), on("t"));
    const output = await anew().invoke(new Command({ resume: "yes" }), on("t"));
    expect(output.log).toEqual(["a:right", "yes:right", "c:right"]);
    expect((await readHistory(anew(), on("t")))[0]?.attempts).toHaveLength(2);
  });

  it("leaves the note of its attempt readable after it is answered", async () => {
    const notes: (string | undefined)[] = [];
    const State = Annotation.Root({ answer: Annotation<string> });
    const graph = withRollback(
      new StateGraph(State)
        .addNode("ask", (_, config) => {
          notes.push(getReplanNote(config));
          return { answer: String(interrupt("?")) };
        })
        .addEdge(START, "ask")
        .addEdge("ask", END)
        .compile(),
      { verify: ({ output }) => output?.answer === "right", replan: () => "say right" },
    );
    await graph.invoke({}, on("t"));
    await graph.invoke(new Command({ resume: "wrong" }), on("t"));
    expect(await graph.invoke(new Command({ resume: "right" }), on("t"))).toEqual({ answer: "right" });
    expect(notes).toEqual([undefined, undefined, "say right", "say right"]);
  });

  it("tells the verifier the turn's input, not the answer", async () => {
    const inputs: unknown[] = [];
    const graph = withRollback(asking().builder.compile(), {
      verify: ({ input }: Pick<VerifierRun, "input">) => inputs.push(input) > 0,
    });
    await graph.invoke({ log: ["in"] }, on("t"));
    await graph.invoke(new Command({ resume: "yes" }), on("t"));
    expect(inputs).toEqual([{ log: ["in"] }]);
  });
});

describe("a breakpoint", () => {
  it("pauses the attempt, which null continues", async () => {
    const { ran, builder } = chainGraph({ b: untilTold("b") });
    const graph = withRollback(builder.compile({ interruptBefore: ["c"] }), told);
    await graph.invoke({ log: [] }, on("t"));
    expect(ran).toEqual(["a", "b"]);
    await graph.invoke(null, on("t"));
    expect(ran).toEqual(["a", "b", "c", "a", "b"]);
    expect((await graph.invoke(null, on("t"))).log).toEqual(["a:right", "b:right", "c:right"]);
    expect(await readHistory(graph, on("t"))).toMatchObject([{ status: "recovered" }]);
  });

  it("stays within its run when the state is edited at it", async () => {
    const inputs: unknown[] = [];
    const { builder } = chainGraph();
    const graph = withRollback(builder.compile({ interruptBefore: ["c"] }), {
      verify: ({ input, attempt }) => inputs.push(input) > 0 && attempt === 2,
      noteChannel: "note",
      maxRollbacks: 1,
    });
    await graph.invoke({ log: ["in"] }, on("t"));
    await graph.updateState(on("t"), { log: ["edited"] });
    await graph.invoke(null, on("t"));
    await graph.updateState(on("t"), { log: ["edited"] });
    await graph.invoke(null, on("t"));
    expect(await readHistory(graph, on("t"))).toMatchObject([
      { status: "recovered", attempts: [{ attempt: 1 }, { attempt: 2 }] },
    ]);
    expect(inputs).toEqual([{ log: ["in"] }, { log: ["in"] }]);
  });
});

describe("an abort", () => {
  it("is thrown, is not a failure, and null continues the same attempt", async () => {
    const abort = new AbortController();
    let calls = 0;
    const { ran, builder } = chainGraph({
      b: async (state) => {
        if ((calls += 1) === 1) {
          abort.abort(new Error("stopped by the user"));
          await new Promise(() => {});
        }
        return untilTold("b")(state);
      },
    });
    const graph = withRollback(builder.compile(), { ...told, maxRollbacks: 1 });
    const call = graph.invoke({ log: [] }, { ...on("t"), signal: abort.signal });
    await expect(call).rejects.toThrow(/abort|stopped by the user/i);
    expect(ran).toEqual(["a", "b"]);
    expect(await readHistory(graph, on("t"))).toEqual([]);
    expect((await graph.invoke(null, on("t"))).log).toEqual(["a:right", "b:right", "c:right"]);
    expect(await readHistory(graph, on("t"))).toMatchObject([
      { status: "recovered", attempts: [{ attempt: 1 }, { attempt: 2 }] },
    ]);
  });

  it("is what a timeout of the call is, too", async () => {
    const { ran, builder } = chainGraph({ b: () => new Promise(() => {}) });
    const graph = withRollback(builder.compile(), told);
    await expect(graph.invoke({ log: [] }, { ...on("t"), timeout: 1 })).rejects.toThrow("timeout");
    expect(ran).not.toContain("c");
    expect(ran.filter((node) => node === "a").length).toBeLessThan(2);
    expect(await readHistory(graph, on("t"))).toEqual([]);
  });

  it("ends the run while the verifier works, without a verdict", async () => {
    const abort = new AbortController();
    const graph = withRollback(chainGraph().builder.compile(), {
      verify: ({ signal }) => {
        abort.abort(new Error("stopped"));
        signal?.throwIfAborted();
        return true;
      },
    });
    await expect(graph.invoke({ log: [] }, { ...on("t"), signal: abort.signal })).rejects.toThrow("stopped");
    expect(await readHistory(graph, on("t"))).toEqual([]);
  });
});

describe("several turns on one thread", () => {
  it("roll back within their own turn, each with a budget of its own", async () => {
    const { ran, builder } = chainGraph({ b: throwsUntilTold("b") });
    const graph = withRollback(builder.compile(), { ...told, maxRollbacks: 1 });
    await graph.invoke({ log: ["one"] }, on("t"));
    const output = await graph.invoke({ log: ["two"], note: "" }, on("t"));
    const turn = ["a:right", "b:right", "c:right"];
    expect(output.log).toEqual(["one", ...turn, "two", ...turn]);
    expect(ran.join("")).toBe("ababcababc");
    expect(await readHistory(graph, on("t"))).toMatchObject([
      { status: "recovered", attempts: [{ attempt: 1 }, { attempt: 2 }] },
      { status: "recovered", attempts: [{ attempt: 1 }, { attempt: 2 }] },
    ]);
    expect((await readTrajectory(graph, on("t"))).task).toContain("two");
  });

  it("refuse wrong input as the graph does, and leave the turn before alone", async () => {
    const { ran, builder } = chainGraph();
    const graph = withRollback(builder.compile(), told);
    await graph.invoke({ log: ["one"] }, on("t"));
    const call = graph.invoke({ log: ["two"] }, { ...on("t"), recursionLimit: 0 });
    await expect(call).rejects.toThrow('"recursionLimit" must be at least 1');
    expect(ran).toEqual(["a", "b", "c"]);
    expect(await readHistory(graph, on("t"))).toMatchObject([{ status: "succeeded" }]);
  });
});

describe("a thread whose run is decided", () => {
  it("gives its result again to null, and judges nothing twice", async () => {
    let judged = 0;
    const { ran, builder } = chainGraph();
    const graph = withRollback(builder.compile(), { verify: () => (judged += 1) > 0 });
    const output = await graph.invoke({ log: [] }, on("t"));
    expect(await graph.invoke(null, on("t"))).toEqual(output);
    expect(ran).toEqual(["a", "b", "c"]);
    expect(judged).toBe(1);
  });

  it("is run again from a checkpoint that the caller names", async () => {
    const { ran, builder } = chainGraph({ b: alwaysWrong("b") });
    const graph = withRollback(builder.compile(), { ...told, maxRollbacks: 0 });
    await graph.invoke({ log: [] }, on("t"));
    const { steps } = await readTrajectory(graph, on("t"));
    const config = { configurable: { thread_id: "t", checkpoint_id: steps[1]?.origin.before } };
    await graph.invoke(null, config);
    expect(ran).toEqual(["a", "b", "c", "b", "c"]);
    expect(await readHistory(graph, on("t"))).toHaveLength(2);
  });
});

describe("an exception that was never judged on the record", () => {
  it("is judged when null resumes the run, and thrown as an Error when no rollback is left", async () => {
    let down = true;
    const checkpointer = new FailingSaver(({ namespace }) => down && namespace !== "");
    const { ran, builder } = chainGraph({ b: throwsUntilTold("b") });
    const graph = withRollback(builder.compile({ checkpointer }), { ...told, maxRollbacks: 0 });
    await expect(graph.invoke({ log: [] }, on("t"))).rejects.toThrow("b broke");
    down = false;
    const thrown: unknown = await graph.invoke(null, on("t")).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(Error);
    expect(String(thrown)).toBe("RangeError: b broke");
    expect(ran).toEqual(["a", "b"]);
    expect(await readHistory(graph, on("t"))).toMatchObject([
      { status: "gave-up", attempts: [{ attempt: 1 }] },
    ]);
  });
});
