import { isToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { MemorySaver } from "@langchain/langgraph";
import {
  createAgent,
  createMiddleware,
  providerStrategy,
  toolStrategy,
  type AgentMiddleware,
} from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { isTold } from "../fixtures/adding-agent.ts";
import { on } from "../fixtures/chain-graph.ts";
import { decisions, doing, judging } from "../fixtures/judging-middleware.ts";
import { calling, scriptedModel } from "../fixtures/scripted-model.ts";
import { collected } from "../fixtures/speaking-graph.ts";
import { readHistory, withRollback } from "../index.ts";
import { verifiedByMiddleware } from "./index.ts";

const question = { messages: [{ role: "user", content: "Which number?" }] };
const Num = z.object({ n: z.number() });

const noop = (hook: string): readonly AgentMiddleware[] =>
  hook === "none" ? [] : [createMiddleware({ name: "Noop", [hook]: () => undefined })];

/** An agent whose model gives a number in a form that LangChain refuses, some times, and then in the right one. */
function correcting(given: {
  own: AgentMiddleware;
  refused?: number;
  numbers?: readonly number[];
  hook?: string;
  version?: "v1" | "v2";
  isInner?: boolean;
}) {
  const { own, refused = 1, numbers = [42], hook = "none", version = "v2", isInner = false } = given;
  const responseFormat = toolStrategy(Num);
  const name = responseFormat[0]?.name ?? "";
  const { model, counted } = scriptedModel((_, call) =>
    calling({
      name,
      args: { n: call <= refused ? "many" : numbers[Math.min(call - refused, numbers.length) - 1] },
    }),
  );
  const agent = createAgent({
    model,
    tools: [],
    responseFormat,
    version,
    middleware: [own, ...noop(hook)],
    ...(isInner ? {} : { checkpointer: new MemorySaver() }),
  });
  return { agent, counted };
}

describe("a turn in which LangChain refuses a structured response", () => {
  it.each(
    (["rollback", "observe"] as const).flatMap((mode) =>
      ["none", "beforeModel", "afterModel", "afterAgent"].flatMap((hook) =>
        [1, 2].map((refused) => ({ mode, hook, refused })),
      ),
    ),
  )(
    "is judged once, at its end: $refused refused, $mode, beside a hook: $hook",
    async ({ mode, hook, refused }) => {
      const { judged, events, own } = judging({ mode }, (said) => Object(said).n === 42);
      const { agent, counted } = correcting({ refused, hook, own });
      const { structuredResponse } = await agent.invoke(question, on("t"));
      expect(structuredResponse).toEqual({ n: 42 });
      expect(judged).toEqual([{ n: 42 }]);
      expect(counted.calls).toBe(refused + 1);
      expect(await decisions(agent)).toEqual(["accept"]);
      expect(events.map(({ type }) => type)).toEqual(["rollback:judged"]);
    },
  );

  it.each(["v1", "v2"] as const)("is retried if its response is wrong in the end (%s)", async (version) => {
    const { judged, own } = judging({}, (said) => Object(said).n === 42);
    const { agent, counted } = correcting({ numbers: [41, 42], own, version });
    const { structuredResponse } = await agent.invoke(question, on("t"));
    expect(structuredResponse).toEqual({ n: 42 });
    expect(judged).toEqual([{ n: 41 }, { n: 42 }]);
    expect(counted.calls).toBe(3);
    expect(await decisions(agent)).toEqual(["roll-back", "accept"]);
  });

  it("streams as without the middleware where that only observes, but for its own steps", async () => {
    const stepsOf = async (own: AgentMiddleware) => {
      const { agent } = correcting({ hook: "afterModel", own });
      const chunks = await collected(await agent.stream(question, { ...on("t"), streamMode: "updates" }));
      return chunks
        .flatMap((chunk) => Object.keys(Object(chunk)))
        .filter((name) => !/^(Rollback|Bare)/.test(name));
    };
    const bare = createMiddleware({ name: "Bare" });
    expect(await stepsOf(judging({ mode: "observe" }, () => false).own)).toEqual(await stepsOf(bare));
  });

  it("is judged once for each of its turns, and inside of a tool of another agent", async () => {
    const { judged, own } = judging();
    const { agent } = correcting({ own });
    await agent.invoke(question, on("t"));
    await agent.invoke(question, on("t"));
    expect(judged).toEqual([{ n: 42 }, { n: 42 }]);
    const inner = judging();
    const within = correcting({ own: inner.own, isInner: true }).agent;
    const ask = tool(
      async (_, config) => JSON.stringify((await within.invoke(question, config)).structuredResponse),
      {
        name: "ask",
        description: "asks",
        schema: z.object({}),
      },
    );
    const { model } = scriptedModel(
      (messages) => messages.findLast(isToolMessage)?.text ?? calling({ name: "ask" }),
    );
    const outer = createAgent({ model, tools: [ask], checkpointer: new MemorySaver() });
    expect((await outer.invoke(question, on("t"))).messages.at(-1)?.text).toBe('{"n":42}');
    expect(inner.judged).toEqual([{ n: 42 }]);
  });

  it("is judged once under withRollback, which rolls it back", async () => {
    const { judged, own } = judging({}, (said) => Object(said).n === 42);
    const { agent } = correcting({ numbers: [41, 42], hook: "afterModel", own });
    const guarded = withRollback(agent, { verify: verifiedByMiddleware });
    await guarded.invoke(question, on("t"));
    expect(judged).toEqual([{ n: 41 }, { n: 42 }]);
    expect(await readHistory(guarded, on("t"))).toMatchObject([{ status: "recovered" }]);
  });

  it("is judged once if the model gives two responses at once, or calls a tool that does not exist", async () => {
    const formats = toolStrategy([Num, z.object({ word: z.string() })]);
    const [number = "", word = ""] = formats.map(({ name }) => name);
    const answers = [
      calling({ name: number, args: { n: 1 } }, { name: word, args: { word: "one" } }),
      calling({ name: "nobody knows it" }),
      calling({ name: word, args: { word: "one" } }),
    ];
    const { judged, own } = judging();
    const { model } = scriptedModel((_, call) => answers[call - 1] ?? "");
    const agent = createAgent({
      model,
      tools: [doing("look")],
      responseFormat: formats,
      checkpointer: new MemorySaver(),
      middleware: [own],
    });
    await agent.invoke(question, on("t"));
    expect(judged).toEqual([{ word: "one" }]);
    expect(await decisions(agent)).toEqual(["accept"]);
  });

  it("gives the caller no response of an attempt that was undone", async () => {
    const responseFormat = toolStrategy(Num);
    const name = responseFormat[0]?.name ?? "";
    const { own } = judging({}, (said) => said === "I do not know.");
    const { model } = scriptedModel((messages) =>
      isTold(messages) ? "I do not know." : calling({ name, args: { n: 41 } }),
    );
    const agent = createAgent({
      model,
      tools: [],
      responseFormat,
      checkpointer: new MemorySaver(),
      middleware: [own],
    });
    expect((await agent.invoke(question, on("t"))).structuredResponse).toBeUndefined();
  });

  it("is not judged if the refusal is an exception, which the next turn's records tell", async () => {
    const responseFormat = toolStrategy(Num, { handleError: false });
    const name = responseFormat[0]?.name ?? "";
    const { judged, own } = judging();
    const { model } = scriptedModel((_, call) => calling({ name, args: { n: call === 1 ? "many" : 42 } }));
    const agent = createAgent({
      model,
      tools: [],
      responseFormat,
      checkpointer: new MemorySaver(),
      middleware: [own],
    });
    await expect(agent.invoke(question, on("t"))).rejects.toThrow("Failed to parse structured output");
    expect(await decisions(agent)).toEqual([]);
    await agent.invoke(question, on("t"));
    expect(judged).toEqual([{ n: 42 }]);
    expect(await decisions(agent)).toEqual(["TURN_NOT_JUDGED", "accept"]);
  });

  it("is judged once with a response in the provider's own format", async () => {
    const { judged, own } = judging();
    const { model } = scriptedModel((_, call) => (call === 1 ? calling({ name: "look" }) : '{"n":42}'));
    const agent = createAgent({
      model,
      tools: [doing("look")],
      responseFormat: providerStrategy(Num),
      checkpointer: new MemorySaver(),
      middleware: [own],
    });
    await agent.invoke(question, on("t"));
    expect(judged).toEqual([{ n: 42 }]);
  });
});
