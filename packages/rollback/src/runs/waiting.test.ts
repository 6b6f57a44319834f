import {
  Annotation,
  Command,
  interrupt,
  INTERRUPT,
  MemorySaver,
  Send,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { calibratedAt } from "../fixtures/labelled-failures.ts";
import { getReplanNote, readHistory, rollbackGraph, withRollback } from "../index.ts";

const told = { verify: nothingWrong, noteChannel: "note" };

const standing = async (graph: Parameters<typeof readHistory>[0], thread = "t") =>
  (await readHistory(graph, on(thread))).map(({ status, reason, attempts }) => [
    status,
    reason,
    attempts.length,
  ]);

describe("the history of a run that waits for a human", () => {
  it("says so in its first attempt, and in the one after a rollback", async () => {
    const checkpointer = new MemorySaver();
    const { builder } = chainGraph({
      b: (state) => `${String(interrupt("go on?"))}:${state.note === "" ? "wrong" : "right"}`,
    });
    const graph = withRollback(builder.compile({ checkpointer }), told);
    await graph.invoke({ log: [] }, on("t"));
    const waiting = ["interrupted", "Attempt 1 waits for an answer.", 0];
    expect(await standing(graph)).toEqual([waiting]);
    expect(await standing(checkpointer)).toEqual([waiting]);
    await graph.invoke(new Command({ resume: "yes" }), on("t"));
    expect(await standing(graph)).toEqual([["interrupted", "Attempt 2 waits for an answer.", 1]]);
    await graph.invoke(new Command({ resume: "yes" }), on("t"));
    expect(await standing(graph)).toEqual([["recovered", "Attempt 2 passed the verifier.", 2]]);
  });

  it("counts the questions, and tells a breakpoint from them", async () => {
    const Asked = Annotation.Root({
      answers: Annotation<unknown[]>({ reducer: (all, more) => all.concat(more) }),
    });
    const builder = new StateGraph(Asked)
      .addNode("p", () => ({ answers: [interrupt("p?")] }))
      .addNode("q", () => ({ answers: [interrupt("q?")] }))
      .addNode("r", () => ({}))
      .addEdge(START, "p")
      .addEdge(START, "q")
      .addEdge(["p", "q"], "r");
    const graph = withRollback(builder.compile({ interruptBefore: ["r"] }), { verify: () => true });
    const asked = await graph.invoke({ answers: [] }, on("t"));
    expect(await standing(graph)).toEqual([["interrupted", "Attempt 1 waits for 2 answers.", 0]]);
    const questions = Reflect.get(asked, INTERRUPT);
    const ids = Array.isArray(questions) ? questions.map(({ id }) => String(id)) : [];
    await graph.invoke(new Command({ resume: Object.fromEntries(ids.map((id) => [id, "yes"])) }), on("t"));
    expect(await standing(graph)).toEqual([["interrupted", "Attempt 1 waits at a breakpoint.", 0]]);
    await graph.invoke(null, on("t"));
    expect(await standing(graph)).toMatchObject([["succeeded", expect.any(String), 1]]);
  });

  it("no longer says so once the run was resumed, in any process, and was cut off", async () => {
    const checkpointer = new MemorySaver();
    const { builder } = chainGraph({ b: () => String(interrupt("go on?")) });
    const graph = withRollback(builder.compile({ checkpointer }), told);
    await graph.invoke({ log: [] }, on("t"));
    const { builder: cutOff } = chainGraph({
      b: () => String(interrupt("go on?")),
      c: () => new Promise(() => {}),
    });
    const other = withRollback(cutOff.compile({ checkpointer }), told);
    for await (const chunk of await other.stream(new Command({ resume: "yes" }), {
      ...on("t"),
      streamMode: "updates",
    }))
      if ("b" in chunk) break;
    expect(await standing(checkpointer)).toEqual([
      ["running", "Attempt 1 continued after it was interrupted.", 0],
    ]);
  });
});

/** Says how often money was sent, and waits for an approval before. */
function paying(isRight: (note: string) => boolean, breakpoints: object) {
  const { paid, builder } = payingBuilder(isRight);
  return { paid, graph: builder.compile({ checkpointer: new MemorySaver(), ...breakpoints }) };
}

function payingBuilder(isRight: (note: string) => boolean) {
  const paid: string[] = [];
  const { builder } = chainGraph({
    b: ({ note }) => {
      paid.push(note === "" ? "first" : "second");
      return isRight(note) ? "b:right" : "b:wrong";
    },
  });
  return { paid, builder };
}

describe("a breakpoint that the set's first step waits at", () => {
  const places = [
    ["before it", { interruptBefore: ["b" as const] }],
    ["after the step before it", { interruptAfter: ["a" as const] }],
  ] as const;

  it.each(places)("%s holds the next attempt up, too: one approval, one payment", async (_, breakpoints) => {
    const { paid, graph } = paying((note) => note !== "", breakpoints);
    const agent = withRollback(graph, { ...told, calibration: await calibratedAt(1) });
    await agent.invoke({ log: [] }, on("t"));
    expect(paid).toEqual([]);
    const asked = await agent.invoke(null, on("t"));
    expect(paid).toEqual(["first"]);
    expect(asked).toEqual({ log: ["a:right"], note: expect.stringContaining("[rollback]"), [INTERRUPT]: [] });
    expect(await standing(agent)).toEqual([["interrupted", "Attempt 2 waits at a breakpoint.", 1]]);
    expect((await agent.getState(on("t"))).next).toEqual(["b"]);
    const output = await agent.invoke(null, on("t"));
    expect(paid).toEqual(["first", "second"]);
    expect(output.log).toEqual(["a:right", "b:right", "c:right"]);
    expect(await standing(agent)).toMatchObject([["recovered", expect.any(String), 2]]);
  });

  it("holds up an attempt after that one, too", async () => {
    const { paid, graph } = paying(() => false, { interruptBefore: ["b"] });
    const agent = withRollback(graph, { ...told, calibration: await calibratedAt(1), maxRollbacks: 2 });
    await agent.invoke({ log: [] }, on("t"));
    await agent.invoke(null, on("t"));
    await agent.invoke(null, on("t"));
    expect(paid).toHaveLength(2);
    expect(await standing(agent)).toEqual([["interrupted", "Attempt 3 waits at a breakpoint.", 2]]);
    await agent.invoke(null, on("t"));
    expect(paid).toHaveLength(3);
    expect(await standing(agent)).toMatchObject([["gave-up", expect.any(String), 3]]);
  });

  it.each(["values", "updates"] as const)(
    "is streamed in %s as LangGraph streams one",
    async (streamMode) => {
      const { graph } = paying((note) => note !== "", { interruptBefore: ["b"] });
      const agent = withRollback(graph, { ...told, calibration: await calibratedAt(1) });
      const chunks: unknown[][] = [];
      for (const input of [{ log: [] }, null]) {
        const given: unknown[] = [];
        for await (const chunk of await agent.stream(input, { ...on("t"), streamMode })) given.push(chunk);
        chunks.push(given);
      }
      const [first = [], second = []] = chunks;
      expect(second.at(-1)).toEqual(first.at(-1));
      expect(first.at(-1)).toEqual({ [INTERRUPT]: [] });
    },
  );

  it("waits again in another process that finds the fork, and only once", async () => {
    const { paid, graph } = paying((note) => note !== "", { interruptBefore: ["b"] });
    const calibration = await calibratedAt(1);
    const agent = withRollback(graph, { ...told, calibration });
    await agent.invoke({ log: [] }, on("t"));
    await agent.invoke(null, on("t"));
    const other = withRollback(graph, { ...told, calibration });
    await other.invoke(null, on("t"));
    expect(paid).toEqual(["first", "second"]);
  });

  it("waits where a process died before it could", async () => {
    const { paid, graph } = paying((note) => note !== "", { interruptBefore: ["b"] });
    const calibration = await calibratedAt(1);
    const dying = new AbortController();
    const agent = withRollback(graph, {
      ...told,
      calibration,
      onEvent: ({ type }) => type === "rollback:rolled-back" && dying.abort(new Error("the process dies")),
    });
    await agent.invoke({ log: [] }, on("t"));
    await expect(agent.invoke(null, { ...on("t"), signal: dying.signal })).rejects.toThrow(
      "the process dies",
    );
    const other = withRollback(graph, { ...told, calibration });
    await other.invoke(null, on("t"));
    expect(paid).toEqual(["first"]);
    await other.invoke(null, on("t"));
    expect(paid).toEqual(["first", "second"]);
  });

  it("waits where the checkpointer does not show the state, too", async () => {
    class Hiding extends MemorySaver {
      isHiding = false;
      override async getTuple(...args: Parameters<MemorySaver["getTuple"]>) {
        if (this.isHiding && args[0].configurable?.["checkpoint_id"] !== undefined)
          throw new Error("the connection was lost");
        return super.getTuple(...args);
      }
    }
    const checkpointer = new Hiding();
    const { paid, builder } = payingBuilder((note) => note !== "");
    const agent = withRollback(builder.compile({ checkpointer, interruptBefore: ["b"] }), {
      ...told,
      calibration: await calibratedAt(1),
      onEvent: ({ type }) => (checkpointer.isHiding ||= type === "rollback:rolled-back"),
    });
    await agent.invoke({ log: [] }, on("t"));
    expect(await agent.invoke(null, on("t"))).toMatchObject({ [INTERRUPT]: [] });
    expect(paid).toEqual(["first"]);
    checkpointer.isHiding = false;
    expect(await standing(agent)).toEqual([["interrupted", "Attempt 2 waits at a breakpoint.", 1]]);
  });

  it("waits inside of a subgraph where it waited there, and not where it did not", async () => {
    const inner = chainGraph({ b: untilTold("b") });
    const Values = Annotation.Root({
      log: Annotation<string[]>,
      note: Annotation<string>({ reducer: (_, latest) => latest, default: () => "" }),
    });
    for (const [start, waits] of [
      [1, true],
      [2, false],
    ] as const) {
      const { ran, builder } = inner;
      ran.length = 0;
      const outer = new StateGraph(Values)
        .addNode("team", builder.compile({ interruptBefore: ["b"] }))
        .addEdge(START, "team");
      const agent = withRollback(outer.compile({ checkpointer: new MemorySaver() }), {
        verify: ({ attempt }) => attempt === 2,
        noteChannel: "note",
        calibration: await calibratedAt(start),
      });
      await agent.invoke({ log: [] }, on("t"));
      await agent.invoke(null, on("t"));
      expect(ran).toEqual(waits ? ["a", "b", "c"] : ["a", "b", "c", "c"]);
      if (waits) await agent.invoke(null, on("t"));
      expect(await standing(agent)).toMatchObject([["recovered", expect.any(String), 2]]);
    }
  });

  it("asks through the graph around in `rollbackGraph`", async () => {
    const { paid, graph } = paying((note) => note !== "", { interruptBefore: ["b"] });
    const driven = rollbackGraph(graph, { ...told, calibration: await calibratedAt(1) }).compile({
      checkpointer: new MemorySaver(),
    });
    await driven.invoke({ input: { log: [] }, threadId: "inner" }, on("outer"));
    await driven.invoke(new Command({ resume: true }), on("outer"));
    expect(paid).toEqual(["first"]);
    await driven.invoke(new Command({ resume: true }), on("outer"));
    expect(paid).toEqual(["first", "second"]);
  });
});

describe("a Command that starts new work on a finished thread", () => {
  const commands = [
    ["goto", new Command({ goto: "b" })],
    ["goto with a Send", new Command({ goto: new Send("b", { log: [], note: "" }) })],
    ["update and goto", new Command({ update: { log: ["more"] }, goto: "b" })],
  ] as const;

  it.each(commands)(
    "by %s is a run of its own: verified, rolled back, and not told of another's note",
    async (_, command) => {
      const notes: (string | undefined)[] = [];
      let isRight = false;
      const inputs: unknown[] = [];
      const builder = noted(notes, () => isRight);
      const graph = withRollback(builder.compile({ checkpointer: new MemorySaver() }), {
        verify: ({ output, input, attempt }) => {
          inputs.push(input);
          isRight = attempt === 1;
          return output?.log.at(-1) === "b:right";
        },
        noteChannel: "none",
      });
      isRight = false;
      await graph.invoke({ log: ["in"] }, on("t"));
      expect(notes).toEqual([undefined, expect.stringContaining("[rollback]")]);
      notes.length = 0;
      isRight = false;
      const output = await graph.invoke(command, on("t"));
      expect(output.log.at(-1)).toBe("b:right");
      expect(notes).toEqual([undefined, expect.stringContaining("[rollback]")]);
      const runs = await readHistory(graph, on("t"));
      expect(runs.map(({ status, attempts }) => [status, attempts.length])).toEqual([
        ["recovered", 2],
        ["recovered", 2],
      ]);
      // The steps of the run that had ended do not belong to this one.
      expect(runs[1]?.attempts[0]?.attribution?.scores).toHaveLength(1);
      expect(inputs[2]).toMatchObject({ log: expect.arrayContaining(["in"]) });
    },
  );
});

/** One node, which tells what note it sees in its config. */
function noted(notes: (string | undefined)[], isRight: () => boolean) {
  const State = Annotation.Root({
    log: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }),
    none: Annotation<string>,
  });
  return new StateGraph(State)
    .addNode("b", (_, config) => {
      notes.push(getReplanNote(config));
      return { log: [isRight() ? "b:right" : "b:wrong"] };
    })
    .addEdge(START, "b");
}
