import { AIMessage, isToolMessage, type BaseMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import {
  createAgent,
  createMiddleware,
  modelCallLimitMiddleware,
  summarizationMiddleware,
  toolCallLimitMiddleware,
  type AgentMiddleware,
} from "langchain";
import { describe, expect, it } from "vitest";

import { isTold } from "../fixtures/adding-agent.ts";
import { on } from "../fixtures/chain-graph.ts";
import { decisions, doing, fitting, judging } from "../fixtures/judging-middleware.ts";
import { calling, scriptedModel } from "../fixtures/scripted-model.ts";
import { readHistory, withRollback } from "../index.ts";
import { readMiddlewareRecords, verifiedByMiddleware } from "./index.ts";

const question = { messages: [{ role: "user", content: "Which number?" }] };

type Agent = Parameters<typeof createAgent>[0];

describe("a turn that a tool's result ends", () => {
  const direct = doing("direct", { returnDirect: true });
  const agentOf = (own: AgentMiddleware, names: readonly string[], more: Partial<Agent> = {}) => {
    const { model, counted } = scriptedModel((messages) =>
      messages.some(isToolMessage) ? "All was done." : calling(...names.map((name) => ({ name }))),
    );
    const tools = [direct, doing("other")];
    return {
      counted,
      agent: createAgent({ model, tools, checkpointer: new MemorySaver(), middleware: [own], ...more }),
    };
  };

  it.each(["v1", "v2"] as const)("is judged (%s)", async (version) => {
    const { judged, own } = judging();
    const { agent, counted } = agentOf(own, ["direct"], { version });
    await agent.invoke(question, on("t"));
    expect(judged).toEqual(["direct was done"]);
    expect(counted.calls).toBe(1);
  });

  it("is judged at its end if another tool beside it lets it continue", async () => {
    const { judged, own } = judging();
    const { agent, counted } = agentOf(own, ["direct", "other"]);
    await agent.invoke(question, on("t"));
    expect(judged).toEqual(["All was done."]);
    expect(counted.calls).toBe(2);
    expect(await decisions(agent)).toEqual(["accept"]);
  });
});

describe("a turn that another middleware ends", () => {
  const looking = (own: AgentMiddleware, ...middleware: readonly AgentMiddleware[]) => {
    const { model, counted } = scriptedModel(() => calling({ name: "look" }));
    const agent = createAgent({
      model,
      tools: [doing("look")],
      checkpointer: new MemorySaver(),
      middleware: [own, ...middleware],
    });
    return { agent, counted };
  };

  it("before the model is recorded as not judged, with the reason", async () => {
    const { judged, own } = judging();
    const { agent } = looking(own, fitting(modelCallLimitMiddleware, { runLimit: 1, exitBehavior: "end" }));
    await agent.invoke(question, on("t"));
    expect(judged).toEqual([]);
    expect(await readMiddlewareRecords(agent, on("t"))).toMatchObject([
      { attempt: 1, decision: "give-up", problem: { code: "TURN_NOT_JUDGED" } },
    ]);
  });

  it("before the model is told of with the next turn, and stays in the records", async () => {
    const { events, own } = judging();
    const ends = { isOn: true };
    const guard = createMiddleware({
      name: "Guard",
      beforeModel: {
        canJumpTo: ["end"],
        hook: () => (ends.isOn ? { jumpTo: "end", messages: [new AIMessage("No.")] } : undefined),
      },
    });
    const { model } = scriptedModel(() => "Yes.");
    const agent = createAgent({
      model,
      tools: [],
      checkpointer: new MemorySaver(),
      middleware: [own, guard],
    });
    await agent.invoke(question, on("t"));
    expect(await decisions(agent)).toEqual(["TURN_NOT_JUDGED"]);
    ends.isOn = false;
    await agent.invoke(question, on("t"));
    expect(await decisions(agent)).toEqual(["TURN_NOT_JUDGED", "accept"]);
    expect(events.map(({ type }) => type)).toEqual(["rollback:problem", "rollback:judged"]);
  });

  it("is not told of while it runs, waits, or has thrown", async () => {
    const { own } = judging();
    const { agent } = looking(own, fitting(modelCallLimitMiddleware, { runLimit: 1, exitBehavior: "error" }));
    const pausing = { ...on("waits"), interruptBefore: ["tools"] };
    await agent.invoke(question, pausing);
    expect(await decisions(agent, "waits")).toEqual([]);
    await expect(agent.invoke(question, on("t"))).rejects.toThrow("limit");
    expect(await decisions(agent)).toEqual([]);
  });

  it.each(["accept", "give-up"])(
    "before the agent is judged, and the guard is never passed by: %s",
    async (decision) => {
      const { judged, own } = judging({}, () => decision === "accept");
      const guard = createMiddleware({
        name: "Guard",
        beforeAgent: {
          canJumpTo: ["end"],
          hook: () => ({ jumpTo: "end", messages: [new AIMessage("No.")] }),
        },
      });
      const { agent, counted } = looking(own, guard);
      const { messages } = await agent.invoke(question, on("t"));
      expect(messages.at(-1)?.text).toBe("No.");
      expect(judged).toEqual(["No."]);
      expect(counted.calls).toBe(0);
      expect(await decisions(agent)).toEqual([decision]);
    },
  );

  it("after the model is judged", async () => {
    const { judged, own } = judging();
    const { agent } = looking(own, fitting(toolCallLimitMiddleware, { runLimit: 1, exitBehavior: "end" }));
    await agent.invoke(question, on("t"));
    expect(judged).toHaveLength(1);
    expect(await decisions(agent)).toEqual(["accept"]);
  });

  it("is left without a verdict by withRollback, which says why", async () => {
    const { own } = judging();
    const { agent } = looking(own, fitting(modelCallLimitMiddleware, { runLimit: 1, exitBehavior: "end" }));
    const guarded = withRollback(agent, { verify: verifiedByMiddleware, effects: {} });
    for (const turn of [1, 2]) {
      await guarded.invoke(question, on("t"));
      const [run] = await readHistory(guarded, on("t"));
      expect(run, `turn ${turn}`).toMatchObject({ status: "unjudged" });
      expect(run?.attempts[0]?.problem?.message).toContain("has jumped to the end");
    }
  });
});

describe("a turn whose conversation another middleware shortens", () => {
  it("is judged once, and retried from its beginning", async () => {
    const { judged, own } = judging({}, (said) => said === "Right.");
    const summary = scriptedModel(() => "They asked for a number.").model;
    const { model } = scriptedModel((messages: BaseMessage[], call) =>
      isTold(messages) ? "Right." : call > 3 ? "Wrong." : calling({ name: "look" }),
    );
    const agent = createAgent({
      model,
      tools: [doing("look")],
      checkpointer: new MemorySaver(),
      middleware: [
        own,
        fitting(summarizationMiddleware, { model: summary, trigger: { messages: 4 }, keep: { messages: 2 } }),
      ],
    });
    await agent.invoke(question, on("t"));
    expect(judged).toEqual(["Wrong.", "Right."]);
    expect(await decisions(agent)).toEqual(["roll-back", "accept"]);
  });
});
