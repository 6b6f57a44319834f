import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { Command, interrupt, START, StateGraph, type LangGraphRunnableConfig } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { input, LogState, thread } from "./graphs.ts";

type Configurable = LangGraphRunnableConfig["configurable"];

/** A graph of one node that asks twice, after it has told of its configurable. */
function askingTwice(ask: (question: string, configurable: Configurable) => unknown = interrupt) {
  const told: Configurable[] = [];
  const graph = new StateGraph(LogState)
    .addNode("ask", (_, { configurable }: LangGraphRunnableConfig) => {
      told.push(configurable);
      return { log: [String(ask("one?", configurable)), String(ask("two?", configurable))] };
    })
    .addEdge(START, "ask")
    .compile({ checkpointer: new MemorySaver() });
  return { graph, told };
}

const answer = (value: string) => new Command<unknown, Record<string, unknown>, never>({ resume: value });

describe("a task that is resumed (else a call inside it does not find the run that it started)", () => {
  it("runs again from its top under the same namespace, with a scratchpad of its own each time", async () => {
    const { graph, told } = askingTwice();
    await graph.invoke(input, thread);
    await graph.invoke(answer("1"), thread);
    await graph.invoke(answer("2"), thread);
    expect(new Set(told.map((configurable) => String(configurable?.["checkpoint_ns"]))).size).toBe(1);
    expect(new Set(told.map((configurable) => configurable?.["__pregel_scratchpad"])).size).toBe(3);
  });

  it("is given the answers by position, so that a call has to ask for those again that it had", async () => {
    const { graph } = askingTwice();
    expect(await graph.invoke(input, thread)).toMatchObject({ __interrupt__: [{ value: "one?" }] });
    expect(await graph.invoke(answer("1"), thread)).toMatchObject({ __interrupt__: [{ value: "two?" }] });
    expect((await graph.invoke(answer("2"), thread)).log).toEqual(["in", "1", "2"]);
  });
});

describe("interrupt (else a call inside a node cannot pause the graph around)", () => {
  it("takes a task's configurable from the AsyncLocalStorage, wherever that task is", async () => {
    const { graph } = askingTwice((question, configurable) =>
      AsyncLocalStorageProviderSingleton.getInstance().run(undefined, () =>
        AsyncLocalStorageProviderSingleton.runWithConfig({ configurable }, () => interrupt(question)),
      ),
    );
    expect(await graph.invoke(input, thread)).toMatchObject({ __interrupt__: [{ value: "one?" }] });
    await graph.invoke(answer("1"), thread);
    expect((await graph.invoke(answer("2"), thread)).log).toEqual(["in", "1", "2"]);
  });
});

describe("an answer that interrupt gives (else an answer that a call inside refuses counts as given)", () => {
  it("counts as given when the task writes so; otherwise the question is asked again", async () => {
    let isTaken = false;
    const { graph } = askingTwice((question, configurable) => {
      const send: unknown = configurable?.["__pregel_send"];
      const own = { ...configurable, __pregel_send: isTaken ? send : () => {} };
      const value: unknown = AsyncLocalStorageProviderSingleton.runWithConfig({ configurable: own }, () =>
        interrupt(question),
      );
      if (!isTaken) throw new RangeError("refused");
      return value;
    });
    await graph.invoke(input, thread);
    await expect(graph.invoke(answer("1"), thread)).rejects.toThrow("refused");
    isTaken = true;
    expect(await graph.invoke(answer("one"), thread)).toMatchObject({ __interrupt__: [{ value: "two?" }] });
    expect((await graph.invoke(answer("two"), thread)).log).toEqual(["in", "one", "two"]);
  });
});
