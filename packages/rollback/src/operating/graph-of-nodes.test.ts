import type { BaseMessage } from "@langchain/core/messages";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { describe, expect, it } from "vitest";

import { addingAgent } from "../fixtures/adding-agent.ts";
import { chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { readHistory, rollbackGraph, type RollbackOptions, withRollback } from "../index.ts";
import { rollbackMiddleware, verifiedByMiddleware } from "../middleware/index.ts";
import { forkThread, previewActions, retryFrom, whatIf } from "./index.ts";

/** A run of a graph that decides in its own nodes, and the graph that it wraps as one that people may act on. */
async function ran(more: Partial<RollbackOptions>) {
  const { builder, ran: nodes } = chainGraph({ b: untilTold("b") });
  const agent = builder.compile({ checkpointer: new MemorySaver() });
  const options = { verify: nothingWrong, noteChannel: "note", ...more } as const;
  const graph = rollbackGraph(agent, options).compile({ checkpointer: new MemorySaver() });
  const { threadId } = await graph.invoke({ input: { log: ["start"] } }, on("outer"));
  nodes.length = 0;
  return { graph, guarded: withRollback(agent, options), inner: on(threadId), nodes };
}

describe("a run of rollbackGraph", () => {
  it("is acted on by the graph that it wraps, once it has ended", async () => {
    const { graph, guarded, inner, nodes } = await ran({ maxRollbacks: 0 });
    const { expected, retry } = await previewActions(guarded, inner, { step: 1 });
    expect(retry).toMatchObject({ step: 1, kept: 1, note: expect.stringMatching(/^\[rollback\]/) });
    const tried = await whatIf(guarded, inner, { step: 1, by: "ada", expected });
    expect(tried.status).toBe("accepted");
    await forkThread(guarded, inner, { step: 1, thread: "copy", by: "bob", expected });
    const seen = await previewActions(guarded, inner);
    nodes.length = 0;
    const { log } = await retryFrom(guarded, inner, { step: 1, by: "ada", expected: seen.expected });
    expect(log).toEqual(["start", "a:right", "b:right", "c:right"]);
    expect(nodes).toEqual(["b", "c"]);
    expect(await readHistory(guarded, inner)).toMatchObject([
      {
        status: "recovered",
        actions: [
          { action: "fork", by: "bob" },
          { action: "retry", by: "ada" },
        ],
      },
    ]);
    expect((await graph.getState(on("outer"))).values).toMatchObject({ status: "gave-up" });
  });

  it("refuses a retry of the inner thread while its question waits", async () => {
    const { guarded, inner, nodes } = await ran({ approve: "always" });
    const { expected, refused } = await previewActions(guarded, inner, { step: 1 });
    expect(refused).toContain("no run that was judged");
    const retried = retryFrom(guarded, inner, { step: 1, by: "ada", expected });
    await expect(retried).rejects.toMatchObject({ code: "ACTION_REFUSED" });
    expect(nodes).toEqual([]);
  });
});

describe("an agent whose middleware only verifies, guarded by withRollback", () => {
  it("is retried and tried on a copy like any other", async () => {
    const verify = ({
      output,
    }: {
      readonly output?: { readonly messages: readonly BaseMessage[] } | undefined;
    }) => output?.messages.at(-1)?.text === "The sum is 5.";
    const { agent, asked } = addingAgent({ version: "v2", middleware: [rollbackMiddleware({ verify })] });
    const guarded = withRollback(agent, { verify: verifiedByMiddleware, maxRollbacks: 0 });
    await guarded.invoke({ messages: [{ role: "user", content: "How much is 2 + 3?" }] }, on("t"));
    const { expected, retry } = await previewActions(guarded, on("t"), { step: 0 });
    expect(retry?.undone.length).toBeGreaterThan(0);
    const request = { step: 0, by: "ada", expected };
    // On a copy the middleware does not judge.
    const tried = await whatIf(guarded, on("t"), request, { tools: { "*": "run" }, verify });
    expect(tried.status).toBe("accepted");
    const { messages } = await retryFrom(guarded, on("t"), { step: 0, by: "ada", expected });
    expect(messages.at(-1)?.text).toBe("The sum is 5.");
    expect(asked).toHaveLength(3);
    expect(await readHistory(guarded, on("t"))).toMatchObject([
      { status: "recovered", actions: [{ action: "retry", by: "ada" }] },
    ]);
  });
});

describe("graphs that decide in their own nodes", () => {
  const agent = createAgent({
    model: new FakeListChatModel({ responses: ["said"] }),
    middleware: [rollbackMiddleware({ verify: () => true })],
    checkpointer: new MemorySaver(),
  });

  it("are refused, and the message says how to act on them", async () => {
    const { graph } = await ran({});
    const request = { step: 0, by: "ada", expected: "/" };
    for (const [target, how] of [
      [graph, /not as `rollbackGraph` does .*`threadId`/],
      [agent, /not an agent with `rollbackMiddleware`.*another message/],
    ] as const) {
      const refused = { code: "INVALID_OPTION", message: expect.stringMatching(how) };
      await expect(previewActions(target, on("outer"))).rejects.toMatchObject(refused);
      await expect(retryFrom(target, on("outer"), request)).rejects.toMatchObject(refused);
      await expect(forkThread(target, on("outer"), { ...request, thread: "x" })).rejects.toMatchObject(
        refused,
      );
    }
  });
});
