import { AIMessage, BaseMessage, isToolMessage } from "@langchain/core/messages";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { Command, INTERRUPT, interrupt, MemorySaver } from "@langchain/langgraph";
import { createAgent, createMiddleware, providerStrategy, toolStrategy } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { danglingToolCalls, isTold } from "../fixtures/adding-agent.ts";
import { on } from "../fixtures/chain-graph.ts";
import { decisions, doing } from "../fixtures/judging-middleware.ts";
import { calling, scriptedModel } from "../fixtures/scripted-model.ts";
import { collected } from "../fixtures/speaking-graph.ts";
import { countingScorer, problemsIn, readingAgent, task, watchingLines } from "../fixtures/watched-agent.ts";
import { readHistory, withRollback, type PrefixScorer } from "../index.ts";
import {
  readMiddlewareRecords,
  rollbackMiddleware,
  verifiedByMiddleware,
  type RollbackMiddlewareConfig,
} from "./index.ts";

type Checks = NonNullable<RollbackMiddlewareConfig["checks"]>;
type Check = Extract<Checks["tools"], (...given: never) => unknown>;

const answer = (value: unknown) => new Command<unknown, Record<string, unknown>, never>({ resume: value });

const textsOf = (output: { readonly messages: readonly BaseMessage[] } | undefined) =>
  output?.messages.map(({ text, type }) => `${type} ${text}`) ?? [];

describe.each([{ version: "v1" as const }, { version: "v2" as const }])(
  "checks of a turn ($version)",
  ({ version }) => {
    /** Notes down what it is shown, without the task, and refuses what was read wrong. */
    function noting() {
      const shown: string[][] = [];
      const check: Check = ({ output }) => {
        const texts = textsOf(output).slice(1);
        shown.push(texts);
        return { ok: !(texts.at(-1) ?? "").includes("wrong"), reason: "page is wrong" };
      };
      return { shown, check };
    }

    it("are made once after each run of a node, and stop the attempt", async () => {
      const { shown, check } = noting();
      const { agent, events, reads } = readingAgent(
        { checks: { tools: check }, watch: { waitMs: 60_000 } },
        { version, read: (page, told) => (page === 2 && !told ? "wrong" : "right") },
      );
      const { messages } = await agent.invoke(task, on("t"));
      expect(messages.at(-1)?.text).toBe("done");
      expect(danglingToolCalls(messages)).toEqual([]);
      expect(reads).toEqual([1, 2, 1, 2, 3]);
      const right = ["ai ", "tool right"];
      expect(shown.slice(0, 2)).toEqual([right, [...right, "ai ", "tool wrong"]]);
      expect(shown).toHaveLength(5);
      const records = await readMiddlewareRecords(agent, on("t"));
      expect(records).toMatchObject([
        {
          outcome: {
            reason: 'The check of node "tools" failed after step 4: page is wrong',
            early: { by: "check", node: "tools", from: 3, step: 3, to: "set" },
          },
          watch: {
            checks: [
              { node: "tools", step: 1, ok: true },
              { step: 3, ok: false },
            ],
          },
          trimmed: { step: 0 },
        },
        { decision: "accept", watch: { checks: [{ step: 1 }, { step: 3 }, { step: 5 }] } },
      ]);
      expect(problemsIn(events)).toEqual([]);
    });

    it("rewind to the model's answer that called the tools, where that is asked for, and are not made again before it", async () => {
      const { shown, check } = noting();
      const { agent, reads } = readingAgent(
        { checks: { tools: { verify: check, to: "node" } }, watch: { waitMs: 60_000 } },
        { version, pages: 4, atOnce: 2, read: (page, told) => (page === 4 && !told ? "wrong" : "right") },
      );
      const { messages } = await agent.invoke(task, on("t"));
      expect(danglingToolCalls(messages)).toEqual([]);
      expect(reads.map((page) => (page > 2 ? "later" : "earlier"))).toEqual([
        "earlier",
        "earlier",
        "later",
        "later",
        "later",
        "later",
      ]);
      expect(shown).toHaveLength(3);
      const [first] = await readMiddlewareRecords(agent, on("t"));
      expect(first?.trimmed?.step).toBe(version === "v2" ? 3 : 2);
    });

    it('are shown the model\'s answer as it was, after "model_request"', async () => {
      const { shown, check } = noting();
      const { agent } = readingAgent(
        { checks: { model_request: check } },
        { version, read: () => "right", pages: 2 },
      );
      await agent.invoke(task, on("t"));
      // The last answer is left to the verifier.
      expect(shown).toEqual([["ai "], ["ai ", "tool right", "ai "]]);
    });

    it("stop a turn that a coin lets go on in spite of its alarms", async () => {
      const { check } = noting();
      const { agent, reads } = readingAgent(
        { checks: { tools: check }, watch: watchingLines({ audit: 1 }) },
        { version },
      );
      await agent.invoke(task, on("t"));
      expect(reads).toEqual([1, 1, 2, 3]);
      expect((await readMiddlewareRecords(agent, on("t")))[0]).toMatchObject({
        outcome: { early: { by: "check" } },
        watch: { alarm: { stops: false, raised: 1 }, checks: [{ ok: false }] },
      });
    });

    it("that fail leave a turn as it is, and say so", async () => {
      const check = () => {
        throw new TypeError("check broke");
      };
      const { agent, counted, events } = readingAgent(
        { checks: { tools: check }, verify: () => true, watch: { waitMs: 60_000 } },
        { version, pages: 1 },
      );
      await agent.invoke(task, on("t"));
      expect(counted.calls).toBe(2);
      expect(problemsIn(events)).toContain("WATCH_FAILED");
    });
  },
);

