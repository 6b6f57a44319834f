import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { effect, effectKey, readHistory, withRollback } from "langgraph-rollback";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";

import { backTo, doing, line, ListWorld, thread, told } from "./list-world.ts";

const declared = (world: ListWorld, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { undo: world.undo }]));

/** A message with calls of tools, and the tools. */
function calling(
  calls: readonly string[],
  act: (name: string, key: string | undefined) => string,
  ids: string[] = [],
) {
  const tools = [...new Set(calls)].map((name) =>
    tool((_, config) => act(name, effectKey(config)), { name, description: name, schema: z.object({}) }),
  );
  const ask = () => {
    const tool_calls = calls.map((name) => {
      const id = `${name} ${ids.length}`;
      ids.push(id);
      return { name, args: {}, id, type: "tool_call" as const };
    });
    return { messages: [new AIMessage({ content: "", tool_calls })] };
  };
  return new StateGraph(MessagesAnnotation)
    .addNode("ask", ask)
    .addNode("tools", new ToolNode(tools))
    .addEdge(START, "ask")
    .addEdge("ask", "tools")
    .compile({ checkpointer: new MemorySaver() });
}

const failsOnce = { verify: ({ attempt }: { readonly attempt: number }) => attempt > 1 };

describe("the rules that effects follow", () => {
  it("an effect is undone on the verdict and never on a tool's error", async () => {
    const world = new ListWorld();
    const graph = calling(["pay"], (name, key = "") => {
      world.act(key, name);
      throw new Error("the bank's answer was lost");
    });
    await withRollback(graph, { verify: () => true, effects: { tools: declared(world, "pay") } }).invoke(
      { messages: [] },
      thread,
    );
    expect(world.asked).toEqual(["do pay"]);
  });

  it("what is undone is marked before the next attempt starts, and is not undone once more by a later round", async () => {
    const world = new ListWorld();
    const saver = new MemorySaver();
    const standings: (readonly string[])[] = [];
    const pay = doing(world, "pay");
    const wrapped = withRollback(
      line(
        {
          pay: async (config) => {
            const [run] = await readHistory(saver, thread);
            standings.push(told(run?.attempts.flatMap(({ effects = [] }) => effects)));
            return pay(config);
          },
        },
        saver,
      ),
      { verify: ({ attempt }) => attempt > 2, effects: { tools: declared(world, "pay") } },
    );
    await wrapped.invoke({}, thread);
    expect(standings).toEqual([[], ["pay done undone"], ["pay done undone", "pay done undone"]]);
    expect(world.asked).toEqual(["do pay", "undo pay", "do pay", "undo pay", "do pay"]);
    expect(new Set(world.calls.map(({ key }) => key)).size).toBe(2);
  });

  it("a tool_call_id is no part of an effect's key", async () => {
    const world = new ListWorld();
    const keys: string[] = [];
    const ids: string[] = [];
    const order = { undo: world.undo, idempotencyKey: () => "order 7", redo: "reuse" as const };
    const graph = calling(
      ["order"],
      (name, key = "") => {
        keys.push(key);
        return world.act(key, name);
      },
      ids,
    );
    await withRollback(graph, { ...failsOnce, effects: { tools: { order } } }).invoke(
      { messages: [] },
      thread,
    );
    expect(ids).toEqual(["order 0", "order 1"]);
    expect(keys).toEqual(["order 7"]);
    expect(world.asked).toEqual(["do order"]);
  });

  it("what was not undone is told every time", async () => {
    const world = new ListWorld();
    const graph = line({ mail: doing(world, "mail"), pay: doing(world, "pay") });
    const wrapped = withRollback(graph, {
      verify: ({ attempt }) => attempt > 2,
      effects: { tools: { ...declared(world, "pay"), mail: "irreversible" }, onIrreversible: "allow" },
    });
    await wrapped.invoke({}, thread);
    const [run] = await readHistory(wrapped, thread);
    expect(run?.attempts.map(({ effects }) => told(effects))).toEqual([
      ["pay done undone", "mail done stands"],
      ["pay done undone", "mail done stands"],
      [],
    ]);
  });

  it("a tool call that fails does not drop the others of its message", async () => {
    const world = new ListWorld();
    const graph = calling(["break", "pay"], (name, key = "") => {
      if (name === "break") throw new Error("refused");
      return world.act(key, name);
    });
    const wrapped = withRollback(graph, {
      verify: () => true,
      effects: { tools: declared(world, "pay", "break") },
    });
    const { messages } = await wrapped.invoke({ messages: [] }, thread);
    expect(messages.slice(1).map(({ name, text }) => `${name}: ${text.split("\n")[0]}`)).toEqual([
      "break: Error: refused",
      "pay: did pay",
    ]);
    expect(world.holds).toEqual(["pay"]);
  });

  it("its intent is stored before an act, and its result after it", async () => {
    const world = new ListWorld();
    const saver = new MemorySaver();
    const marks = async (): Promise<unknown[]> => {
      const stored: unknown[] = [];
      for await (const { pendingWrites = [] } of saver.list({
        configurable: { thread_id: "t", checkpoint_ns: "langgraph-rollback-effects" },
      }))
        stored.push(...pendingWrites.map(([, , value]): unknown => Reflect.get(Object(value), "mark")));
      return stored;
    };
    const seen: unknown[][] = [];
    const work = line(
      {
        pay: (config) =>
          effect(config, {
            name: "pay",
            args: {},
            act: async ({ key }) => {
              seen.push(await marks());
              return world.act(key, "pay");
            },
          }),
      },
      saver,
    );
    await withRollback(work, { verify: () => true, effects: { tools: declared(world, "pay") } }).invoke(
      {},
      thread,
    );
    expect(seen).toEqual([["intent"]]);
    expect(await marks()).toEqual(["intent", "done"]);
  });

  it("an act whose intent cannot be stored does not take place", async () => {
    const world = new ListWorld();
    const saver = new MemorySaver();
    const putWrites = saver.putWrites.bind(saver);
    saver.putWrites = (config, ...rest) =>
      config.configurable?.["checkpoint_ns"] === "langgraph-rollback-effects"
        ? Promise.reject(new Error("the disk is full"))
        : putWrites(config, ...rest);
    const wrapped = withRollback(line({ pay: doing(world, "pay") }, saver), {
      verify: () => true,
      maxRollbacks: 0,
      effects: { tools: declared(world, "pay") },
    });
    await expect(wrapped.invoke({}, thread)).rejects.toMatchObject({ name: "EffectNotRecordedError" });
    expect(world.asked).toEqual([]);
  });

  it("hints of a tool that nobody trusts only add caution", async () => {
    const classes: (string | undefined)[] = [];
    for (const annotations of [{ readOnlyHint: true }, { destructiveHint: true }, { idempotentHint: true }]) {
      const world = new ListWorld();
      const hinted = tool((_, config) => world.act(String(effectKey(config)), "t"), {
        name: "t",
        description: "t",
        schema: z.object({}),
        metadata: { annotations },
      });
      const wrapped = withRollback(line({ n: (config) => hinted.invoke({}, config) }), {
        ...failsOnce,
        effects: { onIrreversible: "allow" },
      });
      await wrapped.invoke({}, thread);
      const [run] = await readHistory(wrapped, thread);
      classes.push(run?.attempts[0]?.effects?.[0]?.class);
    }
    expect(classes).toEqual(["unknown", "irreversible", "unknown"]);
  });

  it("hints of a tool of a trusted server may also remove caution", async () => {
    const world = new ListWorld();
    const look = tool((_, config) => world.act(String(effectKey(config)), "look"), {
      name: "shop__look",
      description: "looks",
      schema: z.object({}),
      metadata: { annotations: { readOnlyHint: true } },
    });
    const wrapped = withRollback(line({ n: (config) => look.invoke({}, config) }), {
      ...failsOnce,
      effects: { trustedServers: ["shop"] },
    });
    await wrapped.invoke({}, thread);
    const [run] = await readHistory(wrapped, thread);
    expect(run?.attempts.map(({ effects }) => told(effects))).toEqual([[], []]);
    expect(world.asked).toEqual(["do look", "do look"]);
  });

  it("undo is called until it succeeds, by the same key, and is told `again`", async () => {
    const world = new ListWorld();
    let failures = 1;
    const undo: ListWorld["undo"] = (call) => {
      world.undo(call);
      if ((failures -= 1) >= 0) throw new Error("its answer was lost");
    };
    const wrapped = withRollback(line({ pay: doing(world, "pay") }), {
      ...failsOnce,
      effects: { tools: { pay: { undo } }, undoRetries: 1 },
    });
    await wrapped.invoke({}, thread);
    expect(world.calls.map(({ again }) => again)).toEqual([false, true]);
    expect(new Set(world.calls.map(({ key }) => key)).size).toBe(1);
  });
});

