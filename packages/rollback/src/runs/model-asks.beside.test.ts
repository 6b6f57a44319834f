import type { BaseMessage } from "@langchain/core/messages";
import type { RunnableConfig } from "@langchain/core/runnables";
import { tool } from "@langchain/core/tools";
import {
  Command,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
  type Interrupt,
} from "@langchain/langgraph";
import { createAgent } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { askingAgent, told, wanted } from "../fixtures/asking-agent.ts";
import { on } from "../fixtures/chain-graph.ts";
import { calling, scriptedModel } from "../fixtures/scripted-model.ts";
import { readHistory, rollbackTool, withRollback } from "../index.ts";

const ASK = { name: "request_rollback", args: { reason: "wrong city", tool: "book" } };
const BERGEN = { name: "book", args: { city: "Bergen" } };
const OSLO = { name: "book", args: { city: "Oslo" } };

const isTold = (messages: readonly BaseMessage[]): boolean =>
  messages.some(({ name }) => name === "rollback");

/** Does something else once it is told of a failed attempt. */
const before =
  (first: Parameters<typeof scriptedModel>[0]): Parameters<typeof scriptedModel>[0] =>
  (messages, call) => {
    if (!isTold(messages)) return first(messages, call);
    return messages.at(-1)?.text === "booked Oslo" ? "Oslo is booked." : calling(OSLO);
  };

describe("beside a request to go back", () => {
  it("tools run to their ends, and nothing runs after", async () => {
    const { agent, booked, counted } = askingAgent(
      before(() => calling(BERGEN, ASK)),
      {
        work: (city) => (city === "Bergen" ? new Promise((resolve) => setTimeout(resolve, 5)) : undefined),
      },
    );
    const guarded = withRollback(agent, { verify: () => true });
    const { messages } = await guarded.invoke(wanted, on("t"));
    expect(messages.at(-1)?.text).toBe("Oslo is booked.");
    // LangGraph waits for the tasks beside an interrupt.
    expect(booked.toSorted()).toEqual(["Bergen", "Oslo"]);
    expect(counted.calls).toBe(3);
  });

  it("a second request in the same attempt does nothing", async () => {
    const { agent, booked } = askingAgent(before(() => calling(ASK, ASK, BERGEN)));
    const guarded = withRollback(agent, { verify: () => true });
    await guarded.invoke(wanted, on("t"));
    const [run] = await readHistory(guarded, on("t"));
    expect(run?.attempts.map(({ decision }) => decision)).toEqual(["roll-back", "accept"]);
    expect(booked).toEqual(["Bergen", "Oslo"]);
  });

  it("two requests are both answered where nothing is rewound", async () => {
    const { agent } = askingAgent(({ length }) => (length === 1 ? calling(ASK, ASK, BERGEN) : "Done."));
    const guarded = withRollback(agent, { verify: () => true, budget: { steps: 1 } });
    const { messages } = await guarded.invoke(wanted, on("t"));
    expect(told(messages).filter((text) => text.startsWith("tool: "))).toEqual([
      expect.stringContaining("Nothing was rewound"),
      expect.stringMatching(/Nothing was rewound|This call does nothing/),
      "tool: booked Bergen",
    ]);
    expect(messages.at(-1)?.text).toBe("Done.");
  });

  it("a human's question is dropped with the attempt, or asked if nothing is rewound", async () => {
    const questioning = tool(() => String(interrupt("which city?")), {
      name: "ask_human",
      description: "asks",
      schema: z.object({}),
    });
    const agentOf = (asks: Parameters<typeof scriptedModel>[0]) =>
      createAgent({
        model: scriptedModel(asks).model,
        tools: [questioning, rollbackTool()],
        checkpointer: new MemorySaver(),
      });
    const asks = (messages: readonly BaseMessage[]) =>
      messages.length === 1 ? calling({ name: "ask_human" }, ASK) : "Done.";
    const rewound = withRollback(agentOf(asks), { verify: () => true });
    expect((await rewound.invoke(wanted, on("t"))).messages.at(-1)?.text).toBe("Done.");
    const refused = withRollback(agentOf(asks), { verify: () => true, budget: { steps: 1 } });
    const paused: unknown = await refused.invoke(wanted, on("t"));
    // It is streamed once more after the refusal, with the same id.
    expect(
      new Set(Reflect.get(Object(paused), "__interrupt__").map(({ value }: Interrupt) => value)),
    ).toEqual(new Set(["which city?"]));
    const { messages } = await refused.invoke(new Command({ resume: "Oslo" }), on("t"));
    expect(told(messages).slice(2)).toEqual([
      "tool: Oslo",
      expect.stringContaining("the budget of this run is spent"),
      "ai: Done.",
    ]);
  });
});

