import { Command, MemorySaver, ParentCommand } from "@langchain/langgraph";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { createAgent, createMiddleware, toolStrategy } from "langchain";
import { expect, it } from "vitest";
import { z } from "zod";

import { thread } from "./graphs.ts";

const MODEL = "branch:to:model_request";

/** An agent whose first structured response is refused, with a hook at its end, and another beside it. */
async function refusedOnce(
  afterAgent: (messages: readonly BaseMessage[], configurable: Record<string, unknown>) => void,
) {
  const responseFormat = toolStrategy(z.object({ n: z.number() }));
  const name = responseFormat[0]?.name ?? "";
  const said = (id: string, n: unknown) =>
    new AIMessage({ content: "", tool_calls: [{ name, args: { n }, id, type: "tool_call" }] });
  const writers = new Set<unknown>();
  const agent = createAgent({
    model: fakeModel().respond(said("1", "many")).respond(said("2", 42)),
    tools: [],
    responseFormat,
    checkpointer: new MemorySaver(),
    middleware: [
      createMiddleware({
        name: "Ending",
        wrapModelCall: (request, handler) => {
          writers.add(request.runtime.writer);
          return handler(request);
        },
        afterAgent: ({ messages }, { configurable, writer }) => {
          writers.add(writer);
          afterAgent(messages, configurable ?? {});
        },
      }),
      createMiddleware({ name: "Beside", afterModel: () => undefined }),
    ],
  });
  const invoke = () => agent.invoke({ messages: [{ role: "user", content: "?" }] }, thread);
  return { invoke, writers };
}

/** The hook's own result is left out: a Command to the hook's own task stands for it. */
const standAside = (configurable: Record<string, unknown>): never => {
  throw new ParentCommand(new Command({ graph: String(configurable["checkpoint_ns"]), update: {} }));
};

it("an agent runs the hooks of its end once more for each structured response that is refused", async () => {
  const ends: string[] = [];
  const { invoke } = await refusedOnce((messages, configurable) => {
    ends.push(messages.map(({ type }) => type).join(" "));
    standAside(configurable);
  });
  await invoke();
  expect(ends).toEqual(["human ai tool ai tool ai", "human ai tool ai tool ai"]);
});

it("the answer to a response that is refused has no name", async () => {
  const names: unknown[] = [];
  const { invoke } = await refusedOnce((messages, configurable) => {
    names.push(messages.filter(({ type }) => type === "tool").map(({ name }) => name));
    standAside(configurable);
  });
  await invoke();
  expect(names[0]).toEqual([undefined, expect.stringContaining("extract-")]);
});

it("a Command to a hook's own task stands for its result; a result writes to jumpTo, which takes one write", async () => {
  const aside = await refusedOnce((_, configurable) => standAside(configurable));
  await expect(aside.invoke()).resolves.toMatchObject({ structuredResponse: { n: 42 } });
  await expect((await refusedOnce(() => {})).invoke()).rejects.toThrow("jumpTo");
});

it("a task reads by __pregel_read what runs beside it", async () => {
  const beside: unknown[] = [];
  const responseFormat = toolStrategy(z.object({ n: z.number() }));
  const name = responseFormat[0]?.name ?? "";
  const said = (n: unknown) =>
    new AIMessage({ content: "", tool_calls: [{ name, args: { n }, id: String(n), type: "tool_call" }] });
  const agent = createAgent({
    model: fakeModel().respond(said("many")).respond(said(42)),
    tools: [],
    responseFormat,
    middleware: [
      createMiddleware({
        name: "Ending",
        afterAgent: (_, { configurable }) => {
          const read: unknown = configurable?.["__pregel_read"];
          beside.push(typeof read === "function" ? Object.keys(Object(read([MODEL]))) : read);
        },
      }),
    ],
  });
  await agent.invoke({ messages: [{ role: "user", content: "?" }] });
  expect(beside).toEqual([[MODEL], []]);
});

it("all that a call of an agent runs has one writer, and another call has another", async () => {
  const { invoke, writers } = await refusedOnce((_, configurable) => standAside(configurable));
  await invoke();
  expect(writers.size).toBe(1);
  expect([...writers]).toEqual([expect.any(Function)]);
  const again = await refusedOnce((_, configurable) => standAside(configurable));
  await again.invoke();
  expect(new Set([...writers, ...again.writers]).size).toBe(2);
});