describe("an undo that throws", () => {
  afterEach(() => vi.useRealTimers());

  it.each<{ readonly what: string; readonly thrown: unknown }>([
    { what: "an abort of its own", thrown: new DOMException("too slow", "AbortError") },
    { what: "a refusal", thrown: Object.assign(new Error("who are you?"), { status: 401 }) },
    { what: "a mistake", thrown: new TypeError("refund is no function") },
    { what: "no error", thrown: "down" },
  ])("is tried again as often as told: $what", async ({ thrown }) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const world = new ListWorld();
    let failures = 2;
    const undo: ListWorld["undo"] = (call) => {
      world.undo(call);
      if ((failures -= 1) >= 0) throw thrown;
    };
    const wrapped = withRollback(line({ pay: doing(world, "pay") }), {
      ...failsOnce,
      effects: { tools: { pay: { undo } }, undoRetries: 2 },
    });
    const state = { isOver: false };
    const run = wrapped.invoke({}, thread).finally(() => {
      state.isOver = true;
    });
    while (!state.isOver) await vi.advanceTimersByTimeAsync(1000);
    await run;
    expect(world.asked).toEqual(["do pay", "undo pay", "undo pay", "undo pay", "do pay"]);
    expect(world.calls.map(({ again }) => again)).toEqual([false, true, true]);
  });

  it("is not tried again once the run is aborted", async () => {
    const world = new ListWorld();
    const controller = new AbortController();
    const undo: ListWorld["undo"] = (call) => {
      world.undo(call);
      controller.abort();
      throw new Error("down");
    };
    const wrapped = withRollback(line({ pay: doing(world, "pay") }), {
      ...failsOnce,
      effects: { tools: { pay: { undo } }, undoRetries: 2 },
    });
    await expect(wrapped.invoke({}, { ...thread, signal: controller.signal })).rejects.toThrow("abort");
    expect(world.asked).toEqual(["do pay", "undo pay"]);
  });
});

describe("mistakes of the first version", () => {
  it("the list of what is undone is made before the fork: an act of the next attempt is never on it", async () => {
    const world = new ListWorld();
    const wrapped = withRollback(line({ a: doing(world, "a"), b: doing(world, "b") }), {
      ...failsOnce,
      policy: backTo(1),
      effects: { tools: declared(world, "a", "b") },
    });
    await wrapped.invoke({}, thread);
    expect(world.asked).toEqual(["do a", "do b", "undo b", "do b"]);
    expect(world.holds).toEqual(["a", "b"]);
  });

  it("an act of a kept step does not happen twice", async () => {
    const world = new ListWorld();
    const wrapped = withRollback(line({ a: doing(world, "a"), b: doing(world, "b"), c: doing(world, "c") }), {
      verify: ({ attempt }) => attempt > 3,
      policy: backTo(2),
      effects: { tools: declared(world, "a", "b", "c") },
    });
    await wrapped.invoke({}, thread);
    expect(world.asked.filter((asked) => asked !== "do c" && asked !== "undo c")).toEqual(["do a", "do b"]);
  });
});
