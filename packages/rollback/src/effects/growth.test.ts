import { isToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import {
  Annotation,
  MemorySaver,
  MessagesAnnotation,
  Send,
  START,
  StateGraph,
  type LangGraphRunnableConfig,
} from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { createAgent } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { failing, Said, toStep } from "../fixtures/acting-graph.ts";
import { isTold } from "../fixtures/adding-agent.ts";
import { callsOf } from "../fixtures/calls-of.ts";
import { on } from "../fixtures/chain-graph.ts";
import { EffectWorld } from "../fixtures/effect-world.ts";
import { calling, scriptedModel } from "../fixtures/scripted-model.ts";
import { effect, effectKey, type RollbackTarget, withRollback } from "../index.ts";
import { rollbackMiddleware } from "../middleware/index.ts";

const State = Annotation.Root({ ...Said.spec, count: Annotation<number | undefined>() });

const act = (world: EffectWorld, what: string, config: LangGraphRunnableConfig): Promise<string> =>
  effect(config, { name: "a", args: what, act: ({ key }) => world.act(key, what) });

/** A node that does all acts itself. */
const inOneNode = (world: EffectWorld, acts: number) =>
  new StateGraph(State)
    .addNode("a", async (_, config) => {
      const said: string[] = [];
      for (let count = 0; count < acts; count += 1) said.push(await act(world, `${count}`, config));
      return { said };
    })
    .addEdge(START, "a");

/** A node that runs again for each act. */
const inALoop = (world: EffectWorld, acts: number) =>
  new StateGraph(State)
    .addNode("a", async ({ count = 0 }, config) => ({
      said: [await act(world, `${count}`, config)],
      count: count + 1,
    }))
    .addEdge(START, "a")
    .addConditionalEdges("a", ({ count = 0 }) => (count < acts ? "a" : "__end__"));

const inASubgraph = (world: EffectWorld, acts: number) =>
  new StateGraph(State).addNode("sub", inALoop(world, acts).compile()).addEdge(START, "sub");

const inParallel = (world: EffectWorld, acts: number) =>
  new StateGraph(State)
    .addNode("a", async ({ count = 0 }, config) => ({ said: [await act(world, `${count}`, config)] }))
    .addConditionalEdges(START, () => Array.from({ length: acts }, (_, count) => new Send("a", { count })));

const toolOf = (world: EffectWorld) =>
  tool(({ what }, own) => world.act(effectKey(own), what), {
    name: "a",
    description: "Books.",
    schema: z.object({ what: z.string() }),
  });

const callsOfTool = (acts: number) =>
  Array.from({ length: acts }, (_, count) => ({ name: "a", args: { what: `${count}` } }));

const byTools = (world: EffectWorld, acts: number) =>
  new StateGraph(MessagesAnnotation)
    .addNode("ask", () => ({ messages: [calling(...callsOfTool(acts))] }))
    .addNode("tools", new ToolNode([toolOf(world)]))
    .addEdge(START, "ask")
    .addEdge("ask", "tools");

/** A turn that the middleware retries. */
async function inATurn(world: EffectWorld, acts: number): Promise<void> {
  const { model } = scriptedModel((messages) =>
    isTold(messages) || messages.some(isToolMessage) ? "Booked." : calling(...callsOfTool(acts)),
  );
  const middleware = rollbackMiddleware({
    verify: ({ attempt }) => attempt > 1,
    effects: { tools: { a: { undo: world.undo } } },
    policy: toStep(0),
    // For each call, LangGraph gives a reducer all of those that are kept.
    maxCalls: 10,
  });
  const agent = createAgent({
    model,
    tools: [toolOf(world)],
    middleware: [middleware],
    checkpointer: new MemorySaver(),
  });
  await agent.invoke(
    { messages: [{ role: "user", content: "Book." }] },
    { ...on("t"), recursionLimit: 1000 },
  );
}

/** A node throws once it has done its acts, which throw as well, and its run is resumed. */
async function beforeAResume(world: EffectWorld, acts: number): Promise<void> {
  let isDown = true;
  const failingAct = (what: string, config: LangGraphRunnableConfig): Promise<string> =>
    effect(config, {
      name: "a",
      args: what,
      act: ({ key }) => {
        const done = world.act(key, what);
        if (isDown) throw new Error("the world does not answer");
        return done;
      },
    });
  const graph = new StateGraph(State).addNode("a", async (_, config) => {
    const ended = callsOfTool(acts).map(({ args: { what } }) => failingAct(what, config));
    await Promise.allSettled(ended);
    return { said: await Promise.all(ended) };
  });
  const compiled = graph.addEdge(START, "a").compile({ checkpointer: new MemorySaver() });
  const wrapped = withRollback(
    compiled,
    failing(0, { tools: { a: { undo: world.undo } } }, { maxRollbacks: 0 }),
  );
  await expect(wrapped.invoke({}, on("t"))).rejects.toThrow("does not answer");
  isDown = false;
  await wrapped.invoke(null, on("t"));
}

/** A graph of any state: comparing the states of graphs is beyond the compiler, depending on the order of files. */
interface AnyGraph {
  compile(options: { readonly checkpointer: MemorySaver }): RollbackTarget & {
    invoke(input: object, options: object): Promise<unknown>;
  };
}

/** A run of a graph that is rolled back once. */
const rolledBack =
  (graphOf: (world: EffectWorld, acts: number) => AnyGraph) =>
  async (world: EffectWorld, acts: number): Promise<void> => {
    const options = failing(1, { tools: { a: { undo: world.undo } } }, { policy: toStep(0) });
    const graph = graphOf(world, acts).compile({ checkpointer: new MemorySaver() });
    await withRollback(graph, options).invoke({}, { ...on("t"), recursionLimit: 1000 });
  };

describe("what is done for an attempt that is undone", () => {
  it.each([
    ["in one node", rolledBack(inOneNode)],
    ["in a loop", rolledBack(inALoop)],
    ["in a subgraph", rolledBack(inASubgraph)],
    ["in parallel tasks", rolledBack(inParallel)],
    ["by tools", rolledBack(byTools)],
    ["in a turn of an agent", inATurn],
    ["before a run is resumed", beforeAResume],
  ] as const)("grows with the number of its effects, and not faster: %s", async (_, run) => {
    const undone = (acts: number) =>
      callsOf(async () => {
        const world = new EffectWorld();
        await run(world, acts);
        expect(world.asked.filter((asked) => asked.startsWith("undo"))).toHaveLength(acts);
      });
    await undone(2);
    const [few, many] = [await undone(10), await undone(40)];
    // To sort four times as many takes up to six times as many comparisons.
    const faster = [...many].filter(([name, count]) => count > 6 * (few.get(name) ?? 0) + 100);
    expect(faster).toEqual([]);
  });
});