describe("a watched turn that pauses", () => {
  it("keeps its scores, asks for none twice, and is stopped by another process", async () => {
    const checkpointer = new MemorySaver();
    const { asked, scorer } = countingScorer();
    const made = () =>
      readingAgent(
        { watch: watchingLines({ scorer }) },
        {
          checkpointer,
          read: (page, told) => (page === 2 && !told ? String(interrupt("may I?")) : "right"),
        },
      );
    expect(await made().agent.invoke(task, on("t"))).toMatchObject({ [INTERRUPT]: [{ value: "may I?" }] });
    expect(asked).toEqual([1, 2]);
    const { agent, reads } = made();
    await agent.invoke(answer("wrong"), on("t"));
    expect(asked).toEqual([1, 2, 3, 4]);
    expect(reads).toEqual([2, 1, 2, 3]);
    expect((await readMiddlewareRecords(agent, on("t")))[0]).toMatchObject({
      outcome: { early: { by: "alarm", step: 3 } },
      watch: { alarm: { scores: [0.9, 0.9, 0.9, 0.1], raised: 3 } },
    });
  });

  it.each([
    { how: "is retried", config: {}, reads: [1, 2, 3] },
    { how: "goes on", config: { mode: "observe" as const }, reads: [2, 3] },
  ])("between its stop and its end $how by another process", async ({ config, reads }) => {
    const checkpointer = new MemorySaver();
    const watch = watchingLines();
    const stopped = readingAgent({ watch }, { checkpointer });
    const before: object = { ...on("t"), interruptBefore: ["RollbackMiddleware.after_agent"] };
    await stopped.agent.invoke(task, before);
    expect(stopped.reads).toEqual([1]);
    const other = readingAgent({ watch, ...config }, { checkpointer });
    const { messages } = await other.agent.invoke(null, on("t"));
    expect(other.reads).toEqual(reads);
    expect(messages.map(({ text }) => text)).not.toContain("The attempt ends here.");
  });
});

