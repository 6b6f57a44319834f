import { Annotation, Command, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

const State = Annotation.Root({ said: Annotation<string[]> });

/** A node with two questions, whose process dies once the first is answered. */
async function resumedAfterCrash(answer: (id: string) => unknown) {
  const ran: string[] = [];
  const graph = new StateGraph(State)
    .addNode("node", () => {
      ran.push("node");
      const one = String(interrupt("One?"));
      if (ran.length === 2) throw new Error("died");
      return { said: [one, String(interrupt("Two?"))] };
    })
    .addEdge(START, "node")
    .compile({ checkpointer: new MemorySaver() });
  const thread = { configurable: { thread_id: "t" } };
  await graph.invoke({ said: [] }, thread);
  const { tasks } = await graph.getState(thread);
  const id = tasks[0]?.interrupts[0]?.id ?? "";
  await graph.invoke(new Command({ resume: answer(id) }), thread).catch(() => {});
  await graph.invoke(null, thread);
  return graph.getState(thread);
}

describe("LangGraph, where a process dies after a node's first question was answered", () => {
  it("gives an answer without a name to the node's next question as well", async () => {
    const { next, values } = await resumedAfterCrash(() => "yes");
    expect({ next, values }).toEqual({ next: [], values: { said: ["yes", "yes"] } });
  });

  it("asks the next question where the answer names its question", async () => {
    const { next, tasks } = await resumedAfterCrash((id) => ({ [id]: "yes" }));
    expect(next).toEqual(["node"]);
    expect(tasks[0]?.interrupts.map(({ value }): unknown => value)).toContain("Two?");
  });
});