describe("a call that comes late", () => {
  it("does nothing and is told, when its attempt is over", async () => {
    const configs: RunnableConfig[] = [];
    const keeping = tool(
      (_, config: RunnableConfig) => {
        configs.push(config);
        return "noted";
      },
      { name: "keep", description: "keeps", schema: z.object({}) },
    );
    const own = rollbackTool();
    const { model } = scriptedModel(({ length }) => (length === 1 ? calling({ name: "keep" }) : "Done."));
    const agent = createAgent({ model, tools: [keeping, own], checkpointer: new MemorySaver() });
    const guarded = withRollback(agent, { verify: () => true });
    await guarded.invoke(wanted, on("t"));
    const answer: unknown = await own.invoke({ reason: "late" }, configs[0]);
    expect(answer).toMatchObject({
      content: "Nothing was rewound: this call came too late. Its attempt is over.",
    });
    expect(await readHistory(guarded, on("t"))).toMatchObject([{ status: "succeeded", problems: [] }]);
  });

  it("is told that nothing is set up, outside of a run with rollback", async () => {
    const { agent } = askingAgent(({ length }) => (length === 1 ? calling(ASK) : "Done."));
    const { messages } = await agent.invoke(wanted, on("t"));
    expect(messages.at(-2)?.text).toContain("no rollback is set up around this call");
  });
});

describe("a request from inside", () => {
  it("a subgraph ends the attempt of the whole graph", async () => {
    const { agent, booked } = askingAgent(
      before((messages) => calling(messages.length === 1 ? BERGEN : ASK)),
    );
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("agent", agent.graph)
      .addNode("after", () => ({ messages: [{ role: "ai", content: "after" }] }))
      .addEdge(START, "agent")
      .addEdge("agent", "after")
      .compile({ checkpointer: new MemorySaver() });
    const guarded = withRollback(graph, { verify: () => true });
    const { messages } = await guarded.invoke(wanted, on("t"));
    expect(told(messages).slice(-2)).toEqual(["ai: Oslo is booked.", "ai: after"]);
    expect(booked).toEqual(["Bergen", "Oslo"]);
    const [run] = await readHistory(guarded, on("t"));
    expect(run?.attempts[0]?.outcome).toMatchObject({ asked: { tool: "book", step: 0 } });
  });

  it("a node with retries is not tried again by LangGraph", async () => {
    let runs = 0;
    const own = rollbackTool();
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("first", () => ({ messages: [{ role: "ai", content: "first" }] }))
      .addNode(
        "work",
        async ({ messages }) => {
          runs += 1;
          if (!isTold(messages)) await own.invoke({ reason: "wrong", quote: "first" });
          return { messages: [{ role: "ai", content: "worked" }] };
        },
        { retryPolicy: { maxAttempts: 3, initialInterval: 1 } },
      )
      .addEdge(START, "first")
      .addEdge("first", "work")
      .compile({ checkpointer: new MemorySaver() });
    const guarded = withRollback(graph, { verify: () => true });
    const { messages } = await guarded.invoke(wanted, on("t"));
    expect(messages.at(-1)?.text).toBe("worked");
    expect(runs).toBe(2);
    const [run] = await readHistory(guarded, on("t"));
    expect(run?.attempts[0]?.outcome?.asked).toMatchObject({ quote: "first", step: 0 });
  });
});

describe("the streams of a run whose model asks to go back", () => {
  it.each(["values", "updates"] as const)("show no interrupt: %s", async (streamMode) => {
    const { agent } = askingAgent(before((messages) => calling(messages.length === 1 ? BERGEN : ASK)));
    const guarded = withRollback(agent, { verify: () => true });
    const chunks: unknown[] = [];
    for await (const chunk of await guarded.stream(wanted, { ...on("t"), streamMode })) chunks.push(chunk);
    expect(JSON.stringify(chunks)).not.toContain("__interrupt__");
    expect(JSON.stringify(chunks.at(-1))).toContain("Oslo is booked.");
  });
});

describe("a person who is asked about a rollback that the model asked for", () => {
  const asked = () => {
    const { agent, booked } = askingAgent(
      before((messages) => calling(messages.length === 1 ? BERGEN : ASK)),
    );
    return { guarded: withRollback(agent, { verify: () => true, approve: "always" }), booked };
  };

  it("approves it, and the run recovers", async () => {
    const { guarded, booked } = asked();
    expect(await guarded.invoke(wanted, on("t"))).toMatchObject({
      __interrupt__: [
        { value: { reason: expect.stringContaining("The model asked to go back: wrong city") } },
      ],
    });
    const { messages } = await guarded.invoke(new Command({ resume: { decision: "approve" } }), on("t"));
    expect(messages.at(-1)?.text).toBe("Oslo is booked.");
    expect(booked).toEqual(["Bergen", "Oslo"]);
  });

  it("declines it, and the run ends as after any rollback that is declined", async () => {
    const { guarded, booked } = asked();
    await guarded.invoke(wanted, on("t"));
    const answer = guarded.invoke(new Command({ resume: { decision: "decline" } }), on("t"));
    await expect(answer).rejects.toMatchObject({ name: "RewindRequestedError" });
    expect(booked).toEqual(["Bergen"]);
    const [run] = await readHistory(guarded, on("t"));
    expect(run?.attempts).toMatchObject([{ decision: "give-up", stopped: { by: "declined" } }]);
  });
});