describe("the stream of a watched turn", () => {
  const streamOf = async (config: RollbackMiddlewareConfig, checkpointer = new MemorySaver()) => {
    const { agent } = readingAgent({ verify: () => true, ...config }, { checkpointer });
    const streamMode = ["updates" as const, "values" as const, "messages" as const];
    const chunks = await collected(await agent.stream(task, { ...on("t"), streamMode }));
    const stored = await collected(checkpointer.list(on("t")));
    return { chunks: chunks.map((chunk) => shapeOf(chunk)), stored: stored.length };
  };

  /** Keys and texts, without ids and times, and without what the middleware notes down. */
  const shapeOf = (value: unknown): unknown => {
    if (value instanceof BaseMessage) return value.text;
    if (Array.isArray(value)) return value.map(shapeOf);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, each]) =>
        key.startsWith("_rollback") || key.includes("checkpoint") ? [] : [[key, shapeOf(each)]],
      ),
    );
  };

  it("is the same as without, where nothing stops it", async () => {
    const watched = await streamOf({ watch: watchingLines({ audit: 1 }), checks: { tools: () => true } });
    expect(watched).toEqual(await streamOf({}));
  });

  it("has no word of a model that scores it", async () => {
    const model = new FakeListChatModel({ responses: ["secret"] });
    const scorer: PrefixScorer = {
      fingerprint: countingScorer().scorer.fingerprint,
      score: async () => ((await model.invoke("how likely?")).text === "secret" ? 0.9 : 0),
    };
    const { chunks } = await streamOf({ watch: watchingLines({ scorer }) });
    expect(JSON.stringify(chunks)).toContain("done");
    // It would speak letter by letter, under the name of its class.
    expect(JSON.stringify(chunks)).not.toContain("FakeListChatModel");
  });
});

describe("a watched turn with a structured response", () => {
  const Num = z.object({ n: z.number() });

  it.each(["tool", "provider"] as const)("is stopped and retried (%s)", async (kind) => {
    const asTool = toolStrategy(Num);
    const name = asTool[0]?.name ?? "";
    const { model, counted } = scriptedModel((messages) => {
      if (!messages.some(isToolMessage)) return calling({ name: isTold(messages) ? "right" : "wrong" });
      return kind === "tool" ? calling({ name, args: { n: 42 } }) : new AIMessage('{"n":42}');
    });
    const own = rollbackMiddleware({
      verify: ({ output }) => Object(output?.structuredResponse).n === 42,
      watch: watchingLines(),
    });
    const common = {
      model,
      tools: [doing("wrong"), doing("right")],
      checkpointer: new MemorySaver(),
      middleware: [own],
    };
    const agent =
      kind === "tool"
        ? createAgent({ ...common, responseFormat: asTool })
        : createAgent({ ...common, responseFormat: providerStrategy(Num) });
    const { structuredResponse } = await agent.invoke(task, on("t"));
    expect(structuredResponse).toEqual({ n: 42 });
    expect(counted.calls).toBe(3);
    expect(await decisions(agent)).toEqual(["roll-back", "accept"]);
  });
});

describe("a watched turn among other middlewares", () => {
  it("is stopped once, whatever their hooks write back", async () => {
    const noop = createMiddleware({
      name: "Noop",
      beforeModel: () => undefined,
      afterModel: () => ({}),
      afterAgent: () => ({}),
    });
    const { agent, events, reads } = readingAgent(
      { watch: watchingLines(), budget: { steps: 1 } },
      { others: [noop] },
    );
    await agent.invoke(task, { ...on("t"), recursionLimit: 60 });
    expect(reads).toEqual([1, 2, 3]);
    expect(problemsIn(events)).toEqual(["STOP_REFUSED"]);
  });
});

describe("an agent with the middleware under withRollback", () => {
  it("is watched by that one alone", async () => {
    const inner = countingScorer();
    const outer = countingScorer();
    const { agent, events, reads } = readingAgent({
      watch: watchingLines({ scorer: inner.scorer }),
      checks: { tools: () => false },
    });
    const wrapped = withRollback(agent, {
      verify: verifiedByMiddleware,
      watch: watchingLines({ scorer: outer.scorer }),
    });
    const { messages } = await wrapped.invoke(task, on("t"));
    expect(messages.at(-1)?.text).toBe("done");
    expect(reads).toEqual([1, 1, 2, 3]);
    expect(inner.asked).toEqual([]);
    expect(new Set(outer.asked).size).toBe(outer.asked.length);
    const [run] = await readHistory(wrapped, on("t"));
    expect(run?.attempts).toMatchObject([{ outcome: { early: { by: "alarm" } } }, { outcome: { ok: true } }]);
    // The first attempt never came to the middleware's verdict.
    expect(events.map(({ type }) => type)).toEqual(["rollback:judged"]);
  });
});
