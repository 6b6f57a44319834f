import { AIMessage, HumanMessage, isToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { Command, interrupt, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import fc from "fast-check";
import { createAgent } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { readHistory } from "../history/history.ts";
import { chainGraph, on } from "../fixtures/chain-graph.ts";
import { calling, scriptedModel } from "../fixtures/scripted-model.ts";
import { effect, withRollback, type RollbackOptions } from "../index.ts";
import { playRecording, readRecording } from "./index.ts";

const RECORD = { models: true, tools: true };
const ask = (text: string) => ({ messages: [new HumanMessage(text)] });
/** A recording as a file gives it back. */
const stored = (recording: unknown): unknown => JSON.parse(JSON.stringify(recording));

/** An agent that looks a price up and multiplies it. Simulated. It counts what it asks and does. */
function shop({
  price = (of: string) => `${of}: $14`,
  prompt = "You sell tickets.",
  record = RECORD,
}: {
  readonly price?: (of: string) => string;
  readonly prompt?: string;
  readonly record?: RollbackOptions["record"];
} = {}) {
  const counted = { looked: 0 };
  const look = tool(
    ({ of }) => {
      counted.looked += 1;
      return price(of);
    },
    { name: "look", description: "looks a price up", schema: z.object({ of: z.string() }) },
  );
  const { model, counted: asked } = scriptedModel((messages) => {
    const last = messages.at(-1);
    if (last === undefined || !isToolMessage(last)) return calling({ name: "look", args: { of: "ticket" } });
    const isTold = messages.some(({ text }) => text.includes("Add the fee"));
    return `3 tickets are $${3 * Number(/\$(\d+)/.exec(last.text)?.[1]) + (isTold ? 3 : 0)}.`;
  });
  const bare = createAgent({ model, tools: [look], systemPrompt: prompt, checkpointer: new MemorySaver() });
  const agent = withRollback(bare, {
    verify: ({ output }) =>
      output?.messages.at(-1)?.text.includes("$45") === true || { ok: false, reason: "It should be $45." },
    maxRollbacks: 0,
    ...(record === undefined ? {} : { record }),
  });
  return { agent, counts: () => ({ ...counted, asked: asked.calls }) };
}

/** The recording of a run that asks for 3 tickets, and fails. */
async function failure(options: Parameters<typeof shop>[0] = {}, question = "3 tickets?") {
  const { agent } = shop(options);
  await agent.invoke(ask(question), on("t"));
  return stored(await readRecording(agent, on("t")));
}

describe("playRecording", () => {
  it("fails as the run failed, and asks no model and no tool", async () => {
    const recording = await failure();
    const { agent, counts } = shop();
    const played = await playRecording(agent, recording);
    expect(played).toMatchObject({ status: "rejected", reason: "It should be $45." });
    expect(played.output?.messages.at(-1)?.text).toBe("3 tickets are $42.");
    expect(played.calls.map(({ kind, answer }) => [kind, answer])).toEqual([
      ["model", "recorded"],
      ["tool", "recorded"],
      ["model", "recorded"],
    ]);
    expect(counts()).toEqual({ looked: 0, asked: 0 });
  });

  it("passes once a tool is mended that runs by name, where its new result is asked about", async () => {
    const recording = await failure();
    const { agent, counts } = shop({ price: (of) => `${of}: $15` });
    expect(await playRecording(agent, recording)).toMatchObject({ status: "rejected" });
    const tools = { look: "run" as const };
    const missed = await playRecording(agent, recording, { tools });
    expect(missed.status).toBe("inconclusive");
    expect(missed.reason).toMatch(/has no answer for model .*Node "model_request" asks it.*`onMiss: "run"`/s);
    expect(await playRecording(agent, recording, { tools, onMiss: "run" })).toMatchObject({
      status: "accepted",
    });
    expect(counts()).toEqual({ looked: 2, asked: 1 });
  });

  it("passes once the prompt is mended, with the model asked where the recording holds no answer", async () => {
    const recording = await failure();
    const { agent, counts } = shop({ prompt: "You sell tickets. Add the fee of $1 each." });
    expect(await playRecording(agent, recording)).toMatchObject({ status: "inconclusive" });
    const { status, calls } = await playRecording(agent, recording, { onMiss: "run" });
    expect(status).toBe("accepted");
    expect(calls.map(({ kind, answer }) => [kind, answer])).toEqual([
      ["model", "ran"],
      ["tool", "recorded"],
      ["model", "ran"],
    ]);
    expect(counts()).toEqual({ looked: 0, asked: 2 });
  });

  it("does not run a tool that the recording does not hold, unless it only reads or is named", async () => {
    const recording = await failure();
    const other = () => {
      const { model } = scriptedModel((messages) =>
        messages.some((each) => isToolMessage(each)) ? "3 tickets are $45." : calling({ name: "pay" }),
      );
      const paid: string[] = [];
      const pay = tool(() => String(paid.push("paid")), { name: "pay", schema: z.object({}) });
      return { paid, graph: createAgent({ model, tools: [pay], systemPrompt: "Pay." }) };
    };
    const { paid, graph } = other();
    const verify = () => true;
    const missed = await playRecording(graph, recording, { verify, onMiss: "run" });
    expect(missed).toMatchObject({ status: "inconclusive" });
    expect(missed.reason).toContain('no answer for tool "pay"');
    expect(paid).toEqual([]);
    const named = await playRecording(other().graph, recording, {
      verify,
      onMiss: "run",
      tools: { pay: "run" },
    });
    expect(named.status).toBe("accepted");
    const reads = await playRecording(other().graph, recording, {
      verify,
      onMiss: "run",
      effects: { tools: { pay: "read-only" }, nodes: {} },
    });
    expect(reads.status).toBe("accepted");
  });

  it("takes a graph without rollback and without a checkpointer, and judges by `verify`", async () => {
    const recording = await failure();
    const model = new FakeListChatModel({ responses: ["never"] });
    const bare = new StateGraph(MessagesAnnotation)
      .addNode("say", async () => ({ messages: [await model.invoke("not recorded")] }))
      .addEdge(START, "say")
      .compile();
    expect(await playRecording(bare, recording, { verify: () => true })).toMatchObject({
      status: "inconclusive",
    });
    expect(await playRecording(bare, recording, { onMiss: "run" })).toMatchObject({ status: "unjudged" });
  });

  it("throws a recorded error again, by which the run fails as it failed", async () => {
    const broken = () => {
      throw Object.assign(new Error("no such ticket"), { name: "LookupError" });
    };
    const graphWith = (price: () => string) => {
      const look = tool(price, { name: "look", schema: z.object({}) });
      const model = new FakeListChatModel({ responses: ["look"] });
      return withRollback(
        new StateGraph(MessagesAnnotation)
          .addNode("call", async ({ messages }) => {
            const said = await model.invoke(messages);
            return { messages: [said, new AIMessage(await look.invoke({}))] };
          })
          .addEdge(START, "call")
          .compile({ checkpointer: new MemorySaver() }),
        { verify: () => true, maxRollbacks: 0, record: RECORD },
      );
    };
    const graph = graphWith(broken);
    await graph.invoke(ask("3 tickets?"), on("t")).catch(() => undefined);
    const recording = stored(await readRecording(graph, on("t")));
    const again = await playRecording(
      graphWith(() => "$14"),
      recording,
    );
    expect(again).toMatchObject({ status: "rejected" });
    expect(again.reason).toContain("no such ticket");
    const mended = await playRecording(
      graphWith(() => "$14"),
      recording,
      { tools: { look: "run" } },
    );
    expect(mended).toMatchObject({ status: "accepted" });
  });

  it("gives a human's answers again, and results of acts that `effect` made", async () => {
    const booked: string[] = [];
    const graphOf = () => {
      const model = new FakeListChatModel({ responses: ["book it"] });
      return withRollback(
        new StateGraph(MessagesAnnotation)
          .addNode("ask", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
          .addNode("book", async ({ messages }, config) => {
            const answer: unknown = interrupt({ question: "Book?", about: messages.at(-1)?.text });
            const act = () => (booked.push("12C"), "12C");
            const seat = await effect(config, { name: "book", args: { answer, messages }, act });
            return { messages: [new AIMessage(`booked ${seat}`)] };
          })
          .addEdge(START, "ask")
          .addEdge("ask", "book")
          .compile({ checkpointer: new MemorySaver() }),
        {
          verify: () => ({ ok: false, reason: "wrong seat" }),
          maxRollbacks: 0,
          record: RECORD,
          effects: { nodes: { ask: "read-only", book: "read-only" } },
        },
      );
    };
    const graph = graphOf();
    await graph.invoke(ask("a seat"), on("t"));
    await graph.invoke(new Command({ resume: "yes" }), on("t"));
    const recording = stored(await readRecording(graph, on("t")));
    const played = await playRecording(graphOf(), recording);
    expect(played).toMatchObject({ status: "rejected", reason: "wrong seat" });
    expect(played.output?.messages.at(-1)?.text).toBe("booked 12C");
    expect(booked).toEqual(["12C"]);
  });

  it("begins with the state that the thread had before", async () => {
    const { agent } = shop();
    await agent.invoke(ask("3 tickets?"), on("t"));
    await agent.invoke(ask("And 3 more?"), on("t"));
    const recording = stored(await readRecording(agent, on("t")));
    const { agent: again, counts } = shop();
    const played = await playRecording(again, recording);
    expect(played).toMatchObject({ status: "rejected", reason: "It should be $45." });
    expect(played.output?.messages).toHaveLength(8);
    expect(counts().asked).toBe(0);
  });

  it("refuses what is no recording, and options that do not exist", async () => {
    const { agent } = shop();
    const recording = Object(await failure());
    const call = { kind: "model", name: "m", key: "k" };
    const cases: readonly (readonly [unknown, object, string])[] = [
      [{}, {}, "The recording cannot be read: it has no"],
      [{ ...recording, calls: [call] }, {}, "calls[0]"],
      [{ ...recording, calls: [{ ...call, answer: "text" }] }, {}, 'model "m" has no messages'],
      [{ ...recording, version: 2 }, {}, "version"],
      [recording, { onMiss: "ask" }, 'Expected `onMiss` to be "fail" or "run", got "ask".'],
      [recording, { from: 1 }, "from"],
    ];
    for (const [value, options, words] of cases)
      await expect(playRecording(agent, value, options)).rejects.toThrow(words);
  });
});

describe("readRecording", () => {
  it("gives the same bytes each time, for another run that did the same, too", async () => {
    const [one, other] = [await failure(), await failure()];
    expect(JSON.stringify(one)).toBe(JSON.stringify(other));
    expect(JSON.stringify(one)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  it("tells of the verdict, and where it comes from", async () => {
    expect(await failure()).toMatchObject({
      format: "langgraph-rollback/recording",
      thread: "t",
      attempt: 1,
      redacted: false,
      outcome: { ok: false, reason: "It should be $45." },
    });
  });

  it("refuses a run of which nothing was recorded, and says how to record it", async () => {
    const { agent } = shop({ record: {} });
    await agent.invoke(ask("3 tickets?"), on("t"));
    await expect(readRecording(agent, on("t"))).rejects.toThrow(/record: \{ models: true, tools: true \}/);
  });

  it("refuses an attempt that began with a note, and reads the first one of its run", async () => {
    const bare = createAgent({
      model: scriptedModel(() => "3 tickets are $42.").model,
      checkpointer: new MemorySaver(),
      tools: [],
    });
    const retrying = withRollback(bare, { verify: () => false, maxRollbacks: 1, record: RECORD });
    await retrying.invoke(ask("3 tickets?"), on("t"));
    const [run] = await readHistory(retrying, on("t"));
    const [first, second] = run?.attempts ?? [];
    await expect(readRecording(retrying, on("t", second?.head))).rejects.toThrow("Take attempt 1");
    const recording = stored(await readRecording(retrying, on("t", first?.head)));
    expect(await playRecording(retrying, recording)).toMatchObject({ status: "rejected" });
  });

  it("is made of a graph that asks no model and calls no tool, too", async () => {
    const verify = ({ output }: { readonly output: unknown }) => JSON.stringify(output).includes("42");
    const graph = withRollback(chainGraph().builder.compile({ checkpointer: new MemorySaver() }), {
      verify,
      maxRollbacks: 0,
    });
    await graph.invoke({ log: ["asked"] }, on("t"));
    const recording = stored(await readRecording(graph, on("t")));
    expect(await playRecording(graph, recording)).toMatchObject({ status: "rejected", calls: [] });
  });

  it("holds nothing that was redacted, and is played by the same function alone", async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[a-z0-9]{6,12}$/), async (word) => {
        const secret = `sk-${word}`;
        const record = { ...RECORD, redact: (text: string) => text.replaceAll(/sk-\w+/g, "[key]") };
        const options = { record, price: (of: string) => `${of}: $14 by ${secret}` };
        const recording = await failure(options, `3 tickets, with ${secret}?`);
        expect(JSON.stringify(recording)).not.toContain(secret);
        expect(await playRecording(shop(options).agent, recording)).toMatchObject({
          status: "rejected",
          reason: "It should be $45.",
        });
        await expect(playRecording(shop().agent, recording)).rejects.toThrow("Expected `redact`");
      }),
      { numRuns: 5 },
    );
  });
});
