import { isHumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { addingAgent, danglingToolCalls, isTold } from "../fixtures/adding-agent.ts";
import { on } from "../fixtures/chain-graph.ts";
import { calibratedAt } from "../fixtures/labelled-failures.ts";
import { readHistory, readTrajectory, withRollback } from "../index.ts";

const question = { messages: [{ role: "user", content: "How much is 2 + 3?" }] };

const versions = [{ version: "v1" as const }, { version: "v2" as const }];

describe.each(versions)("an agent of createAgent ($version)", ({ version }) => {
  it("is rolled back to before its wrong tool call, and ends right", async () => {
    const { asked, agent } = addingAgent({ version });
    const wrapped = withRollback(agent, {
      verify: ({ output }) => output?.messages.at(-1)?.text === "The sum is 5.",
      calibration: await calibratedAt(1),
    });
    const { messages } = await wrapped.invoke(question, on("t"));
    expect(asked).toEqual([
      [2, 30],
      [2, 3],
    ]);
    expect(messages.map((message) => message.type)).toEqual(["human", "human", "ai", "tool", "ai"]);
    expect(messages.at(-1)?.text).toBe("The sum is 5.");
    expect(danglingToolCalls(messages)).toEqual([]);
    const [run] = await readHistory(wrapped, on("t"));
    expect(run).toMatchObject({
      status: "recovered",
      // The set starts at the tool, whose call would be left open: the step before it is run again too.
      attempts: [{ attribution: { set: { range: { start: 1 } } }, rewind: { step: 0 } }, {}],
    });
  });

  it("is rolled back together with every call that it made at once", async () => {
    const { asked, agent } = addingAgent({ version, calls: 2 });
    const wrapped = withRollback(agent, {
      verify: ({ output }) => output?.messages.at(-1)?.text === "The sum is 5.",
      calibration: await calibratedAt(2, version === "v2" ? 4 : 3),
    });
    const { messages } = await wrapped.invoke(question, on("t"));
    expect(asked).toHaveLength(4);
    expect(messages.at(-1)?.text).toBe("The sum is 5.");
    expect(danglingToolCalls(messages)).toEqual([]);
  });

  it("recovers from an exception that escapes from a tool", async () => {
    const { asked, agent } = addingAgent({ version, throws: "escaping" });
    const wrapped = withRollback(agent, { verify: () => true, calibration: await calibratedAt(1, 2) });
    const { messages } = await wrapped.invoke(question, on("t"));
    expect(asked.at(-1)).toEqual([2, 3]);
    expect(messages.at(-1)?.text).toBe("The sum is 5.");
    expect(danglingToolCalls(messages)).toEqual([]);
    const [run] = await readHistory(wrapped, on("t"));
    expect(run?.attempts).toMatchObject([
      { outcome: { error: { message: expect.stringContaining("cannot add 30") } }, rewind: { step: 0 } },
      { decision: "accept" },
    ]);
  });

  it("leaves an exception that the agent answered itself to the verifier", async () => {
    const { agent } = addingAgent({ version, throws: "answered" });
    const wrapped = withRollback(agent, {
      verify: ({ output }) => output?.messages.at(-1)?.text === "The sum is 5.",
    });
    const { messages } = await wrapped.invoke(question, on("t"));
    expect(messages.at(-1)?.text).toBe("The sum is 5.");
    expect(messages.some(({ text }) => text.startsWith("Error"))).toBe(false);
  });

  it("shows the note to its model as a message of a human", async () => {
    const { agent, model } = addingAgent({ version });
    const wrapped = withRollback(agent, {
      verify: ({ output }) => output?.messages.at(-1)?.text === "The sum is 5.",
    });
    await wrapped.invoke(question, on("t"));
    const seen = model.calls.map(({ messages }) => isTold(messages));
    expect(seen).toEqual([false, false, true, true]);
    const note = model.calls[2]?.messages.find(({ name }) => name === "rollback");
    expect(note !== undefined && isHumanMessage(note)).toBe(true);
    expect(note?.text).toContain("How much is 2 + 3?");
  });

  it("keeps the rollback in the copies that withConfig makes, and in its graph", async () => {
    const checkpointer = new MemorySaver();
    const { asked, agent } = addingAgent({ version });
    const wrapped = withRollback(agent, {
      verify: ({ output }) => output?.messages.at(-1)?.text === "The sum is 5.",
    });
    wrapped.checkpointer = checkpointer;
    await wrapped.withConfig({ tags: ["copy"] }).invoke(question, on("t-1"));
    expect(asked).toHaveLength(2);
    expect((await readHistory(wrapped, on("t-1")))[0]?.status).toBe("recovered");
    await wrapped.graph.withConfig({ tags: ["copy"] }).invoke(question, on("t-2"));
    expect((await readHistory(wrapped, on("t-2")))[0]?.status).toBe("recovered");
    expect(agent.checkpointer).toBeUndefined();
  });

  it("streams the tokens and updates of both attempts", async () => {
    const { agent } = addingAgent({ version });
    const wrapped = withRollback(agent, {
      verify: ({ output }) => output?.messages.at(-1)?.text === "The sum is 5.",
    });
    const nodes: string[] = [];
    for await (const chunk of await wrapped.stream(question, { ...on("t"), streamMode: "updates" }))
      nodes.push(...Object.keys(chunk));
    const once = ["model_request", "tools", "model_request"];
    expect(nodes).toEqual([...once, ...once]);
    expect((await readTrajectory(wrapped, on("t"))).steps.map(({ origin }) => origin.node)).toEqual(once);
  });
});
