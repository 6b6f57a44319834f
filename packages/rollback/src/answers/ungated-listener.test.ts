import { createRequire } from "node:module";

import type { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { AIMessage } from "@langchain/core/messages";
import { StructuredTool, tool } from "@langchain/core/tools";
import { FakeListChatModel, FakeLLM } from "@langchain/core/utils/testing";
import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { gateOf } from "../fixtures/gate-for-tests.ts";
import { answeringFrom } from "./answering.ts";
import { ungatedListener } from "./ungated-listener.ts";

/** Another copy of LangChain, as a project has one that loads it by `require` beside `import`. */
const other = createRequire(import.meta.url);
const {
  FakeListChatModel: OtherChatModel,
  FakeLLM: OtherLlm,
}: typeof import("@langchain/core/utils/testing") = other("@langchain/core/utils/testing");
const { tool: otherTool }: typeof import("@langchain/core/tools") = other("@langchain/core/tools");

const fields = { name: "look", description: "looks", schema: z.object({}) };

/** A graph of one node, which does something. */
const doing = (work: () => Promise<unknown>) =>
  new StateGraph(MessagesAnnotation)
    .addNode("do", async () => {
      await work();
      return {};
    })
    .addEdge(START, "do")
    .compile();

/** Does something in a graph inside of a gate that has no answers, with the listener. */
async function listened(work: () => Promise<unknown>) {
  const asked = gateOf();
  const callbacks: BaseCallbackHandler[] = [ungatedListener(asked.gate)];
  const run = answeringFrom(asked.gate, () => doing(work).invoke({ messages: [] }, { callbacks }));
  const error: unknown = await run.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { ...asked, error };
}

describe("the listener of what has not asked", () => {
  const asking: Readonly<Record<string, () => Promise<unknown>>> = {
    "a chat model": () => new FakeListChatModel({ responses: ["a"] }).invoke("hi"),
    "a chat model that is batched": () =>
      new FakeListChatModel({ responses: ["a", "b"] }).batch(["hi", "ho"]),
    "a chat model that streams": async () => {
      for await (const _ of await new FakeListChatModel({ responses: ["a"] }).stream("hi"));
    },
    "a model of several prompts": () =>
      new FakeListChatModel({ responses: ["a"] }).generate([[new AIMessage("a")], [new AIMessage("b")]]),
    "an LLM": () => new FakeLLM({ response: "a" }).invoke("hi"),
    "an LLM that streams": async () => {
      for await (const _ of await new FakeLLM({ response: "a" }).stream("hi"));
    },
    "a tool": () => tool(() => "a", fields).invoke({}),
    "a tool that calls a model": () =>
      tool(async () => (await new FakeListChatModel({ responses: ["a"] }).invoke("hi")).text, fields).invoke(
        {},
      ),
  };

  it.each(Object.keys(asking))("lets through what has asked: %s", async (what) => {
    const { error, ungated, models, tools } = await listened(async () => asking[what]?.());
    expect(error).toBeUndefined();
    expect(ungated).toEqual([]);
    expect(models.length + tools.length).toBeGreaterThan(0);
  });

  it("refuses a chat model, an LLM and a tool of another copy of LangChain, which then are not called", async () => {
    let calls = 0;
    const model = new OtherChatModel({ responses: ["a"] });
    const look = otherTool(() => (calls += 1), fields);
    const works: readonly (readonly ["model" | "tool", () => Promise<unknown>])[] = [
      ["model", () => model.invoke("hi")],
      ["model", () => new OtherLlm({ response: "a" }).invoke("hi")],
      ["tool", () => look.invoke({})],
    ];
    for (const [kind, work] of works) {
      const { error, ungated } = await listened(work);
      expect(error).toMatchObject({ code: "UNGATED_CALL", kind });
      expect(ungated).toMatchObject([{ kind }]);
    }
    expect([model.i, calls]).toEqual([0, 0]);
  });

  it("refuses what a tool calls that has asked itself", async () => {
    const inner = otherTool(() => "inner", { ...fields, name: "inner" });
    const look = tool(async () => {
      const given: unknown = await inner.invoke({});
      return given;
    }, fields);
    const { error, ungated } = await listened(() => look.invoke({}));
    expect(error).toMatchObject({ code: "UNGATED_CALL", kind: "tool", callee: "inner" });
    expect(ungated).toEqual([{ kind: "tool", name: "inner" }]);
  });

  it("refuses classes that override the method that asks", async () => {
    class OwnModel extends FakeListChatModel {
      override generate(...[messages, options]: Parameters<FakeListChatModel["generate"]>) {
        return this._generateUncached(messages, Array.isArray(options) ? {} : { ...options }, {
          ...Object(options),
        });
      }
    }
    let calls = 0;
    class OwnTool extends StructuredTool {
      override name = "own";
      override description = "";
      override schema = fields.schema;
      protected override async _call() {
        calls += 1;
        return "own";
      }
      // oxlint-disable-next-line typescript/no-deprecated -- overridden, as users may
      override async call(
        ...[, config]: Parameters<StructuredTool["call"]>
      ): ReturnType<StructuredTool["call"]> {
        const { CallbackManager, parseCallbackConfigArg } = await import("@langchain/core/callbacks/manager");
        const manager = CallbackManager.configure(parseCallbackConfigArg(config).callbacks);
        await manager?.handleToolStart(this.toJSON(), "{}");
        return this._call();
      }
    }
    const model = new OwnModel({ responses: ["a", "b"] });
    const config = { callbacks: [] as BaseCallbackHandler[] };
    const asked = gateOf();
    config.callbacks.push(ungatedListener(asked.gate));
    await expect(answeringFrom(asked.gate, () => model.invoke("hi", config))).rejects.toThrow("OwnModel");
    await expect(answeringFrom(asked.gate, () => new OwnTool().invoke({}, config))).rejects.toThrow(
      "OwnTool",
    );
    expect([model.i, calls]).toEqual([0, 0]);
  });

  it("refuses everything outside of a gate", async () => {
    const { gate } = gateOf();
    const callbacks = [ungatedListener(gate)];
    const refused = new FakeListChatModel({ responses: ["a"] }).invoke("hi", { callbacks });
    await expect(refused).rejects.toMatchObject({ code: "UNGATED_CALL" });
  });
});
