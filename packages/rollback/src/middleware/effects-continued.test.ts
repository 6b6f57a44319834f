import { isToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { Command, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { createAgent, humanInTheLoopMiddleware } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { isTold } from "../fixtures/adding-agent.ts";
import { on } from "../fixtures/chain-graph.ts";
import { EffectWorld } from "../fixtures/effect-world.ts";
import { fitting } from "../fixtures/judging-middleware.ts";
import { calling, scriptedModel } from "../fixtures/scripted-model.ts";
import { effectKey, withRollback, type UndoCall } from "../index.ts";
import { readMiddlewareRecords, rollbackMiddleware, type RollbackMiddlewareConfig } from "./index.ts";

const question = { messages: [{ role: "user", content: "Book a trip." }] };

/** An agent that books and pays at once, until a note tells it of a failed attempt. */
function travelAgent(
  world: EffectWorld,
  given: {
    checkpointer?: BaseCheckpointSaver;
    undo?: (call: UndoCall) => void;
    asks?: boolean;
    config?: Partial<RollbackMiddlewareConfig>;
  } = {},
) {
  const { checkpointer, undo = world.undo, asks = false, config } = given;
  const { model } = scriptedModel((messages) => {
    if (isTold(messages)) return "Sorry, nothing is booked.";
    return messages.some(isToolMessage) ? "Booked." : calling({ name: "book" }, { name: "pay" });
  });
  const tools = ["book", "pay"].map((name) =>
    tool((_, own) => world.act(effectKey(own), name), { name, description: name, schema: z.object({}) }),
  );
  const judged: (string | undefined)[] = [];
  const own = rollbackMiddleware({
    verify: ({ output }) => {
      judged.push(output?.messages.at(-1)?.text);
      return output?.messages.at(-1)?.text !== "Booked.";
    },
    effects: { tools: { book: { undo }, pay: { undo } }, undoRetries: 0 },
    ...config,
  });
  const human = fitting(humanInTheLoopMiddleware, { interruptOn: { book: true, pay: true } });
  const agent = createAgent({
    model,
    tools,
    middleware: [own, ...(asks ? [human] : [])],
    ...(checkpointer === undefined ? {} : { checkpointer }),
  });
  return { agent, judged };
}

const approved = new Command<unknown, Record<string, unknown>, never>({
  resume: { decisions: [{ type: "approve" }, { type: "approve" }] },
});

describe("effects of parallel calls in a turn that another process continues", () => {
  it.each([{ asks: false }, { asks: true }])("are all undone, and told: $asks", async ({ asks }) => {
    const world = new EffectWorld();
    const checkpointer = new MemorySaver();
    const pausing = asks ? on("t") : { ...on("t"), interruptBefore: ["tools"] };
    await travelAgent(world, { checkpointer, asks }).agent.invoke(question, pausing);
    const { agent } = travelAgent(world, { checkpointer, asks });
    const { messages } = await agent.invoke(asks ? approved : null, on("t"));
    expect(messages.at(-1)?.text).toBe("Sorry, nothing is booked.");
    expect(world.holds).toEqual([]);
    const [first] = await readMiddlewareRecords(agent, on("t"));
    expect(first?.effects?.map(({ name, standing }) => `${name} ${standing}`).toSorted()).toEqual([
      "book undone",
      "pay undone",
    ]);
  });

  it("are all undone without a checkpointer", async () => {
    const world = new EffectWorld();
    await travelAgent(world).agent.invoke(question);
    expect(world.holds).toEqual([]);
  });
});

describe("a rollback that is stopped while effects are undone", () => {
  it("throws if some are undone and another cannot be, and continues once that is mended", async () => {
    const world = new EffectWorld();
    const checkpointer = new MemorySaver();
    let left = 1;
    const undo = (call: UndoCall) => {
      if ((left -= 1) < 0) throw new Error("the world does not answer");
      world.undo(call);
    };
    const broken = travelAgent(world, { checkpointer, undo });
    await expect(broken.agent.invoke(question, on("t"))).rejects.toMatchObject({
      code: "ROLLBACK_UNFINISHED",
      cause: { code: "UNDO_FAILED" },
      undone: [{ name: "pay" }],
      notUndone: [{ name: "book" }],
    });
    expect(world.holds).toHaveLength(1);
    const mended = travelAgent(world, { checkpointer });
    const { messages } = await mended.agent.invoke(null, on("t"));
    expect(messages.at(-1)?.text).toBe("Sorry, nothing is booked.");
    expect(world.holds).toEqual([]);
    expect([...broken.judged, ...mended.judged]).toEqual(["Booked.", "Sorry, nothing is booked."]);
    const records = await readMiddlewareRecords(mended.agent, on("t"));
    expect(records.map(({ decision }) => decision)).toEqual(["roll-back", "accept"]);
  });

  it.each(["never", "always"] as const)(
    "takes up what was decided, and asks nobody again: %s",
    async (approve) => {
      const world = new EffectWorld();
      const checkpointer = new MemorySaver();
      const stopping = new AbortController();
      const undo = (call: UndoCall) => {
        world.undo(call);
        stopping.abort(new Error("stopped"));
      };
      const config = { approve };
      const first = travelAgent(world, { checkpointer, undo, config });
      if (approve === "always") await first.agent.invoke(question, on("t"));
      const answer = new Command<unknown, Record<string, unknown>, never>({ resume: "approve" });
      const stopped = first.agent.invoke(approve === "always" ? answer : question, {
        ...on("t"),
        signal: stopping.signal,
      });
      await expect(stopped).rejects.toThrow("stopped");
      const second = travelAgent(world, { checkpointer, config });
      const { messages } = await second.agent.invoke(null, on("t"));
      expect(messages.at(-1)?.text).toBe("Sorry, nothing is booked.");
      expect(world.holds).toEqual([]);
      expect([...first.judged, ...second.judged]).toEqual(["Booked.", "Sorry, nothing is booked."]);
    },
  );

  it("judges anew where somebody has gone back and come to another end", async () => {
    const world = new EffectWorld();
    const checkpointer = new MemorySaver();
    const { agent, judged } = travelAgent(world, { checkpointer });
    await agent.invoke(question, on("t"));
    const history: { readonly config: object; readonly next: readonly string[] }[] = [];
    for await (const state of agent.graph.getStateHistory(on("t"))) history.push(state);
    const before = history.findLast(({ next }) => next.includes("model_request"));
    await agent.invoke(null, Object(before?.config));
    expect(judged.filter((said) => said === "Booked.")).toHaveLength(2);
    expect(world.holds).toEqual([]);
  });
});

describe("effects of an agent inside of a tool", () => {
  const outerOf = (world: EffectWorld, withEffects: boolean) => {
    const inner = travelAgent(world);
    const ask = tool(
      async (_, config) => (await inner.agent.invoke(question, config)).messages.at(-1)?.text ?? "",
      {
        name: "ask",
        description: "asks",
        schema: z.object({}),
      },
    );
    const { model } = scriptedModel(
      (messages) => messages.findLast(isToolMessage)?.text ?? calling({ name: "ask" }),
    );
    const middleware = withEffects ? [rollbackMiddleware({ verify: () => true, effects: {} })] : [];
    return createAgent({ model, tools: [ask], checkpointer: new MemorySaver(), middleware });
  };

  it.each([{ withEffects: false }, { withEffects: true }])(
    "are undone by its own middleware, also where the agent around notes down effects: $withEffects",
    async ({ withEffects }) => {
      const world = new EffectWorld();
      const { messages } = await outerOf(world, withEffects).invoke(question, on("t"));
      expect(messages.at(-1)?.text).toBe("Sorry, nothing is booked.");
      expect(world.holds).toEqual([]);
    },
  );

  it("are undone by its own middleware in a node of a graph with rollback", async () => {
    const world = new EffectWorld();
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("travel", travelAgent(world).agent.graph)
      .addEdge(START, "travel")
      .compile({ checkpointer: new MemorySaver() });
    const guarded = withRollback(graph, { verify: () => true, effects: {} });
    const { messages } = await guarded.invoke(question, on("t"));
    expect(messages.at(-1)?.text).toBe("Sorry, nothing is booked.");
    expect(world.holds).toEqual([]);
  });
});
