import {
  Annotation,
  Command,
  entrypoint,
  INTERRUPT,
  MemorySaver,
  START,
  StateGraph,
} from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { addingAgent } from "../fixtures/adding-agent.ts";
import {
  chainGraph,
  nothingWrong,
  on,
  throwsUntilTold,
  untilTold,
  type ChainStep,
} from "../fixtures/chain-graph.ts";
import { sends } from "../fixtures/graph-shapes.ts";
import { readHistory, withRollback, type RollbackOptions } from "../index.ts";

const answer = (value: unknown) => new Command<unknown, Record<string, unknown>, never>({ resume: value });
const isAsked = { [INTERRUPT]: [{ value: { type: "rollback:approve", attempt: 1 } }] };

type Options = Partial<RollbackOptions<unknown, { log: string[] }>>;

/** The chain with rollback, whose rollbacks have to be approved. */
function chain(
  steps: Partial<Record<"a" | "b" | "c", ChainStep>>,
  checkpointer: BaseCheckpointSaver = new MemorySaver(),
  options: Options = {},
) {
  const { ran, builder } = chainGraph(steps);
  const graph = withRollback(builder.compile({ checkpointer }), {
    verify: nothingWrong,
    noteChannel: "note",
    approve: "always",
    ...options,
  });
  return { ran, graph };
}

const wrong = { b: untilTold("b") };
const throwing = { b: throwsUntilTold("b") };
const right = ["a:right", "b:right", "c:right"];

describe("a run that threw", () => {
  it("asks for approval instead of throwing, and continues when it is approved", async () => {
    const { graph } = chain(throwing);
    expect(await graph.invoke({ log: [] }, on("t"))).toMatchObject(isAsked);
    expect((await graph.invoke(answer(true), on("t"))).log).toEqual(right);
  });

  it("throws what it threw when that is declined, and the thread looks as it did then", async () => {
    const { graph } = chain(throwing);
    await graph.invoke({ log: [] }, on("t"));
    await expect(graph.invoke(answer(false), on("t"))).rejects.toMatchObject({
      name: "RangeError",
      message: "b broke",
    });
    const { next, tasks, values } = await graph.getState(on("t"));
    expect(next).toEqual(["b"]);
    expect(tasks).toMatchObject([
      { name: "b", error: { name: "RangeError", message: "b broke" }, interrupts: [] },
    ]);
    expect(values.log).toEqual(["a:right"]);
    expect(await readHistory(graph, on("t"))).toMatchObject([
      { status: "gave-up", attempts: [{ decision: "give-up", stopped: { by: "declined" } }] },
    ]);
  });
});

describe("another process", () => {
  it.each([
    { name: "ended", steps: wrong },
    { name: "threw", steps: throwing },
  ])("answers for a run that $name", async ({ steps }) => {
    const saver = new MemorySaver();
    await chain(steps, saver).graph.invoke({ log: [] }, on("t"));
    const { graph, ran } = chain(steps, saver);
    expect((await graph.invoke(answer("approve"), on("t"))).log).toEqual(right);
    expect(ran).not.toContain("");
    expect(await readHistory(graph, on("t"))).toMatchObject([{ status: "recovered" }]);
  });

  it("declines, and is given the failed attempt's output", async () => {
    const saver = new MemorySaver();
    await chain(wrong, saver).graph.invoke({ log: [] }, on("t"));
    const { graph, ran } = chain(wrong, saver);
    expect((await graph.invoke(answer("decline"), on("t"))).log).toEqual(["a:right", "b:wrong", "c:right"]);
    expect(ran).toEqual([]);
  });

  it("is given the output again after that, without another question", async () => {
    const { graph, ran } = chain(wrong);
    await graph.invoke({ log: [] }, on("t"));
    await graph.invoke(answer("decline"), on("t"));
    const again = await graph.invoke(null, on("t"));
    expect(again).not.toHaveProperty(INTERRUPT);
    expect(again.log).toEqual(["a:right", "b:wrong", "c:right"]);
    expect(ran.join("")).toBe("abc");
  });
});

