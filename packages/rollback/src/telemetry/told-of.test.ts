import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { HumanMessage } from "@langchain/core/messages";
import { LangChainInstrumentation } from "@arizeai/openinference-instrumentation-langchain";
import * as CallbackManagerModule from "@langchain/core/callbacks/manager";
import { MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { ProxyTracerProvider, type TracerProvider } from "@opentelemetry/api";
import { createAgent } from "langchain";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import { faultsIn } from "../fixtures/conventions.ts";
import { chainGraph, ChainState, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { scriptedModel } from "../fixtures/scripted-model.ts";
import { warningsOf } from "../fixtures/warnings-of.ts";
import {
  attributesOf,
  eventsOf,
  linksOf,
  telemetryUnderTest,
  type Spans,
} from "../fixtures/telemetry-under-test.ts";
import { effect, rollbackGraph, withRollback, type RollbackOptions } from "../index.ts";
import { rollbackMiddleware } from "../middleware/index.ts";
import { telemetry } from "./telemetry.ts";

let under: Awaited<ReturnType<typeof telemetryUnderTest>>;

beforeAll(async () => {
  under = await telemetryUnderTest();
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => under.stop());

async function told(): Promise<Spans> {
  const spans = await under.spans();
  expect(faultsIn(spans.all)).toEqual([]);
  return spans;
}

type Chain = Partial<RollbackOptions<unknown, { log: string[] }>>;
const options = (more: Chain = {}) => ({
  verify: nothingWrong,
  noteChannel: "note",
  telemetry: under.telemetry(),
  ...more,
});

/** a -> b -> c. */
const compiled = (steps: Parameters<typeof chainGraph>[0], saver = new MemorySaver()) =>
  chainGraph(steps).builder.compile({ checkpointer: saver, name: "chain" });

describe("effects", () => {
  const acting = (more: Chain) =>
    withRollback(
      new StateGraph(ChainState)
        .addNode("pay", async ({ note }, config) => {
          await effect(config, { name: "pay", args: {}, act: () => "paid" });
          return { log: [note === "" ? "pay:wrong" : "pay:right"] };
        })
        .addEdge(START, "pay")
        .compile({ checkpointer: new MemorySaver(), name: "chain" }),
      options(more),
    );

  it("are events of the attempt that had them: done, and undone", async () => {
    await acting({ effects: { tools: { pay: { undo: () => {} } } } }).invoke({}, on("undone"));
    const spans = await told();
    const standings = (at: number) =>
      eventsOf(spans.one("invoke_agent", at), "langgraph_rollback.effect").map(
        (event) => event["langgraph_rollback.effect.standing"],
      );
    expect([standings(0), standings(1)]).toEqual([["done", "undone"], ["done"]]);
  });

  it("are counted by their standing", async () => {
    const sums = await under.sums("langgraph_rollback.effects");
    const counted = Object.entries(sums).map(([key, sum]) => [
      JSON.parse(key)["langgraph_rollback.effect.standing"],
      sum,
    ]);
    expect(counted).toEqual([
      ["done", 2],
      ["undone", 1],
    ]);
  });
});

describe("texts", () => {
  const texts = async (thread: string): Promise<string> => {
    const verify = () => ({ ok: false, reason: "secret reason" });
    const graph = withRollback(compiled({ b: () => "b: secret" }), {
      ...options({ verify, maxRollbacks: 0 }),
      telemetry: under.telemetry({ redact: (text) => text.replaceAll("secret", "***") }),
    });
    await graph.invoke({}, on(thread));
    return JSON.stringify((await told()).all);
  };

  it("of agents and verifiers are not told", async () => {
    expect(await texts("no texts")).not.toMatch(/secret|\*\*\*|reason/);
  });

  it("are told if the environment says so, redacted", async () => {
    vi.stubEnv("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "true");
    const all = await texts("texts");
    expect(all).not.toContain("secret");
    expect(all).toContain("*** reason");
    expect(all).toContain("gen_ai.output.messages");
  });
});

describe("a subgraph", () => {
  it("has its steps in the attempt, each with its namespace", async () => {
    const node = (line: string) => () => ({ log: [line] });
    const inner = new StateGraph(ChainState)
      .addNode("x", node("x"))
      .addNode("y", node("y"))
      .addEdge(START, "x")
      .addEdge("x", "y");
    const outer = new StateGraph(ChainState).addNode("sub", inner.compile()).addEdge(START, "sub");
    await withRollback(outer.compile({ checkpointer: new MemorySaver(), name: "outer" }), options()).invoke(
      {},
      on("subgraph"),
    );
    const spans = await told();
    expect(spans.misplaced()).toEqual([]);
    expect(spans.inside(spans.one("invoke_agent"))).toEqual(["step x", "step y"]);
    for (const step of spans.named("step"))
      expect(attributesOf(step)["langgraph_rollback.step.namespace"]).toMatch(/^sub:/);
  });
});

describe("rollbackGraph", () => {
  it("is told of as a call of `withRollback` is", async () => {
    const builder = rollbackGraph(compiled({ b: untilTold("b") }), options());
    await builder.compile({ checkpointer: new MemorySaver() }).invoke({ input: {} }, on("graph"));
    const spans = await told();
    const [first, second] = [spans.one("invoke_agent"), spans.one("invoke_agent", 1)];
    expect(spans.misplaced()).toEqual([]);
    expect(spans.inside(spans.one("invoke_workflow"))).toEqual(["invoke_agent chain", "invoke_agent chain"]);
    expect(spans.inside(second)).toEqual(["step a", "step b", "step c"]);
    expect(linksOf(second).map(([why]) => why)).toEqual(["previous-attempt", "rewound-to"]);
    expect(attributesOf(first)["langgraph_rollback.decision"]).toBe("roll-back");
    expect(attributesOf(spans.one("invoke_workflow"))["langgraph_rollback.status"]).toBe("recovered");
  });
});

describe("rollbackMiddleware", () => {
  it("tells of each attempt that it has judged", async () => {
    const { model } = scriptedModel((messages) =>
      messages.some(({ text }) => text.includes("failed")) ? "right" : "wrong",
    );
    const agent = createAgent({
      model,
      tools: [],
      middleware: [
        rollbackMiddleware({
          verify: ({ output }) => output?.messages.at(-1)?.text === "right",
          replan: () => "It failed. Try again.",
          telemetry: under.telemetry(),
        }),
      ],
    });
    await agent.invoke({ messages: [new HumanMessage("?")] }, on("middleware"));
    const spans = await told();
    expect(spans.named("invoke_agent")).toHaveLength(2);
    const [first, second] = [spans.one("invoke_agent"), spans.one("invoke_agent", 1)];
    expect(eventsOf(first, "gen_ai.evaluation.result")).toHaveLength(1);
    expect(linksOf(second)).toEqual([["previous-attempt", first.spanId]]);
    expect(attributesOf(second)).toMatchObject({
      "langgraph_rollback.attempt": 2,
      "langgraph_rollback.decision": "accept",
      "gen_ai.conversation.id": "middleware",
    });
  });
});

describe("LangChain's spans by OpenInference", () => {
  it("nest under the call's", async () => {
    const { CallbackManager } = CallbackManagerModule;
    const configure: unknown = Reflect.get(CallbackManager, "_configureSync");
    new LangChainInstrumentation().manuallyInstrument(CallbackManagerModule);
    try {
      await withRollback(compiled({}), options()).invoke({}, on("openinference"));
      const spans = await under.spans();
      const call = spans.one("invoke_workflow");
      expect(spans.inside(call)).toEqual(expect.arrayContaining(["invoke_agent chain"]));
      expect(spans.inside(call).length).toBeGreaterThan(1);
      expect(new Set(spans.all.map(({ traceId }) => traceId))).toEqual(new Set([call.traceId]));
    } finally {
      Reflect.set(CallbackManager, "_configureSync", configure);
    }
  });
});

describe("a failure of telemetry", () => {
  it("changes no result, and is warned of once", async () => {
    const failing: TracerProvider = {
      getTracer: () => ({
        startSpan: () => {
          throw new Error("no spans today");
        },
        startActiveSpan: () => {
          throw new Error("no spans today");
        },
      }),
    };
    let output: unknown;
    const warnings = await warningsOf(async () => {
      const graph = withRollback(compiled({ b: untilTold("b") }), {
        ...options(),
        telemetry: telemetry({ tracerProvider: failing }),
      });
      output = await graph.invoke({}, on("failing"));
      await graph.invoke({}, on("failing again"));
    });
    expect(output).toMatchObject({ log: ["a:right", "b:right", "c:right"] });
    expect(warnings.filter(({ code }) => code === "TELEMETRY_FAILED")).toHaveLength(1);
  });

  it("of a span changes no result either", async () => {
    const real = new ProxyTracerProvider();
    const breaking: TracerProvider = {
      getTracer: (...args) => {
        const tracer = real.getTracer(...args);
        return {
          startSpan: (...given) =>
            new Proxy(tracer.startSpan(...given), {
              get: (_, name) => {
                if (name === "isRecording") return () => true;
                return () => {
                  throw new Error("no spans today");
                };
              },
            }),
          startActiveSpan: tracer.startActiveSpan.bind(tracer),
        };
      },
    };
    const graph = withRollback(compiled({ b: untilTold("b") }), {
      ...options(),
      telemetry: telemetry({ tracerProvider: breaking }),
    });
    expect(await graph.invoke({}, on("breaking"))).toMatchObject({ log: ["a:right", "b:right", "c:right"] });
  });
});

describe("without telemetry", () => {
  /** All that a run gives, streams and stores. Ids of checkpoints and versions of channels are drawn, and left out. */
  async function run(more: Chain) {
    const saver = new MemorySaver();
    const graph = withRollback(compiled({ b: untilTold("b") }, saver), {
      verify: nothingWrong,
      noteChannel: "note",
      clock: () => 1_700_000_000_000,
      ids: () => "id",
      ...more,
    });
    const chunks: unknown[] = [];
    for await (const chunk of await graph.stream(
      {},
      { ...on("t"), streamMode: ["updates", "values", "custom"] },
    ))
      chunks.push(chunk);
    const namespaces = Object.entries(saver.storage["t"] ?? {}).map(
      ([name, stored]) => [name, Object.values(stored).map((entry) => decoded(entry))] as const,
    );
    const plain = (value: unknown): string =>
      JSON.stringify(value)
        .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "id")
        .replaceAll(/\d+/g, "#");
    return { chunks: plain(chunks), stored: new Map(namespaces.map(([name, all]) => [name, plain(all)])) };
  }

  const decoded = ([checkpoint, metadata]: readonly unknown[]): unknown =>
    [checkpoint, metadata].map((bytes) =>
      bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : bytes,
    );

  it("a run streams and stores what it does with it, but for the places of spans", async () => {
    const [off, with_] = [await run({}), await run({ telemetry: under.telemetry() })];
    await told();
    expect(with_.chunks).toBe(off.chunks);
    expect([...with_.stored.keys()].filter((name) => !off.stored.has(name))).toEqual([
      "langgraph-rollback-traces",
    ]);
    for (const [name, stored] of off.stored) expect(with_.stored.get(name)).toBe(stored);
  });

  it("nothing outside of this folder imports OpenTelemetry", () => {
    const folder = join(import.meta.dirname, "..");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      (file) =>
        file.endsWith(".ts") && !/^(telemetry|fixtures)\//.test(file) && !file.includes("node_modules"),
    );
    expect(files.length).toBeGreaterThan(300);
    const importing = files.filter((file) =>
      // The names, the attributes and what is stored are plain data: `inspection.ts` gives them to the command line.
      /from "(@opentelemetry|[./]*\/telemetry\/(?!attribute-types|shared-attributes|shared-names|stored-spans))/.test(
        readFileSync(join(folder, file), "utf8"),
      ),
    );
    expect(importing).toEqual([]);
  });
});
