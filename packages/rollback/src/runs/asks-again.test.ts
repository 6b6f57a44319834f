import { Annotation, Command, END, interrupt, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { calibratedAt } from "../fixtures/labelled-failures.ts";
import { collected } from "../fixtures/speaking-graph.ts";
import { readHistory, withRollback, type RollbackEvent } from "../index.ts";

const told = { verify: nothingWrong, noteChannel: "note" };

/** a, then b, which asks a human and errs until it is told, then c. Failures are rewound to the given step. */
async function asking(rewindTo: number) {
  const events: RollbackEvent[] = [];
  const { ran, builder } = chainGraph({
    a: untilTold("a"),
    b: ({ note }) => `${String(interrupt("go on?"))}:${note === "" ? "wrong" : "right"}`,
    c: untilTold("c"),
  });
  const calibration = await calibratedAt(rewindTo);
  const onEvent = (event: RollbackEvent) => events.push(event);
  const verify = ({ output }: { output?: { log: string[] } | undefined }) =>
    nothingWrong({ output: { log: output?.log.slice(rewindTo) ?? [] } });
  const graph = withRollback(builder.compile(), { ...told, verify, calibration, onEvent });
  const rolledBack = () => events.filter(({ type }) => type === "rollback:rolled-back");
  return { ran, graph, rolledBack };
}

describe("a rollback to before a question that was answered", () => {
  it("says so in its event, asks the human again, and takes the second answer", async () => {
    const { ran, graph, rolledBack } = await asking(1);
    expect(await graph.invoke({ log: [] }, on("t"))).toMatchObject({ __interrupt__: [{ value: "go on?" }] });
    const again = await graph.invoke(new Command({ resume: "first" }), on("t"));
    expect(rolledBack()).toMatchObject([{ attempt: 1, fromStep: 1, asksAgain: ["b"] }]);
    expect(again).toMatchObject({ __interrupt__: [{ value: "go on?" }] });
    const { log } = await graph.invoke(new Command({ resume: "second" }), on("t"));
    expect(log).toEqual(["a:wrong", "second:right", "c:right"]);
    expect(ran.join("")).toBe("abbcbbc");
    expect(await readHistory(graph, on("t"))).toMatchObject([
      { status: "recovered", attempts: [{ attempt: 1 }, { attempt: 2 }] },
    ]);
  });

  it("says so when the node failed after it had its answer", async () => {
    const events: RollbackEvent[] = [];
    const { builder } = chainGraph({
      b: ({ note }) => {
        const answer = interrupt<string, string>("go on?");
        if (note === "") throw new RangeError("b broke");
        return `${answer}:right`;
      },
    });
    const graph = withRollback(builder.compile(), { ...told, onEvent: (event) => events.push(event) });
    await graph.invoke({ log: [] }, on("t"));
    await graph.invoke(new Command({ resume: "first" }), on("t"));
    expect(events.find(({ type }) => type === "rollback:rolled-back")).toMatchObject({ asksAgain: ["b"] });
    const { log } = await graph.invoke(new Command({ resume: "second" }), on("t"));
    expect(log).toEqual(["a:right", "second:right", "c:right"]);
  });

  it("reports a question inside a subgraph", async () => {
    const events: RollbackEvent[] = [];
    const State = Annotation.Root({ answer: Annotation<string> });
    const team = new StateGraph(State)
      .addNode("ask", () => ({ answer: interrupt<string, string>("which?") }))
      .addEdge(START, "ask")
      .addEdge("ask", END)
      .compile();
    const graph = withRollback(
      new StateGraph(State).addNode("team", team).addEdge(START, "team").addEdge("team", END).compile(),
      { verify: ({ output }) => output?.answer === "right", onEvent: (event) => events.push(event) },
    );
    await graph.invoke({}, on("t"));
    expect(await graph.invoke(new Command({ resume: "wrong" }), on("t"))).toHaveProperty("__interrupt__");
    const rolledBack = events.flatMap((event) => (event.type === "rollback:rolled-back" ? [event] : []));
    expect(rolledBack).toHaveLength(1);
    expect(["ask", "team"]).toContain(rolledBack[0]?.asksAgain.join());
    expect(await graph.invoke(new Command({ resume: "right" }), on("t"))).toEqual({ answer: "right" });
  });
});

describe("a rollback to after a question that was answered", () => {
  it("keeps the answer, and reports that nobody is asked", async () => {
    const { ran, graph, rolledBack } = await asking(2);
    await graph.invoke({ log: [] }, on("t"));
    const { log } = await graph.invoke(new Command({ resume: "first" }), on("t"));
    expect(rolledBack()).toMatchObject([{ attempt: 1, fromStep: 2, asksAgain: [] }]);
    expect(log).toEqual(["a:wrong", "first:wrong", "c:right"]);
    expect(ran.join("")).toBe("abbcc");
  });
});

describe("a question", () => {
  const text = (chunks: readonly unknown[]): string => JSON.stringify(chunks.at(-1));

  it.each(["values", "updates", "tasks", "debug"] as const)("is in the stream of %s", async (streamMode) => {
    const { graph } = await asking(1);
    const chunks = await collected(await graph.stream({ log: [] }, { ...on("t"), streamMode }));
    expect(text(chunks)).toContain("go on?");
    const resumed = await collected(
      await graph.stream(new Command({ resume: "first" }), { ...on("t"), streamMode }),
    );
    expect(text(resumed)).toContain("go on?");
  });

  it.each(["messages", "custom", "checkpoints"] as const)(
    "ends the stream of %s, and can be read from the state",
    async (streamMode) => {
      const { graph } = await asking(1);
      await collected(await graph.stream({ log: [] }, { ...on("t"), streamMode }));
      const { tasks } = await graph.getState(on("t"));
      expect(tasks.flatMap(({ interrupts }) => interrupts.map(({ value }) => value))).toEqual(["go on?"]);
      const answered = graph.stream(new Command({ resume: "first" }), { ...on("t"), streamMode });
      await collected(await answered);
      expect((await graph.invoke(new Command({ resume: "second" }), on("t"))).log).toContain("second:right");
    },
  );

  it("is in streamEvents", async () => {
    const { graph } = await asking(1);
    const events = await collected(graph.streamEvents({ log: [] }, { ...on("t"), version: "v2" }));
    expect(JSON.stringify(events.filter(({ event }) => event === "on_chain_stream"))).toContain("go on?");
  });
});
