import { AIMessage } from "@langchain/core/messages";
import { type LangGraphRunnableConfig, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { createAgent, fakeModel, tool } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { doing, failing, Said, told, toStep } from "./fixtures/acting-graph.ts";
import { on } from "./fixtures/chain-graph.ts";
import { EffectWorld } from "./fixtures/effect-world.ts";
import { ask, mailing, newPost } from "./fixtures/mailing-agent.ts";
import { effect, readHistory, rollbackGraph, withEffect, withRollback, type EffectOptions } from "./index.ts";
import { replay } from "./replay/index.ts";

describe("what is held", () => {
  const state = { checkpointer: new MemorySaver() };

  it("stays so over a rollback that keeps its step, and is carried out once", async () => {
    const post = newPost();
    const acts = (name: string, config: Parameters<typeof effect>[0]): unknown =>
      effect(config, { name, args: name, act: () => "done at once" });
    const graph = doing(new EffectWorld(), ["mail", "work"], acts);
    const release = ({ args }: { readonly args: unknown }): void => void post.sent.push(String(args));
    const tools = { mail: { hold: { release } }, work: "read-only" } as const;
    const wrapped = withRollback(graph, failing(1, { tools }, { policy: toStep(1) }));
    const { said } = await wrapped.invoke({}, on("t"));
    expect(said[0]).toMatch(/^"mail" is accepted/);
    expect(post.sent).toEqual(["mail"]);
    const [run] = await readHistory(wrapped, on("t"));
    expect(told(run?.attempts[1]?.effects)).toEqual(['mail "mail" released']);
  });

  it("is refused where nobody could carry it out later", async () => {
    const acts = (name: string, config: Parameters<typeof effect>[0]): unknown =>
      effect(config, { name, args: name, act: () => "done at once" });
    const wrapped = withRollback(
      doing(new EffectWorld(), ["mail"], acts),
      failing(0, { tools: { mail: "hold" } }, { maxRollbacks: 0 }),
    );
    await expect(wrapped.invoke({}, on("t"))).rejects.toMatchObject({ code: "HOLD_REFUSED" });
  });

  it("may be declared beside a tool", async () => {
    const sent: string[] = [];
    const send = withEffect(
      tool(({ to }) => void sent.push(to), {
        name: "send",
        description: "sends",
        schema: z.object({ to: z.string() }),
      }),
      "hold",
    );
    const node = async (_: typeof Said.State, config: LangGraphRunnableConfig) => ({
      said: [String(await send.invoke({ to: "me" }, config)), ...sent],
    });
    const graph = new StateGraph(Said).addNode("node", node).addEdge(START, "node").compile(state);
    const tools: EffectOptions["tools"] = {
      send: { hold: { release: ({ args }) => void sent.push(`released ${JSON.stringify(args)}`) } },
    };
    const { said } = await withRollback(graph, failing(0, { tools })).invoke({}, on("beside"));
    expect(said).toHaveLength(1);
    expect(sent).toEqual(['released {"to":"me"}']);
  });

  it("is refused of a tool that the graph cannot find again", async () => {
    const send = withEffect(
      tool(() => "sent", { name: "send", description: "sends", schema: z.object({}) }),
      "hold",
    );
    const node = async (_: typeof Said.State, config: LangGraphRunnableConfig) => ({
      said: [await send.invoke({}, config)],
    });
    const graph = new StateGraph(Said).addNode("node", node).addEdge(START, "node").compile(state);
    const wrapped = withRollback(graph, failing(0, {}, { maxRollbacks: 0 }));
    await expect(wrapped.invoke({}, on("unknown"))).rejects.toMatchObject({ code: "HOLD_REFUSED" });
  });

  it("is carried out inside of a graph that has no rollback", async () => {
    const post = newPost();
    const inner = mailing(post);
    const node = async (_: typeof Said.State, config: LangGraphRunnableConfig) => {
      await inner.invoke(ask, config);
      return { said: [...post.sent] };
    };
    const graph = new StateGraph(Said).addNode("node", node).addEdge(START, "node").compile(state);
    expect((await graph.invoke({}, on("plain"))).said).toEqual(["a2"]);
  });

  it("is carried out before a graph of nodes tells how the run ended", async () => {
    const post = newPost();
    const sendMail = tool(({ to }) => void post.sent.push(to), {
      name: "send_mail",
      description: "sends a mail",
      schema: z.object({ to: z.string() }),
    });
    const model = fakeModel()
      .respondWithTools([{ name: "send_mail", args: { to: "a1" }, id: "graph-1" }])
      .respond(new AIMessage("wrong"))
      .respondWithTools([{ name: "send_mail", args: { to: "a2" }, id: "graph-2" }])
      .respond(new AIMessage("right"));
    const agent = createAgent({ model, tools: [sendMail], checkpointer: new MemorySaver() });
    const graph = rollbackGraph(agent, {
      verify: ({ attempt }) => attempt > 1,
      policy: toStep(0),
      effects: { tools: { send_mail: "hold" } },
    }).compile();
    const { attempts } = await graph.invoke({ input: ask, threadId: "inner" });
    expect(post.sent).toEqual(["a2"]);
    expect(told(attempts.at(-1)?.effects)).toEqual(['send_mail {"to":"a2"} released']);
  });

  it("is a receipt and no act in a replay", async () => {
    const post = newPost();
    const checkpointer = new MemorySaver();
    const agent = mailing(post, { wrong: 3, maxRollbacks: 0, checkpointer });
    await agent.invoke(ask, on("t"));
    const [done] = await replay(agent, on("t"), { from: 0, verify: () => true });
    expect(done?.status).toBe("accepted");
    expect(post.sent).toEqual([]);
  });

  it("may be a node whose receipt updates the state", async () => {
    const post = newPost();
    const graph = new StateGraph(Said)
      .addNode("mail", ({ said }) => {
        post.sent.push(said.join());
        return { said: ["sent"] };
      })
      .addNode("work", () => ({ said: ["worked"] }))
      .addEdge(START, "mail")
      .addEdge("mail", "work")
      .compile(state);
    const receipt = () => ({ said: ["to be sent"] });
    const nodes: EffectOptions["nodes"] = { mail: { hold: { receipt } } };
    const wrapped = withRollback(graph, failing(1, { nodes }, { policy: toStep(0) }));
    expect((await wrapped.invoke({ said: ["Ann"] }, on("node"))).said).toEqual([
      "Ann",
      "to be sent",
      "worked",
    ]);
    expect(post.sent).toEqual(["Ann"]);
    const [run] = await readHistory(wrapped, on("node"));
    expect(run?.attempts.map(({ effects }) => effects?.map(({ standing }) => standing))).toEqual([
      ["discarded"],
      ["released"],
    ]);
  });

  it("needs a receipt where it is a node", () => {
    const graph = doing(new EffectWorld(), ["mail"]);
    const wrap = (): unknown =>
      withRollback(graph, { verify: () => true, effects: { nodes: { mail: "hold" } } });
    expect(wrap).toThrow(/with at least the receipt/);
  });
});
