import { AIMessage, type StandardMessageStructure } from "@langchain/core/messages";
import { END, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { trace } from "@opentelemetry/api";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import { faultsIn, unknownNames } from "../fixtures/conventions.ts";
import { ChainState, on, throwsUntilTold, untilTold } from "../fixtures/chain-graph.ts";
import {
  attributesOf,
  eventsOf,
  linksOf,
  Spans,
  telemetryUnderTest,
} from "../fixtures/telemetry-under-test.ts";
import { toldChain } from "../fixtures/told-chain.ts";
import { readHistory, withRollback } from "../index.ts";

let under: Awaited<ReturnType<typeof telemetryUnderTest>>;
const all: Spans[] = [];

beforeAll(async () => {
  under = await telemetryUnderTest();
});
afterEach(() => {
  vi.unstubAllEnvs();
});
afterAll(() => under.stop());

async function told(): Promise<Spans> {
  const spans = await under.spans();
  all.push(spans);
  return spans;
}

const chain = (...given: Given) => toldChain(under, ...given);
type Given = Parameters<typeof toldChain> extends [unknown, ...infer Rest] ? Rest : never;

describe("a run that passes", () => {
  it("is a span of the call, with one of its attempt in it, and those of its steps in that", async () => {
    await chain().invoke({}, on("passes"));
    const spans = await told();
    const [call, attempt] = [spans.one("invoke_workflow chain"), spans.one("invoke_agent chain")];
    expect(spans.all).toHaveLength(5);
    expect(spans.inside(call)).toEqual(["invoke_agent chain"]);
    expect(spans.inside(attempt)).toEqual(["step a", "step b", "step c"]);
    expect(spans.misplaced()).toEqual([]);
    expect(attributesOf(call)).toMatchObject({
      "gen_ai.operation.name": "invoke_workflow",
      "gen_ai.workflow.name": "chain",
      "gen_ai.conversation.id": "passes",
      "langgraph_rollback.status": "succeeded",
    });
    expect(attributesOf(attempt)).toMatchObject({
      "langgraph_rollback.attempt": 1,
      "langgraph_rollback.decision": "accept",
      "langgraph_rollback.steps": 3,
    });
    expect(eventsOf(attempt, "gen_ai.evaluation.result")).toEqual([
      { "gen_ai.evaluation.name": "verify", "gen_ai.evaluation.score.label": "pass" },
    ]);
  });

  it("names its steps by index, node, superstep and namespace, and the run by its id in the history", async () => {
    const graph = chain();
    await graph.invoke({}, on("ids"));
    const step = (await told()).one("step b");
    expect(attributesOf(step)).toMatchObject({
      "langgraph_rollback.run": (await readHistory(graph, on("ids")))[0]?.run,
      "langgraph_rollback.step.index": 1,
      "langgraph_rollback.step.node": "b",
      "langgraph_rollback.step.superstep": 2,
      "langgraph_rollback.step.namespace": "",
      "gen_ai.conversation.id": "ids",
    });
  });

  it("is told of in the user's span, and the user's spans inside of nodes in the attempt's", async () => {
    const tracer = trace.getTracer("user");
    const own = () => tracer.startActiveSpan("work", (span) => (span.end(), "a:right"));
    await tracer.startActiveSpan("request", async (span) => {
      for await (const _ of await chain({ a: own }).stream({}, on("nested")));
      span.end();
    });
    const spans = await told();
    expect(spans.inside(spans.one("request"))).toEqual(["invoke_workflow chain"]);
    expect(spans.inside(spans.one("invoke_agent"))).toContain("work");
  });
});

describe("a rollback", () => {
  it("is a second attempt, linked to the first one and to the step that it went back to", async () => {
    await chain({ b: untilTold("b") }).invoke({}, on("recovers"));
    const spans = await told();
    const [first, second] = [spans.one("invoke_agent"), spans.one("invoke_agent", 1)];
    expect(spans.misplaced()).toEqual([]);
    expect(spans.inside(second)).toEqual(["step a", "step b", "step c"]);
    expect(linksOf(second)).toEqual([
      ["previous-attempt", first.spanId],
      ["rewound-to", spans.one("step a").spanId],
    ]);
    const [event] = eventsOf(first, "langgraph_rollback.rolled_back");
    expect(event).toEqual({
      "langgraph_rollback.rewind.from_step": 0,
      "langgraph_rollback.policy": "least-cost",
    });
    expect(attributesOf(second)).toMatchObject({
      "langgraph_rollback.attempt": 2,
      "langgraph_rollback.fork_of": 1,
      "langgraph_rollback.rewind.from_step": 0,
      "langgraph_rollback.policy": "least-cost",
      "langgraph_rollback.rewind.checkpoint_id": attributesOf(spans.one("step a"))[
        "langgraph_rollback.step.checkpoint_id"
      ],
    });
    expect(attributesOf(spans.one("invoke_workflow"))["langgraph_rollback.status"]).toBe("recovered");
  });

  it("tells the verdict on the attempt, and the score of each step on the step", async () => {
    await chain({ b: untilTold("b") }).invoke({}, on("scores"));
    const spans = await told();
    expect(eventsOf(spans.one("invoke_agent"), "gen_ai.evaluation.result")).toEqual([
      { "gen_ai.evaluation.name": "verify", "gen_ai.evaluation.score.label": "fail" },
    ]);
    const [score] = eventsOf(spans.one("step b"), "gen_ai.evaluation.result");
    expect(score).toMatchObject({
      "gen_ai.evaluation.name": "suspicion",
      "gen_ai.evaluation.score.label": "suspected",
      "langgraph_rollback.step.index": 1,
    });
    expect(score?.["gen_ai.evaluation.score.value"]).toBeCloseTo(1 / 3);
  });

  it("is told of with the promise of its start, and with the steps that it keeps told once", async () => {
    const policy = {
      name: "second",
      decide: () => ({
        kind: "roll-back" as const,
        start: 1,
        reason: "by the test",
        promise: { attempt: 1 as const, level: 0.9, alpha: 0.1, guarantee: "exact" as const },
      }),
    };
    await chain({ b: untilTold("b") }, { policy }).invoke({}, on("keeps"));
    const spans = await told();
    const second = spans.one("invoke_agent", 1);
    expect(spans.named("step").map(({ name }) => name)).toEqual([
      "step a",
      "step b",
      "step c",
      "step b",
      "step c",
    ]);
    expect(spans.inside(second)).toEqual(["step b", "step c"]);
    expect(attributesOf(second)).toMatchObject({
      "langgraph_rollback.promise.level": 0.9,
      "langgraph_rollback.promise.alpha": 0.1,
      "langgraph_rollback.rewind.from_step": 1,
    });
  });

  it("after an exception marks the step and the attempt, not the call that recovers", async () => {
    await chain({ b: throwsUntilTold("b") }).invoke({}, on("throws"));
    const spans = await told();
    for (const name of ["step b", "invoke_agent"])
      expect(attributesOf(spans.one(name))["error.type"]).toBe("RangeError");
    expect(spans.all.filter(({ status }) => status.code === 2).map(({ name }) => name)).toEqual([
      "invoke_agent chain",
      "step b",
    ]);
  });
});

describe("a run that ends otherwise", () => {
  it("marks the call that throws", async () => {
    const graph = chain({ c: () => Promise.reject(new TypeError("no")) }, { maxRollbacks: 1 });
    await expect(graph.invoke({}, on("gives up"))).rejects.toThrow("no");
    const spans = await told();
    const call = spans.one("invoke_workflow");
    expect(call.status.code).toBe(2);
    expect(attributesOf(call)).toMatchObject({
      "error.type": "TypeError",
      "langgraph_rollback.status": "gave-up",
    });
    expect(attributesOf(spans.one("invoke_agent", 1))["langgraph_rollback.stopped_by"]).toBe("rollbacks");
    expect(spans.misplaced()).toEqual([]);
  });

  it("ends all spans where its reader stops reading", async () => {
    for await (const _ of await chain().stream({}, { ...on("stops"), streamMode: "updates" })) break;
    // The oldest LangGraph ends what was streamed after the reader has gone.
    const spans = await vi.waitFor(
      async () => {
        const found = await under.spans();
        expect(found.named("invoke_agent")).toHaveLength(1);
        return found;
      },
      { timeout: 60_000 },
    );
    all.push(spans);
    expect(spans.misplaced()).toEqual([]);
  });
});

describe("tokens", () => {
  const speaking = (text: string, id: string) =>
    new AIMessage<StandardMessageStructure>({
      id,
      content: text,
      usage_metadata: {
        input_tokens: 10,
        output_tokens: 5,
        total_tokens: 15,
        input_token_details: { cache_read: 4, cache_creation: 1 },
      },
    });

  it("are on attempts alone, each once, with those of caches apart", async () => {
    let called = 0;
    const builder = new StateGraph(MessagesAnnotation)
      .addNode("say", () => ({ messages: [speaking(called === 0 ? "wrong" : "right", `m${(called += 1)}`)] }))
      .addNode("again", ({ messages }) => ({ messages: [messages.at(-1) ?? speaking("", "none")] }))
      .addEdge(START, "say")
      .addEdge("say", "again")
      .addEdge("again", END);
    const graph = withRollback(builder.compile({ checkpointer: new MemorySaver() }), {
      verify: ({ output }) => output?.messages.at(-1)?.text === "right",
      telemetry: under.telemetry(),
    });
    await graph.invoke({ messages: [{ role: "user", content: "?" }] }, on("tokens"));
    const spans = await told();
    const attempts = new Spans(spans.named("invoke_agent"));
    expect(spans.sum("gen_ai.usage.input_tokens")).toBe(20);
    expect(spans.sum("gen_ai.usage.output_tokens")).toBe(10);
    expect(spans.sum("gen_ai.usage.cache_read.input_tokens")).toBe(8);
    expect(spans.sum("gen_ai.usage.cache_creation.input_tokens")).toBe(2);
    expect(attempts.sum("gen_ai.usage.input_tokens")).toBe(20);
  });
});

describe("places of spans", () => {
  /** Bytes that are stored of the places of a run of so many steps. */
  async function bytes(steps: number): Promise<number> {
    const saver = new MemorySaver();
    const builder = new StateGraph(ChainState)
      .addNode("a", () => ({ log: ["a"] }))
      .addEdge(START, "a")
      .addConditionalEdges("a", ({ log }) => (log.length < steps ? "a" : END));
    const graph = withRollback(builder.compile({ checkpointer: saver, name: "loop" }), {
      verify: () => true,
      telemetry: under.telemetry(),
    });
    await graph.invoke({}, { ...on(`places ${steps}`), recursionLimit: steps + 1 });
    expect((await told()).named("step")).toHaveLength(steps);
    const [stored] = Object.values(saver.storage);
    const entries = Object.values(stored?.["langgraph-rollback-traces"] ?? {});
    expect(entries).toHaveLength(2);
    return entries.flat().reduce((sum, part) => sum + (part instanceof Uint8Array ? part.length : 0), 0);
  }

  it("are an id of 16 digits a step, and two entries for an attempt", async () => {
    const [few, many] = [await bytes(10), await bytes(60)];
    // Beside the digits stand quotes and a comma.
    expect((many - few) / 50).toBeLessThanOrEqual(19);
    expect(few).toBeLessThan(2000);
  });
});

describe("names and types", () => {
  it("are those of the conventions at the pinned version, or our own", () => {
    expect(unknownNames()).toEqual([]);
    const spans = all.flatMap((each) => each.all).filter(({ name }) => !["work", "request"].includes(name));
    expect(spans.length).toBeGreaterThan(30);
    expect(faultsIn(spans)).toEqual([]);
  });
});
