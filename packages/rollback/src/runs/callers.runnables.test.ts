import { RunnableLambda, RunnableParallel, RunnableSequence, type Runnable } from "@langchain/core/runnables";
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { threadsIn } from "../fixtures/contents-of.ts";
import { chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { getReplanNote, readHistory, ThreadBusyError, withRollback } from "../index.ts";

type Log = { log: string[] };

const told = { verify: nothingWrong, noteChannel: "note" };
const right = ["a:right", "b:right", "c:right"];

/** A graph that errs until told, and its checkpointer. */
function recovering(checkpointer = new MemorySaver()) {
  const { ran, builder } = chainGraph({ b: untilTold("b") });
  return { ran, checkpointer, graph: withRollback(builder.compile({ checkpointer }), told) };
}

const asLog = RunnableLambda.from((word: string): Log => ({ log: [word] }));
const lastOf = RunnableLambda.from(({ log }: Log) => log.at(-1));

describe("as a step of other runnables", () => {
  // A graph streams other types than it returns, so that a chain takes it as a runnable of anything.
  const CHAINS: Record<string, (graph: Runnable) => Runnable> = {
    RunnableSequence: (graph) => RunnableSequence.from([asLog, graph, lastOf]),
    pipe: (graph) => asLog.pipe(graph).pipe(lastOf),
    RunnableLambda: (graph) =>
      RunnableLambda.from(async (word: string) => lastOf.invoke(await graph.invoke({ log: [word] }))),
  };

  it.each(Object.entries(CHAINS))("recovers on the thread that a %s was called on", async (_, chainOf) => {
    const { ran, checkpointer, graph } = recovering();
    expect(await chainOf(graph).invoke("in", on("t"))).toBe("c:right");
    expect(ran.join("")).toBe("abcabc");
    expect(await threadsIn(checkpointer)).toEqual(["t"]);
    expect(await readHistory(graph, on("t"))).toMatchObject([{ status: "recovered" }]);
  });

  it("recovers in each branch of RunnableParallel", async () => {
    const [first, second]: [Runnable, Runnable] = [recovering().graph, recovering().graph];
    const both = RunnableParallel.from({ left: first, right: second });
    const outputs = await both.invoke({ log: ["in"] }, on("t"));
    expect([outputs["left"].log, outputs["right"].log]).toEqual([
      ["in", ...right],
      ["in", ...right],
    ]);
  });

  it("refuses the second branch of RunnableParallel that is on one thread of one store", async () => {
    const graph: Runnable = recovering().graph;
    const refused = RunnableLambda.from((state: Log) => graph.invoke(state).catch((error: unknown) => error));
    const both = RunnableParallel.from({ left: graph, right: refused });
    const outputs = await both.invoke({ log: [] }, on("t"));
    expect(outputs["left"].log).toEqual(right);
    expect(outputs["right"]).toBeInstanceOf(ThreadBusyError);
  });

  it("gives the next step of a chain that is streamed nothing of an attempt that was rolled back", async () => {
    const State = Annotation.Root({ word: Annotation<string> });
    const builder = new StateGraph(State)
      .addNode("say", (_, config) => ({ word: getReplanNote(config) === undefined ? "wrong" : "right" }))
      .addEdge(START, "say");
    const graph: Runnable = withRollback(builder.compile(), {
      verify: ({ output }) => output?.word === "right",
    });
    const outputs: unknown[] = [];
    const chain = graph.pipe(RunnableLambda.from((sum: unknown) => sum));
    for await (const output of await chain.stream({ word: "" })) outputs.push(output);
    // LangChain adds strings up.
    expect(outputs).toEqual([{ say: { word: "right" } }]);
  });

  it("shows a whole run, with its attempts, in the events of the chain around it", async () => {
    const graph: Runnable = recovering().graph;
    const chain = asLog.pipe(RunnableLambda.from((state: Log) => graph.invoke(state))).pipe(lastOf);
    const events = [];
    for await (const event of chain.streamEvents("in", { ...on("t"), version: "v2" })) events.push(event);
    expect(events.at(-1)).toMatchObject({ event: "on_chain_end", data: { output: "c:right" } });
    const attempts = events.filter(
      ({ event, name }) => event === "on_chain_start" && name.startsWith("attempt"),
    );
    expect(attempts.map(({ name, tags, metadata }) => [name, tags?.includes("rollback"), metadata])).toEqual([
      ["attempt 1", true, expect.objectContaining({ rollback_attempt: 1 })],
      ["attempt 2", true, expect.objectContaining({ rollback_attempt: 2 })],
    ]);
    const nodes = events.filter(({ event, name }) => event === "on_chain_start" && /^[abc]$/.test(name));
    expect(nodes.map(({ name, metadata }) => `${name}${metadata["rollback_attempt"]}`).join(" ")).toBe(
      "a1 b1 c1 a2 b2 c2",
    );
  });
});

describe("batch", () => {
  it("recovers each input on the thread of its config", async () => {
    const { checkpointer, graph } = recovering();
    const words = ["one", "two", "three"];
    const outputs = await graph.batch(
      words.map((word) => ({ log: [word] })),
      words.map((word) => on(word)),
    );
    expect(outputs.map(({ log }) => log)).toEqual(words.map((word) => [word, ...right]));
    expect(await threadsIn(checkpointer)).toEqual(words.toSorted());
  });

  it("refuses a second input on one thread, and leaves the others to end", async () => {
    const { graph } = recovering();
    const outputs: unknown[] = await graph.batch(
      [{ log: ["one"] }, { log: ["two"] }, { log: ["three"] }],
      [on("t"), on("t"), on("u")],
      { returnExceptions: true },
    );
    expect(outputs).toEqual([
      expect.objectContaining({ log: ["one", ...right] }),
      expect.any(ThreadBusyError),
      expect.objectContaining({ log: ["three", ...right] }),
    ]);
    expect(outputs[1]).toMatchObject({ code: "THREAD_BUSY", threadId: "t" });
    expect(await readHistory(graph, on("t"))).toMatchObject([{ status: "recovered" }]);
  });

  it("takes one input after the other on one thread where no two run at once", async () => {
    const { graph } = recovering();
    const outputs = await graph.batch([{ log: ["one"] }, { log: ["two"] }], on("t"), { maxConcurrency: 1 });
    expect(outputs.map(({ log }) => log.length)).toEqual([4, 8]);
  });
});