describe("what asking costs", () => {
  it("is neither an attempt nor a second attribution", async () => {
    let scored = 0;
    const scorer = {
      fingerprint: "counting",
      score: async ({ steps }: { readonly steps: readonly unknown[] }) => {
        scored += 1;
        return steps.map(() => 1);
      },
    };
    const { graph } = chain(wrong, undefined, { scorer, maxRollbacks: 1 });
    await graph.invoke({ log: [] }, on("t"));
    await graph.invoke(null, on("t"));
    expect((await graph.invoke(answer(true), on("t"))).log).toEqual(right);
    expect(scored).toBe(1);
    const [run] = await readHistory(graph, on("t"));
    expect(run?.attempts.map(({ attempt }) => attempt)).toEqual([1, 2]);
  });

  it("leaves `onFailure` as it is", async () => {
    const { graph } = chain(wrong, undefined, { onFailure: "error" });
    await graph.invoke({ log: [] }, on("t"));
    await expect(graph.invoke(answer(false), on("t"))).rejects.toMatchObject({
      code: "ROLLBACK_EXHAUSTED",
      stopped: { by: "declined" },
    });
  });
});

describe("a new turn", () => {
  it("drops the question, also in the history", async () => {
    const { graph } = chain(wrong, undefined, {
      verify: ({ output }) => output?.log.slice(-3).includes("b:wrong") === false,
    });
    await graph.invoke({ log: [] }, on("t"));
    const second = await graph.invoke({ log: ["more"], note: "told" }, on("t"));
    expect(second.log.slice(3)).toEqual(["more", ...right]);
    expect((await readHistory(graph, on("t"))).map(({ status }) => status)).toEqual(["succeeded", "gave-up"]);
  });
});

describe("streams", () => {
  it("show the question in every mode in which LangGraph shows interrupts", async () => {
    const { graph } = chain(wrong);
    const modes = ["updates", "values", "checkpoints", "debug"] as const;
    const chunks: (readonly [mode: string, payload: unknown])[] = [];
    for await (const [mode, payload] of await graph.stream(
      { log: [] },
      { ...on("t"), streamMode: [...modes] },
    ))
      chunks.push([mode, payload]);
    const last = (mode: string) => chunks.findLast(([of]) => of === mode)?.[1];
    expect(last("updates")).toMatchObject(isAsked);
    expect(last("values")).toMatchObject(isAsked);
    const tasks = [{ interrupts: [{ value: { type: "rollback:approve" } }] }];
    expect(last("checkpoints")).toMatchObject({ tasks });
    expect(last("debug")).toMatchObject({ type: "checkpoint", payload: { tasks } });
  });
});

