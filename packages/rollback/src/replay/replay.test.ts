import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { InMemoryStore, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { on } from "../fixtures/chain-graph.ts";
import { withRollback, type EffectOptions } from "../index.ts";
import { replay, type ReplayOptions } from "./index.ts";

/** A desk with seats, as a world outside of the graph. Simulated. */
class Desk {
  readonly booked: string[] = [];
  looked = 0;
  readonly look = tool(
    () => {
      this.looked += 1;
      return `free: 12A, ${this.looked} looks`;
    },
    { name: "look", description: "looks up free seats", schema: z.object({ row: z.number() }) },
  );
  readonly book = tool(
    ({ seat }) => {
      this.booked.push(seat);
      return `booked ${seat}`;
    },
    { name: "book", description: "books a seat", schema: z.object({ seat: z.string() }) },
  );
}

/** Looks up seats, books one, and says so. It books the aisle unless it is told what was wrong. */
function travelGraph(desk: Desk, saver = new MemorySaver()) {
  const call = (name: string, args: object) =>
    new AIMessage({
      content: "",
      tool_calls: [{ type: "tool_call", id: `call-${name}`, name, args: { ...args } }],
    });
  return new StateGraph(MessagesAnnotation)
    .addNode("plan", () => ({ messages: [call("look", { row: 12 })] }))
    .addNode("search", new ToolNode([desk.look]))
    .addNode("choose", ({ messages }) => {
      const isTold = messages.some((message) => message.name === "rollback");
      return { messages: [call("book", { seat: isTold ? "12A" : "12C" })] };
    })
    .addNode("act", new ToolNode([desk.book]))
    .addNode("say", ({ messages }) => ({ messages: [new AIMessage(`Done: ${messages.at(-1)?.text}`)] }))
    .addEdge(START, "plan")
    .addEdge("plan", "search")
    .addEdge("search", "choose")
    .addEdge("choose", "act")
    .addEdge("act", "say")
    .compile({ checkpointer: saver });
}

const input = { messages: [new HumanMessage("Book a window seat in row 12.")] };
const verify: NonNullable<ReplayOptions["verify"]> = ({ output }) =>
  JSON.stringify(output).includes("Done: booked 12A");

/** A run that booked the wrong seat. */
async function failedRun(effects?: EffectOptions) {
  const desk = new Desk();
  const saver = new MemorySaver();
  const bare = travelGraph(desk, saver);
  const graph = effects === undefined ? bare : withRollback(bare, { verify, maxRollbacks: 0, effects });
  await graph.invoke(input, on("t"));
  const before = { booked: [...desk.booked], looked: desk.looked, bytes: bytesOf(saver) };
  /** Whether nothing outside of the replay has changed. */
  const isUntouched = () => {
    expect({ booked: desk.booked, looked: desk.looked, bytes: bytesOf(saver) }).toEqual(before);
  };
  return { desk, saver, graph, isUntouched };
}

const bytesOf = (saver: MemorySaver): string => JSON.stringify([saver.storage, saver.writes]);

describe("replay", () => {
  it("tries a run again from a step, with the note that a live retry would be told", async () => {
    const { graph, isUntouched } = await failedRun();
    const sandbox = ({ args }: { args: unknown }) => `booked ${Reflect.get(Object(args), "seat")}`;
    const [again] = await replay(graph, on("t"), { from: 2, verify, tools: { book: sandbox } });
    expect(again).toMatchObject({ status: "accepted", rewind: { step: 2 } });
    expect(again?.note).toContain("[rollback] Attempt 1 at this task failed");
    expect(again?.calls).toEqual([{ kind: "tool", name: "book", args: { seat: "12A" }, answer: "given" }]);
    isUntouched();
  });

  it("answers a tool as the recorded run was answered", async () => {
    const { graph, isUntouched } = await failedRun();
    const [again] = await replay(graph, on("t"), { from: 1, verify, note: false });
    expect(again).toMatchObject({ status: "rejected", spent: { steps: 4 } });
    expect(again?.calls.map(({ name, answer }) => [name, answer])).toEqual([
      ["look", "recorded"],
      ["book", "recorded"],
    ]);
    expect(
      again?.output?.messages.filter((message) => ToolMessage.isInstance(message)).map(({ text }) => text),
    ).toEqual(["free: 12A, 1 looks", "booked 12C"]);
    isUntouched();
  });

  it("tells of each replay once it is over, and ends where that throws", async () => {
    const { graph } = await failedRun();
    const told: string[] = [];
    const options: ReplayOptions = {
      from: 2,
      repeat: 5,
      onReplay: ({ status }) => {
        told.push(status);
        if (told.length === 2) throw new Error("enough");
      },
    };
    await expect(replay(graph, on("t"), options)).rejects.toThrow("enough");
    expect(told).toEqual(["inconclusive", "inconclusive"]);
  });

  it("is inconclusive where a call has no answer, and the tool does not run", async () => {
    const { graph, isUntouched } = await failedRun();
    const [again] = await replay(graph, on("t"), { from: 2, verify });
    expect(again).toMatchObject({ status: "inconclusive", output: undefined });
    expect(again?.reason).toContain('The replay has no answer for tool "book".');
    isUntouched();
  });
});

describe("calls in a replay", () => {
  it("runs a tool that only reads where the recorded run holds no such call", async () => {
    const { graph, desk } = await failedRun({
      tools: { look: "read-only" },
      nodes: { plan: "read-only", choose: "read-only", say: "read-only" },
    });
    const [again] = await replay(graph, on("t"), {
      from: 0,
      tools: { look: "run", book: () => "booked 12A" },
    });
    expect(again).toMatchObject({ status: "accepted" });
    expect(desk.looked).toBe(2);
    expect(desk.booked).toEqual(["12C"]);
  });

  it("refuses a node that nobody calls free of effects, in a graph with effects", async () => {
    const { graph, isUntouched } = await failedRun({ nodes: { choose: "read-only" } });
    const [again] = await replay(graph, on("t"), { from: 0 });
    expect(again).toMatchObject({ status: "inconclusive" });
    expect(again?.reason).toContain('declare `effects.nodes.plan: "read-only"`');
    isUntouched();
  });

  it.each([
    ["has an answer", { nodes: { pay: () => ({}) } }],
    [
      "is one effect, also in a node that may run",
      { effects: { nodes: { pay: "irreversible" } }, nodes: { shop: "run" } },
    ],
  ] as const)("refuses a node that %s and lies in a graph that a node's code calls", async (_, options) => {
    let paid = 0;
    const inner = new StateGraph(MessagesAnnotation)
      .addNode("pay", () => ({ messages: [new AIMessage(`paid ${(paid += 1)}`)] }))
      .addEdge(START, "pay")
      .compile();
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("shop", async (state) => inner.invoke(state))
      .addEdge(START, "shop")
      .compile({ checkpointer: new MemorySaver() });
    await graph.invoke(input, on("t"));
    const [again] = await replay(graph, on("t"), { from: 0, note: false, ...options });
    expect(again).toMatchObject({ status: "inconclusive", calls: [{ kind: "node", name: "pay" }] });
    expect(paid).toBe(1);
  });

  it("has a world of its own, where the options make one, and is judged by it", async () => {
    const { graph, isUntouched } = await failedRun();
    const worlds: { readonly kept: number; readonly booked: unknown[]; isClosed: boolean }[] = [];
    const replays = await replay(graph, on("t"), {
      from: 2,
      repeat: 2,
      sandbox: (kept) => {
        const world = { kept: kept.length, booked: [] as unknown[], isClosed: false };
        worlds.push(world);
        return {
          tools: { book: ({ args }) => world.booked.push(Reflect.get(Object(args), "seat")) },
          verify: () => world.booked.includes("12A") && !world.isClosed,
          close: () => void (world.isClosed = true),
        };
      },
    });
    expect(replays.map(({ status }) => status)).toEqual(["accepted", "accepted"]);
    expect(worlds).toEqual(Array.from({ length: 2 }, () => ({ kept: 2, booked: ["12A"], isClosed: true })));
    isUntouched();
  });

  it("may call a tool of the same name in a function that stands for it", async () => {
    const { graph, isUntouched } = await failedRun();
    const scratch = new Desk();
    const [again] = await replay(graph, on("t"), {
      from: 2,
      verify,
      tools: { book: ({ args }) => scratch.book.invoke(Object(args)) },
    });
    expect(again).toMatchObject({ status: "accepted" });
    expect(scratch.booked).toEqual(["12A"]);
    isUntouched();
  });

  it("does not reach the memory store of the graph", async () => {
    const store = new InMemoryStore();
    await store.put(["seats"], "12A", { free: true });
    const saver = new MemorySaver();
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("take", async (_, config) => {
        const seat = await config.store?.get(["seats"], "12A");
        await config.store?.delete(["seats"], "12A");
        await config.store?.put(["taken"], "12A", { by: "me" });
        const found = await config.store?.search(["taken"]);
        return { messages: [new AIMessage(`${seat?.value["free"]} ${found?.length}`)] };
      })
      .addEdge(START, "take")
      .compile({ checkpointer: saver, store });
    await graph.invoke(input, on("t"));
    await store.put(["seats"], "12A", { free: false });
    await store.delete(["taken"], "12A");
    const [again] = await replay(graph, on("t"), { from: 0, note: false });
    expect(again?.output?.messages.at(-1)?.text).toBe("false 1");
    expect((await store.get(["seats"], "12A"))?.value).toEqual({ free: false });
    expect(await store.search(["taken"])).toEqual([]);
  });
});
