import { getContextVariable, setContextVariable } from "@langchain/core/context";
import { RunnableLambda } from "@langchain/core/runnables";
import {
  Annotation,
  getConfig,
  getStore,
  InMemoryStore,
  MemorySaver,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { contentsOf } from "../fixtures/contents-of.ts";
import { chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { input, sequence } from "../fixtures/graph-shapes.ts";
import { withRollback, type RollbackOptions } from "../index.ts";

const State = Annotation.Root({ log: Annotation<string[]> });
const told = { verify: nothingWrong, noteChannel: "note" };

/** A graph of one node that does some work, on the thread "outer". */
async function inNode(work: () => Promise<unknown>, compiled: { store?: InMemoryStore } = {}) {
  const checkpointer = new MemorySaver();
  await new StateGraph(State)
    .addNode("agent", async () => {
      await work();
      return {};
    })
    .addEdge(START, "agent")
    .compile({ checkpointer, ...compiled })
    .invoke({ log: [] }, on("outer"));
  return checkpointer;
}

describe("what runs around a node of the wrapped graph", () => {
  it("is the wrapped graph's own run, not the one in which it was called", async () => {
    const seen: unknown[] = [];
    const threads: string[] = [];
    const inner = withRollback(
      chainGraph({
        a: () => {
          seen.push(getConfig()?.configurable?.["thread_id"]);
          return "a";
        },
      }).builder.compile(),
      { ...told, onEvent: ({ threadId }) => threads.push(threadId) },
    );
    await inNode(() => inner.invoke({ log: [] }));
    expect(seen).toEqual([threads[0]]);
    expect(seen).not.toEqual(["outer"]);
  });

  it("leaves the caller's context variables readable", async () => {
    const seen: unknown[] = [];
    const inner = withRollback(
      chainGraph({
        a: () => {
          seen.push(getContextVariable("user"));
          return "a";
        },
      }).builder.compile(),
      told,
    );
    await RunnableLambda.from(async () => {
      setContextVariable("user", "ann");
      await inner.invoke({ log: [] });
    }).invoke({});
    expect(seen).toEqual(["ann"]);
  });
});

describe("the memory store", () => {
  const [own, callers] = [new InMemoryStore(), new InMemoryStore()];

  const storeSeenBy = async (compiled: { store?: InMemoryStore }, call: { store?: InMemoryStore } = {}) => {
    const store = { ...compiled };
    const inner = withRollback(
      chainGraph({
        a: async () => {
          await getStore()?.put(["seen"], "key", { by: "a" });
          return "a";
        },
      }).builder.compile(store),
      told,
    );
    await inNode(() => inner.invoke({ log: [] }, call), { store: callers });
    const found = await Promise.all([own, callers].map((each) => each.get(["seen"], "key")));
    await Promise.all([own, callers].map((each) => each.delete(["seen"], "key")));
    return found.map((item) => item !== null);
  };

  it("is the graph's own where it has one", async () => {
    expect(await storeSeenBy({ store: own })).toEqual([true, false]);
  });

  it("is the caller's otherwise, as in LangGraph", async () => {
    expect(await storeSeenBy({})).toEqual([false, true]);
  });

  it("is the one that the call names before both", async () => {
    expect(await storeSeenBy({ store: callers }, { store: own })).toEqual([true, false]);
  });
});

describe("what the caller does after a wrapped graph", () => {
  it("finds its own run around it", async () => {
    const seen: unknown[] = [];
    const inner = withRollback(chainGraph({ b: untilTold("b") }).builder.compile(), told);
    await inNode(async () => {
      await inner.invoke({ log: [] });
      seen.push(getConfig()?.configurable?.["thread_id"]);
    });
    expect(seen).toEqual(["outer"]);
  });

  it("does not count it among its subgraphs", async () => {
    const inner = withRollback(chainGraph().builder.compile(), told);
    const subgraph = sequence().compile();
    const beside = await inNode(async () => {
      await inner.invoke({ log: [] });
      await subgraph.invoke(input());
    });
    const alone = await inNode(() => subgraph.invoke(input()));
    expect(await contentsOf(beside)).toEqual(await contentsOf(alone));
  });
});

describe.each(["verify", "replan", "onEvent"] as const)("a graph that `%s` runs", (option) => {
  it("leaves nothing in the caller's store", async () => {
    let ran = 0;
    const judge = sequence().compile();
    const running = async () => {
      await judge.invoke(input());
      ran += 1;
    };
    const pending: Promise<void>[] = [];
    const asks: Partial<RollbackOptions<unknown, { log: string[] }>> = {
      verify: async (run) => {
        await running();
        return nothingWrong(run);
      },
      replan: async () => {
        await running();
        return "do better";
      },
      onEvent: () => void pending.push(running()),
    };
    const options = { ...told, [option]: asks[option] };
    const inner = withRollback(chainGraph({ b: untilTold("b") }).builder.compile(), options);
    const plain = withRollback(chainGraph().builder.compile(), told);
    const outer = await inNode(async () => {
      await inner.invoke({ log: [] });
      await Promise.all(pending);
    });
    expect(ran).toBeGreaterThan(0);
    expect(await contentsOf(outer)).toEqual(await contentsOf(await inNode(() => plain.invoke({ log: [] }))));
  });
});
