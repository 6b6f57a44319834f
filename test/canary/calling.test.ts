import { getContextVariable, setContextVariable } from "@langchain/core/context";
import { RunnableLambda, type Runnable, type RunnableConfig } from "@langchain/core/runnables";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import {
  Annotation,
  Command,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { input, pair, thread } from "./graphs.ts";

const State = Annotation.Root({ log: Annotation<string[]> });

/** Config of a graph's call, as its inner iterator gets it. */
interface Call {
  readonly configurable: Record<string, unknown>;
  readonly executionInfo: unknown;
  readonly around: RunnableConfig | undefined;
}

/** A graph that keeps the configs of its calls. */
function watched() {
  const graph = pair();
  const calls: Call[] = [];
  const iterate = graph._streamIterator.bind(graph);
  const watch: typeof iterate = (given, options) => {
    const config: object = { ...options };
    calls.push({
      configurable: { ...options?.configurable },
      executionInfo: Reflect.get(config, "executionInfo"),
      around: AsyncLocalStorageProviderSingleton.getRunnableConfig(),
    });
    return iterate(given, options);
  };
  Object.defineProperty(graph, "_streamIterator", { value: watch });
  return { graph, calls };
}

/** A graph whose node does some work. */
const outerOf = (work: (config: RunnableConfig) => Promise<unknown>) =>
  new StateGraph(State)
    .addNode("agent", async (_, config) => {
      await work(config);
      return {};
    })
    .addEdge(START, "agent")
    .compile({ checkpointer: new MemorySaver() });

const namespaceOf = ({ configurable }: Call) => configurable["checkpoint_ns"];
const scratchpadOf = ({ configurable }: Call) => configurable["__pregel_scratchpad"];

describe("a graph that is called in another graph's node (else calls inside a graph get wrong threads)", () => {
  it.each([true, false])(
    "is told the task, by one object and one namespace for all its calls (config: %s)",
    async (passed) => {
      const { graph, calls } = watched();
      const call = (config: RunnableConfig) => (passed ? graph.invoke(input, config) : graph.invoke(input));
      await outerOf(async (config) => {
        await call(config);
        await call(config);
      }).invoke({ log: [] }, thread);
      const [first, second] = calls;
      expect(first?.configurable).toMatchObject({
        thread_id: "t",
        checkpoint_ns: expect.stringMatching(/^agent:/),
      });
      expect(first && scratchpadOf(first)).toBeInstanceOf(Object);
      expect(second && scratchpadOf(second)).toBe(first && scratchpadOf(first));
      expect(second && namespaceOf(second)).toBe(first && namespaceOf(first));
    },
  );

  it("is told the same namespace, by another object, when the task runs again from its top", async () => {
    const { graph, calls } = watched();
    const outer = outerOf(async () => {
      await graph.invoke(input);
      interrupt("go on?");
    });
    await outer.invoke({ log: [] }, thread);
    await outer.invoke(new Command({ resume: "yes" }), thread);
    const [first, second] = calls;
    expect(second && namespaceOf(second)).toBe(first && namespaceOf(first));
    expect(second && scratchpadOf(second)).not.toBe(first && scratchpadOf(first));
  });

  it("is told the thread around it beside the one that the call names", async () => {
    const { graph, calls } = watched();
    await outerOf((config) => graph.invoke(input, { ...config, configurable: { thread_id: "mine" } })).invoke(
      { log: [] },
      thread,
    );
    expect(calls[0]).toMatchObject({ configurable: { thread_id: "mine" }, executionInfo: { threadId: "t" } });
  });

  it("is told it as a node too, where nothing is around it", async () => {
    const { graph, calls } = watched();
    await new StateGraph(State)
      .addNode("agent", graph)
      .addEdge(START, "agent")
      .compile()
      .invoke({ log: [] }, thread);
    expect(calls[0]).toMatchObject({ executionInfo: { threadId: "t" }, around: undefined });
  });

  it("is told it by what is around it in a lambda, whose config has no more than LangChain's own", async () => {
    const { graph, calls } = watched();
    const lambda = RunnableLambda.from((given: typeof input) => graph.invoke(given));
    await outerOf((config) => lambda.invoke(input, config)).invoke({ log: [] }, thread);
    expect(calls[0]).toMatchObject({
      executionInfo: undefined,
      around: { configurable: { thread_id: "t" } },
    });
  });
});

describe("a chain that is streamed (else withRollback misses runs)", () => {
  it("runs a graph by `transform`, which calls its inner iterator once", async () => {
    const { graph, calls } = watched();
    const step: Runnable = graph;
    const chain = RunnableLambda.from(() => input).pipe(step);
    for await (const _ of await chain.stream({}, thread));
    expect(calls).toHaveLength(1);
  });
});

describe("AsyncLocalStorageProviderSingleton.runWithConfig (else isolated runs would lose or leak something)", () => {
  it("replaces what is around, and keeps context variables", async () => {
    const seen: unknown[] = [];
    await outerOf(async () => {
      setContextVariable("user", "ann");
      AsyncLocalStorageProviderSingleton.runWithConfig(
        {},
        () => seen.push(AsyncLocalStorageProviderSingleton.getRunnableConfig(), getContextVariable("user")),
        true,
      );
    }).invoke({ log: [] }, thread);
    expect(seen).toEqual([undefined, "ann"]);
  });
});

describe("the tag langsmith:nostream (else the tokens of verifiers would be streamed)", () => {
  it.each([
    ["keeps a model's tokens out of the messages stream", ["langsmith:nostream"], 0],
    ["is what does it", [], 1],
  ])("%s", async (_, tags, least) => {
    const model = new FakeListChatModel({ responses: ["hush"] });
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("speak", async () => {
        await model.invoke("speak", { tags });
        return {};
      })
      .addEdge(START, "speak")
      .compile();
    const chunks = [];
    for await (const chunk of await graph.stream({ messages: [] }, { streamMode: "messages" }))
      chunks.push(chunk);
    expect(Math.min(chunks.length, 1)).toBe(least);
  });
});
