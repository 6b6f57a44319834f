import { ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { Command, interrupt, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { listeningToAnswers } from "../fixtures/listening-to-answers.ts";
import { calling } from "../fixtures/scripted-model.ts";
import { toolKey } from "./call-key.ts";

const fields = { name: "look", description: "looks", schema: z.object({ at: z.number().optional() }) };
const call = { name: "look", args: { at: 1 }, id: "call-1", type: "tool_call" as const };

describe("a tool that is heard", () => {
  it("is recorded with the message that it gives to a tool call", async () => {
    const { callbacks, recorded } = listeningToAnswers();
    const look = tool(() => ["content", { deep: [1] }], {
      ...fields,
      responseFormat: "content_and_artifact",
    });
    await look.invoke(call, { callbacks });
    const [entry] = await recorded();
    expect(entry).toMatchObject({
      kind: "tool",
      name: "look",
      key: toolKey("look", { at: 1 }),
      end: "answered",
      answer: { content: "content", artifact: { deep: [1] }, tool_call_id: "call-1" },
    });
    expect(entry).toHaveProperty("answer", expect.any(ToolMessage));
  });

  it("is recorded with the Command that it gives, which is one again when it is read", async () => {
    const { callbacks, recorded } = listeningToAnswers();
    const message = new ToolMessage({ content: "went", tool_call_id: "call-1" });
    const look = tool(
      () => new Command({ update: { messages: [message] }, goto: "next", graph: Command.PARENT }),
      fields,
    );
    await look.invoke(call, { callbacks });
    const [entry] = await recorded();
    expect(entry).toHaveProperty("answer", expect.any(Command));
    expect(entry).toMatchObject({
      answer: { goto: ["next"], graph: Command.PARENT, update: { messages: [{ content: "went" }] } },
    });
  });

  it.each([[null], [undefined], [""], [0], [false], [{ a: [1, null] }], [[]]])(
    "is recorded with the value %o",
    async (value) => {
      const { callbacks, recorded } = listeningToAnswers();
      await tool(() => value, fields).invoke({}, { callbacks });
      const [entry] = await recorded();
      expect(entry).toMatchObject({ end: "answered" });
      expect(entry).toHaveProperty("answer", value);
    },
  );

  it.each<readonly [string, () => unknown]>([
    ["a date", () => ({ at: new Date(0) })],
    ["a BigInt", () => ({ gas: 1n })],
    ["a function", () => ({ call: () => 1 })],
    [
      "an object of a class",
      () =>
        new (class Point {
          x = 1;
        })(),
    ],
    ["no number", () => [Number.NaN]],
    [
      "a value that holds itself",
      () => {
        const round: Record<string, unknown> = {};
        round["itself"] = round;
        return round;
      },
    ],
  ])("is left out, with a mark, where it gives %s, which no checkpointer gives back", async (_, value) => {
    const { callbacks, recorded } = listeningToAnswers();
    await tool(value, fields).invoke({}, { callbacks });
    const [entry, ...others] = await recorded();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ name: "look", end: "left-out" });
    expect(entry).not.toHaveProperty("answer");
  });

  it("is recorded with its error", async () => {
    const { callbacks, recorded } = listeningToAnswers();
    const look = tool(() => {
      throw new TypeError("nothing there");
    }, fields);
    await expect(look.invoke({}, { callbacks })).rejects.toThrow("nothing there");
    expect(await recorded()).toMatchObject([
      { end: "failed", error: { name: "TypeError", message: "nothing there" } },
    ]);
  });

  it("is recorded once where it pauses first, when it is resumed", async () => {
    const { callbacks, recorded } = listeningToAnswers();
    const look = tool(() => `looked ${interrupt("where?")}`, fields);
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("call", () => ({ messages: [calling({ name: "look" })] }))
      .addNode("tools", new ToolNode([look]))
      .addEdge(START, "call")
      .addEdge("call", "tools")
      .compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "t" }, callbacks };
    await graph.invoke({ messages: [] }, config);
    await graph.invoke(new Command({ resume: "there" }), config);
    expect(await recorded()).toMatchObject([{ end: "answered", answer: { content: "looked there" } }]);
  });

  it("is recorded with the task that calls it, and each of several at once by itself", async () => {
    const { callbacks, recorded } = listeningToAnswers();
    const look = tool(({ at }) => `looked at ${at}`, fields);
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("tools", async () => {
        await Promise.all([1, 2, 3].map((at) => look.invoke({ at })));
        return {};
      })
      .addEdge(START, "tools")
      .compile();
    await graph.invoke({ messages: [] }, { callbacks });
    const answers = await recorded();
    expect(answers).toMatchObject(
      [1, 2, 3].map((at) => ({ key: toolKey("look", { at }), answer: `looked at ${at}` })),
    );
    for (const { task } of answers) {
      expect(task.superstep).toBe(1);
      expect(task.namespace).toBe(`tools:${task.taskId}`);
    }
  });

  it("is recorded with its result where it streams, also if somebody could not take a chunk", async () => {
    const { callbacks, recorded } = listeningToAnswers();
    const handleToolEvent = (): never => {
      throw new Error("cannot take it");
    };
    const strict = Object.assign(
      { name: "strict", handleToolEvent },
      { raiseError: true, awaitHandlers: true },
    );
    const look = tool(async function* () {
      yield "a part";
      return "the whole";
    }, fields);
    await look.invoke({}, { callbacks: [...callbacks, strict] });
    expect(await recorded()).toMatchObject([{ end: "answered", answer: "the whole" }]);
  });
});
