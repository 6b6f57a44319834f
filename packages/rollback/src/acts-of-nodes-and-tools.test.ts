import { defaultMaxListeners, getEventListeners } from "node:events";

import { HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import {
  Annotation,
  Command,
  interrupt,
  MemorySaver,
  START,
  StateGraph,
  type LangGraphRunnableConfig,
} from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { doing, failing, Said, told, toStep } from "./fixtures/acting-graph.ts";
import { book, calling } from "./fixtures/booking-graph.ts";
import { on } from "./fixtures/chain-graph.ts";
import { EffectWorld } from "./fixtures/effect-world.ts";
import { effect, effectKey, readHistory, withEffect, withRollback } from "./index.ts";

describe("a node that runs again from its top", () => {
  it("is given what it has done when a human answers", async () => {
    const world = new EffectWorld();
    const graph = new StateGraph(Said)
      .addNode("ask", async (_, config) => {
        const booked = await effect(config, {
          name: "a",
          args: 1,
          act: ({ key }) => world.act(key, "a1"),
          undo: world.undo,
        });
        return { said: [booked, String(interrupt("sure?"))] };
      })
      .addEdge(START, "ask")
      .compile({ checkpointer: new MemorySaver() });
    const wrapped = withRollback(graph, failing(0, {}));
    await wrapped.invoke({}, on("t"));
    const { said } = await wrapped.invoke(new Command({ resume: "yes" }), on("t"));
    expect(said).toEqual(["did a1", "yes"]);
    expect(world.asked).toEqual(["do a1"]);
  });

  it("is given what it has done when LangGraph tries it again", async () => {
    const world = new EffectWorld();
    let tries = 0;
    const graph = new StateGraph(Said)
      .addNode(
        "flaky",
        async (_, config) => {
          const said = await effect(config, { name: "a", args: 1, act: ({ key }) => world.act(key, "a1") });
          if ((tries += 1) === 1) throw new Error("try again");
          return { said: [said] };
        },
        { retryPolicy: { initialInterval: 1, jitter: false, logWarning: false } },
      )
      .addEdge(START, "flaky")
      .compile({ checkpointer: new MemorySaver() });
    const wrapped = withRollback(graph, failing(0, { tools: { a: { undo: world.undo } } }));
    await wrapped.invoke({}, on("t"));
    expect(world.asked).toEqual(["do a1"]);
  });

  it("leaves nothing behind of a try that did something else", async () => {
    const world = new EffectWorld();
    let tries = 0;
    const graph = new StateGraph(Said)
      .addNode(
        "flaky",
        async (_, config) => {
          const name = `a${(tries += 1)}`;
          const said = await effect(config, {
            name: "a",
            args: name,
            act: ({ key }) => world.act(key, name),
          });
          if (tries === 1) throw new Error("try again");
          return { said: [said] };
        },
        { retryPolicy: { initialInterval: 1, jitter: false, logWarning: false } },
      )
      .addEdge(START, "flaky")
      .compile({ checkpointer: new MemorySaver() });
    const wrapped = withRollback(graph, failing(0, { tools: { a: { undo: world.undo } } }));
    await wrapped.invoke({}, on("t"));
    expect(world.holds).toEqual(["a2"]);
    const [run] = await readHistory(wrapped, on("t"));
    expect(told(run?.attempts[0]?.effects)).toEqual(['a "a1" undone']);
  });
});

describe("tools", () => {
  it("of a ToolNode are undone with their own arguments and results, and equal calls each", async () => {
    const world = new EffectWorld();
    const results: unknown[] = [];
    const undo: EffectWorld["undo"] = (call) => {
      results.push(call.result);
      world.undo(call);
    };
    const wrapped = withRollback(
      calling([book(world)], ["1A", "1A", "2B"]),
      failing(1, { tools: { book: { undo } } }),
    );
    await wrapped.invoke({ messages: [new HumanMessage("go")] }, on("t"));
    expect(world.holds).toEqual(["1A", "1A", "2B"]);
    expect(world.asked.filter((what) => what.startsWith("undo"))).toHaveLength(3);
    expect(results.map(String).toSorted()).toEqual(["did 1A", "did 1A", "did 2B"]);
  });

  it("are declared beside them with `withEffect`, and the graph given stays as it is", async () => {
    const world = new EffectWorld();
    const declared = withEffect(book(world), { undo: world.undo });
    const graph = calling([declared], ["1A"]);
    const before = graph.nodes.tools;
    const wrapped = withRollback(graph, failing(1, {}));
    await wrapped.invoke({ messages: [new HumanMessage("go")] }, on("t"));
    expect(world.asked).toEqual(["do 1A", 'undo book {"seat":"1A"}', "do 1A"]);
    expect(graph.nodes.tools).toBe(before);
  });

  it("are undone as `withEffect` says, and done once for a node that runs again, where a node calls them", async () => {
    const world = new EffectWorld();
    const results: unknown[] = [];
    const undo: EffectWorld["undo"] = (call) => {
      results.push(call.result);
      world.undo(call);
    };
    const seat = withEffect(book(world), { undo });
    let tries = 0;
    const graph = new StateGraph(Said)
      .addNode(
        "flaky",
        async () => {
          const said = await seat.invoke({ seat: "1A" });
          if ((tries += 1) === 1) throw new Error("try again");
          return { said: [said] };
        },
        { retryPolicy: { initialInterval: 1, jitter: false, logWarning: false } },
      )
      .addEdge(START, "flaky")
      .compile({ checkpointer: new MemorySaver() });
    const wrapped = withRollback(graph, failing(1, {}));
    expect((await wrapped.invoke({}, on("t"))).said).toEqual(["did 1A"]);
    expect(world.asked).toEqual(["do 1A", 'undo book {"seat":"1A"}', "do 1A"]);
    expect(results).toEqual(["did 1A"]);
  });

  it("are declared by the last `withEffect`, and the tool given to it stays as it is", async () => {
    const world = new EffectWorld();
    const first = withEffect(book(world), "irreversible");
    const last = withEffect(first, { undo: world.undo });
    await withRollback(calling([last], ["1A"]), failing(1, {})).invoke({ messages: [] }, on("t"));
    expect(world.asked).toHaveLength(3);
    await withRollback(calling([first], ["1A"]), failing(1, {})).invoke({ messages: [] }, on("t"));
    expect(world.asked).toHaveLength(4);
  });

  it("that are called inside a node are undone, too", async () => {
    const world = new EffectWorld();
    const seat = book(world);
    const graph = doing(world, ["a1"], () => seat.invoke({ seat: "1A" }));
    const wrapped = withRollback(graph, failing(1, { tools: { book: { undo: world.undo } } }));
    await wrapped.invoke({}, on("t"));
    expect(world.asked).toEqual(["do 1A", 'undo book {"seat":"1A"}', "do 1A"]);
    expect(world.holds).toEqual(["1A"]);
  });

  it("are undone with the arguments that they were called with, whatever becomes of them", async () => {
    const world = new EffectWorld();
    const altering = tool(
      (args: { seat: string }, config: LangGraphRunnableConfig) => {
        const said = world.act(effectKey(config), args.seat);
        args.seat = "altered";
        return said;
      },
      { name: "book", description: "books a seat", schema: z.object({ seat: z.string() }) },
    );
    const wrapped = withRollback(
      calling([altering], ["1A"]),
      failing(1, { tools: { book: { undo: world.undo } } }),
    );
    await wrapped.invoke({ messages: [new HumanMessage("go")] }, on("t"));
    expect(world.asked[1]).toBe('undo book {"seat":"1A"}');
  });

  it("that run in parallel are so few listeners of their run's signal that Node does not warn", async () => {
    const seats = Array.from({ length: 30 }, (_, seat) => `${seat}`);
    let running = 0;
    let listeners: number | undefined;
    let allRun = (): void => {};
    const all = new Promise<void>((resolve) => {
      allRun = resolve;
    });
    const slow = tool(
      async ({ seat }, { signal }: LangGraphRunnableConfig) => {
        if ((running += 1) === seats.length) allRun();
        await all;
        if (signal !== undefined) listeners = getEventListeners(signal, "abort").length;
        return seat;
      },
      { name: "book", description: "books a seat", schema: z.object({ seat: z.string() }) },
    );
    const wrapped = withRollback(calling([slow], seats), failing(0, { tools: { book: { undo: () => {} } } }));
    await wrapped.invoke({ messages: [new HumanMessage("go")] }, on("t"));
    expect(listeners).toBeLessThanOrEqual(defaultMaxListeners);
  });

  it("that are not declared are told, and stop nothing", async () => {
    const world = new EffectWorld();
    const wrapped = withRollback(calling([book(world)], ["1A"]), failing(1, {}));
    await wrapped.invoke({ messages: [new HumanMessage("go")] }, on("t"));
    const [run] = await readHistory(wrapped, on("t"));
    expect(run?.attempts[0]?.effects).toMatchObject([{ name: "book", class: "unknown", standing: "stands" }]);
  });
});

describe("a node that is one effect", () => {
  it("is undone as a whole, with its input", async () => {
    const world = new EffectWorld();
    const graph = doing(world, ["a1"], (name, config) => world.act(effectKey(config), name));
    const nodes = { a1: { undo: world.undo } };
    const wrapped = withRollback(graph, failing(1, { nodes }));
    await wrapped.invoke({}, on("t"));
    expect(world.asked).toEqual(["do a1", 'undo a1 {"said":[]}', "do a1"]);
    expect(world.holds).toEqual(["a1"]);
  });
});

describe("revalidate", () => {
  it("drops what has aged before the next attempt starts", async () => {
    const Rights = Annotation.Root({ token: Annotation<string>(), seen: Annotation<string>() });
    const tokens = ["old", "new"];
    const graph = new StateGraph(Rights)
      .addNode("login", () => ({ token: tokens.shift() ?? "" }))
      .addNode("use", ({ token }) => ({ seen: token }))
      .addEdge(START, "login")
      .addEdge("login", "use")
      .compile({ checkpointer: new MemorySaver() });
    const wrapped = withRollback(graph, {
      verify: ({ output }) => output?.seen !== "old",
      policy: toStep(1),
      revalidate: ({ token }) => (token === "old" ? { token: "fresh" } : undefined),
    });
    expect(await wrapped.invoke({}, on("t"))).toMatchObject({ seen: "fresh" });
  });

  it("leaves the run as it is if it throws, and nothing is undone", async () => {
    const world = new EffectWorld();
    const wrapped = withRollback(
      doing(world, ["a1"]),
      failing(
        1,
        { tools: { a: { undo: world.undo } } },
        {
          revalidate: () => {
            throw new Error("no vault");
          },
        },
      ),
    );
    await wrapped.invoke({}, on("t"));
    const [run] = await readHistory(wrapped, on("t"));
    expect(run?.attempts[0]?.problem).toMatchObject({ code: "REVALIDATE" });
    expect(world.holds).toEqual(["a1"]);
  });
});