describe("other shapes", () => {
  it("Sends: the question leaves none of them due, and they run again when it is approved", async () => {
    let judged = 0;
    const graph = withRollback(sends().compile({ checkpointer: new MemorySaver() }), {
      verify: () => (judged += 1) > 1,
      approve: "always",
    });
    await graph.invoke({ log: ["in"] }, on("t"));
    expect((await graph.getState(on("t"))).tasks).toHaveLength(1);
    const { log } = await graph.invoke(answer({ decision: "approve", step: 1 }), on("t"));
    expect(log).toHaveLength(6);
  });

  it("an entrypoint", async () => {
    let judged = 0;
    const checkpointer = new MemorySaver();
    const workflow = entrypoint({ name: "work", checkpointer }, async (value: number) => value + 1);
    const graph = withRollback(workflow, { verify: () => (judged += 1) > 1, approve: "always" });
    expect(await graph.invoke(1, on("t"))).toMatchObject(isAsked);
    expect(await graph.invoke(answer(true), on("t"))).toBe(2);
  });

  it("an entrypoint that is declined", async () => {
    const checkpointer = new MemorySaver();
    const workflow = entrypoint({ name: "work", checkpointer }, async (value: number) => value + 1);
    const graph = withRollback(workflow, { verify: () => false, approve: "always" });
    await graph.invoke(1, on("t"));
    expect(await graph.invoke(answer(false), on("t"))).toBe(2);
  });

  it("an agent", async () => {
    const { agent } = addingAgent({ version: "v2", checkpointer: new MemorySaver() });
    const graph = withRollback(agent, {
      verify: ({ output }) => output?.messages.at(-1)?.text === "The sum is 5.",
      approve: "always",
    });
    const asked = await graph.invoke({ messages: [{ role: "user", content: "2 + 3?" }] }, on("t"));
    expect(asked).toMatchObject(isAsked);
    const { messages } = await graph.invoke(answer(true), on("t"));
    expect(messages.at(-1)?.text).toBe("The sum is 5.");
  });

  it("a subgraph", async () => {
    const { builder } = chainGraph(wrong);
    const outer = new StateGraph(Annotation.Root({ log: Annotation<string[]>, note: Annotation<string> }))
      .addNode("inner", builder.compile())
      .addEdge(START, "inner")
      .compile({ checkpointer: new MemorySaver() });
    const graph = withRollback(outer, { verify: nothingWrong, noteChannel: "note", approve: "always" });
    expect(await graph.invoke({ log: [], note: "" }, on("t"))).toMatchObject(isAsked);
    expect((await graph.invoke(answer(true), on("t"))).log).toEqual(right);
  });
});

describe("a call inside another graph's node", () => {
  const Log = Annotation.Root({ log: Annotation<string[]> });

  /** A graph of one node that calls the chain. */
  function around(steps: Partial<Record<"a" | "b" | "c", ChainStep>>) {
    const { graph, ran } = chain(steps);
    const outer = new StateGraph(Log)
      .addNode("call", async () => ({ log: (await graph.invoke({ log: [] })).log }))
      .addEdge(START, "call")
      .compile({ checkpointer: new MemorySaver() });
    return { outer, ran };
  }

  it("asks the graph around, and its answer resumes the run", async () => {
    const { outer, ran } = around(wrong);
    expect(await outer.invoke({}, on("outer"))).toMatchObject(isAsked);
    expect((await outer.invoke(answer(true), on("outer"))).log).toEqual(right);
    expect(ran.join("")).toBe("abcabc");
  });

  it("gives the failed attempt's output when it is declined", async () => {
    const { outer } = around(wrong);
    await outer.invoke({}, on("outer"));
    expect((await outer.invoke(answer(false), on("outer"))).log).toEqual(["a:right", "b:wrong", "c:right"]);
  });

  it.each([{ bad: "maybe" }, { bad: { decision: "approve", step: 9 } }])(
    "asks again after a wrong answer: $bad",
    async ({ bad }) => {
      const { outer } = around(wrong);
      await outer.invoke({}, on("outer"));
      await expect(outer.invoke(answer(bad), on("outer"))).rejects.toMatchObject({ code: "ANSWER_FORMAT" });
      expect((await outer.invoke(answer(true), on("outer"))).log).toEqual(right);
    },
  );
});

describe("an answer for another question", () => {
  it("is refused, and the question stays open", async () => {
    const { graph } = chain(wrong);
    await graph.invoke({ log: [] }, on("t"));
    const other = graph.invoke(answer({ ["f".repeat(32)]: true }), on("t"));
    await expect(other).rejects.toMatchObject({ code: "ANSWER_FORMAT" });
    expect((await graph.invoke(answer(true), on("t"))).log).toEqual(right);
  });
});

describe("streamEvents v3, by which LangGraph's server runs a graph", () => {
  it("shows the question", async () => {
    const { graph } = chain(wrong);
    const run = await graph.streamEvents({ log: [] }, { ...on("t"), version: "v3" });
    const values: unknown[] = [];
    for await (const { method, params } of run) if (method === "values") values.push(params);
    expect(JSON.stringify(values)).toContain("rollback:approve");
  });
});
