import { entrypoint, MemorySaver, Send, START, StateGraph, task } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { isSince } from "../fixtures/langgraph-version.ts";
import { input, LogState, thread } from "./graphs.ts";

/** Metadata that callbacks get of tasks that start, by the task's node. */
function heard() {
  const tasks = new Map<string, Readonly<Record<string, unknown>>>();
  const handleChainStart = (...told: readonly unknown[]): void => {
    const metadata = { ...Object(told[5]) };
    if ("langgraph_path" in metadata) tasks.set(String(metadata["langgraph_node"]), metadata);
  };
  return { tasks, config: { ...thread, callbacks: [{ handleChainStart }] } };
}

const uuid = "[\\w-]{36}";

describe("the metadata of a task's start (else a task's name is found by its id alone, and a called task's not at all)", () => {
  it("has node, path, trigger and namespace, of tasks that edges, Sends and errors have scheduled", async () => {
    const { tasks, config } = heard();
    await new StateGraph(LogState)
      .addNode("plan", () => ({}))
      .addNode(
        "work",
        () => {
          throw new RangeError("it broke");
        },
        { errorHandler: () => ({}) },
      )
      .addEdge(START, "plan")
      .addConditionalEdges("plan", () => [new Send("work", {})], ["work"])
      .compile({ checkpointer: new MemorySaver() })
      .invoke(input, config);
    expect(tasks.get("plan")).toMatchObject({
      langgraph_path: ["__pregel_pull", "plan"],
      langgraph_triggers: ["branch:to:plan"],
      langgraph_checkpoint_ns: expect.stringMatching(`^plan:${uuid}$`),
    });
    expect(tasks.get("work")).toMatchObject({
      langgraph_path: ["__pregel_push", 0, ...(isSince("1.5") ? [false] : [])],
      langgraph_checkpoint_ns: expect.stringMatching(`^work:${uuid}$`),
    });
    expect(tasks.get("__error_handler__work")).toMatchObject({
      langgraph_path: isSince("1.5")
        ? ["__pregel_push", 0, false, "node_error_handler", false]
        : ["__pregel_push", "work", "__error_handler__work", false],
      langgraph_checkpoint_ns: expect.stringMatching(`^work:${uuid}\\|__error_handler__work:${uuid}$`),
    });
  });

  it("has the caller's path and the number of the call, of a task that another calls", async () => {
    const { tasks, config } = heard();
    const add = task("add", async (value: number) => value + 1);
    const workflow = entrypoint({ name: "work", checkpointer: new MemorySaver() }, async (value: number) =>
      add(value),
    );
    await workflow.invoke(1, config);
    expect(tasks.get("add")).toMatchObject({
      langgraph_path: ["__pregel_push", ["__pregel_pull", "work"], 0, true],
      langgraph_checkpoint_ns: expect.stringMatching(`^work:${uuid}\\|add:${uuid}$`),
    });
  });
});
