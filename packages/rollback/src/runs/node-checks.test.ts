import { Annotation, Command, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { alwaysWrong, ChainState, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { watchedChain } from "../fixtures/watched-chain.ts";
import { readHistory, withRollback, type Verifier } from "../index.ts";

type Values = { readonly log: string[] };

/** Looks at the last line of the state after a node. */
const lastLine: Verifier<unknown, Values> = ({ output }) =>
  output?.log.at(-1)?.endsWith("wrong") === true ? { ok: false, reason: "the line is wrong" } : true;

const right = ["a:right", "b:right", "c:right"];
/** Nothing is late on a slow machine. */
const watch = { waitMs: 60_000 };

describe("a check after a node", () => {
  it("ends the attempt where it fails, and the run is rolled back", async () => {
    const { agent, ran } = watchedChain({ b: untilTold("b") }, { watch, checks: { b: lastLine } });
    expect(await agent.invoke({}, on("t"))).toMatchObject({ log: right });
    expect(ran.join("")).toBe("ababc");
    const [run] = await readHistory(agent, on("t"));
    const [first, second] = run?.attempts ?? [];
    expect(first?.outcome).toMatchObject({
      ok: false,
      reason: 'The check of node "b" failed after step 2: the line is wrong',
      early: { by: "check", node: "b", step: 1, from: 1, to: "set" },
      verifier: "check b: own",
    });
    expect(first?.watch?.checks).toEqual([{ node: "b", step: 1, ok: false, reason: "the line is wrong" }]);
    expect(second?.watch?.checks).toEqual([{ node: "b", step: 1, ok: true }]);
    expect(first?.note).toContain("the line is wrong");
  });

  it("rewinds to its node alone, if that is wanted", async () => {
    const { agent, ran } = watchedChain(
      { b: untilTold("b") },
      { watch, checks: { b: { verify: lastLine, to: "node" } } },
    );
    expect(await agent.invoke({}, on("t"))).toMatchObject({ log: right });
    expect(ran.join("")).toBe("abbc");
    const [run] = await readHistory(agent, on("t"));
    expect(run?.attempts[0]?.rewind).toMatchObject({
      step: 1,
      reason: 'The rewind of this check begins at its node "b", step 2.',
    });
    expect(run?.attempts[0]?.rewind?.promise).toBeUndefined();
  });

  it("ends each attempt, as long as a rollback is left", async () => {
    const { agent, ran } = watchedChain(
      { b: alwaysWrong("b") },
      { watch, maxRollbacks: 2, stopOnSameFailure: false, checks: { b: lastLine } },
    );
    await agent.invoke({}, on("t"));
    // The third cannot be rolled back, and has its own end.
    expect(ran.join("")).toBe("abababc");
    const [run] = await readHistory(agent, on("t"));
    expect(run?.attempts.map(({ outcome }) => outcome?.early?.by)).toEqual(["check", "check", undefined]);
    expect(run?.attempts[2]?.watch?.checks).toMatchObject([{ node: "b", ok: false }]);
  });

  it("counts after the last node, too: the verifier is not asked then", async () => {
    let asked = 0;
    const verify = (): boolean => (asked += 1) > 0;
    const { agent } = watchedChain({ c: untilTold("c") }, { watch, verify, checks: { c: lastLine } });
    expect(await agent.invoke({}, on("t"))).toMatchObject({ log: right });
    expect(asked).toBe(1);
  });

  it("leaves a finished attempt its result: it can be the best one", async () => {
    const { agent } = watchedChain(
      { c: ({ note }) => (note === "" ? "c:wrong" : "c:wrong again") },
      { watch, maxRollbacks: 1, verify: () => false, checks: { c: ({ attempt }) => attempt > 1 } },
    );
    expect(await agent.invoke({}, on("t"))).toMatchObject({ log: ["a:right", "b:right", "c:wrong"] });
    const [run] = await readHistory(agent, on("t"));
    expect(run?.attempts[0]?.outcome).toMatchObject({ ok: false, early: { by: "check", node: "c" } });
    expect(run?.attempts[0]?.outcome?.error).toBeUndefined();
    expect(run?.reason).toContain("attempt 1 is returned, as it is the first.");
  });

  it("leaves a finished run to its verifier, where nothing can be rewound", async () => {
    const policy = {
      name: "never",
      decide: () => ({ kind: "give-up" as const, reason: "the test says so" }),
    };
    const { agent, ran, problems } = watchedChain(
      { c: alwaysWrong("c") },
      { watch, policy, verify: () => true, checks: { c: lastLine } },
    );
    expect(await agent.invoke({}, on("t"))).toMatchObject({ log: ["a:right", "b:right", "c:wrong"] });
    expect(problems()).toEqual(["STOP_REFUSED"]);
    expect(ran.join("")).toBe("abc");
    const [run] = await readHistory(agent, on("t"));
    expect(run?.attempts).toMatchObject([{ decision: "accept", watch: { checks: [{ ok: false }] } }]);
  });

  it("leaves a finished run to its verifier where a person declines its rollback in another process", async () => {
    const saver = new MemorySaver();
    const process = () =>
      watchedChain(
        { c: alwaysWrong("c") },
        { watch, verify: () => true, approve: "always", checks: { c: lastLine } },
        saver,
      );
    await process().agent.invoke({}, on("t"));
    const { agent, ran } = process();
    const output = await agent.invoke(new Command({ resume: false }), on("t"));
    expect(output).toEqual({ log: ["a:right", "b:right", "c:wrong"], note: "" });
    expect(ran).toEqual([]);
    const [run] = await readHistory(agent, on("t"));
    expect(run?.attempts).toMatchObject([{ decision: "accept" }]);
    expect((await agent.getState(on("t"))).next).toEqual([]);
  });

  it("only notes down what it finds in a run that is observed", async () => {
    const { agent, ran } = watchedChain(
      { b: alwaysWrong("b") },
      { watch, mode: "observe", verify: () => true, checks: { b: lastLine } },
    );
    await agent.invoke({}, on("t"));
    expect(ran.join("")).toBe("abc");
    const [run] = await readHistory(agent, on("t"));
    expect(run?.attempts).toMatchObject([
      { decision: "accept", watch: { checks: [{ node: "b", ok: false }] } },
    ]);
  });

  it("counts in the attempt's cost, whether it fails or passes", async () => {
    const cost = { tokens: [{ model: "judge", input: 10, output: 1 }] };
    const { agent } = watchedChain(
      { b: untilTold("b") },
      {
        watch,
        checks: {
          a: () => ({ ok: true, cost }),
          b: async (run) => ({ ok: (await lastLine(run)) === true, cost }),
        },
      },
    );
    await agent.invoke({}, on("t"));
    const [run] = await readHistory(agent, on("t"));
    const both = { tokens: [{ model: "judge", input: 20, output: 2 }] };
    expect(run?.attempts.map(({ outcome }) => outcome?.cost)).toEqual([both, both]);
    expect(run?.attempts[0]?.spent?.tokens).toEqual(both.tokens);
  });

  it("that throws is a problem of the run, which goes on", async () => {
    const failing = (): never => {
      throw new Error("no database");
    };
    const { agent, problems } = watchedChain({}, { watch, checks: { b: failing } });
    expect(await agent.invoke({}, on("t"))).toMatchObject({ log: right });
    expect(problems()).toEqual(["WATCH_FAILED"]);
  });

  it("is shown the state after its node and the steps so far", async () => {
    const seen: unknown[] = [];
    const look: Verifier<unknown, Values> = async ({ attempt, input, output, trajectory }) => {
      const { steps } = await trajectory();
      seen.push({ attempt, input, log: output?.log, agents: steps.map(({ agent }) => agent) });
      return true;
    };
    const { agent } = watchedChain({}, { watch, checks: { b: look } });
    await agent.invoke({ log: ["begin"] }, on("t"));
    expect(seen).toEqual([
      { attempt: 1, input: { log: ["begin"] }, log: ["begin", "a:right", "b:right"], agents: ["a", "b"] },
    ]);
  });

  it("is made after a subgraph as after any node, and can rewind to its first step", async () => {
    const inner = new StateGraph(ChainState)
      .addNode("x", () => ({ log: ["x:right"] }))
      .addNode("y", ({ note }) => ({ log: [note === "" ? "y:wrong" : "y:right"] }))
      .addEdge(START, "x")
      .addEdge("x", "y")
      .addEdge("y", END)
      .compile();
    const State = Annotation.Root({ ...ChainState.spec });
    const graph = new StateGraph(State)
      .addNode("plan", () => ({ log: ["plan"] }))
      .addNode("team", inner)
      .addNode("end", () => ({ log: ["end"] }))
      .addEdge(START, "plan")
      .addEdge("plan", "team")
      .addEdge("team", "end")
      .compile({ checkpointer: new MemorySaver() });
    const agent = withRollback(graph, {
      verify: nothingWrong,
      noteChannel: "note",
      watch,
      checks: { team: { verify: lastLine, to: "node" } },
    });
    await agent.invoke({}, on("t"));
    const [run] = await readHistory(agent, on("t"));
    expect(run?.attempts[0]?.outcome?.early).toMatchObject({ node: "team", step: 2, from: 1 });
    expect(run?.attempts[0]?.rewind).toMatchObject({ step: 1 });
    expect(run?.status).toBe("recovered");
  });

  it("is refused for a node that the graph does not have", () => {
    expect(() => watchedChain({}, { checks: { bb: lastLine } })).toThrow(
      'Expected `checks.bb` to be the name of a node, such as "b"',
    );
  });
});
