import { Annotation, Command, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

const State = Annotation.Root({ said: Annotation<string[]> });

/** A graph whose node has two questions, and whose process dies once the first is answered: by an exception, or before anything of the node is stored. */
async function diedWithAnswer(how: "throws" | "aborts", answer: (id: string) => unknown) {
  const control = new AbortController();
  let ran = 0;
  const graph = new StateGraph(State)
    .addNode("node", () => {
      ran += 1;
      const one = String(interrupt("One?"));
      if (ran === 2) {
        if (how === "aborts") control.abort();
        throw new Error("died");
      }
      return { said: [one, String(interrupt("Two?"))] };
    })
    .addEdge(START, "node")
    .compile({ checkpointer: new MemorySaver() });
  const thread = { configurable: { thread_id: "t" } };
  await graph.invoke({ said: [] }, thread);
  const asked = async () => (await graph.getState(thread)).tasks[0]?.interrupts[0];
  const id = (await asked())?.id ?? "";
  await graph
    .invoke(new Command({ resume: answer(id) }), { ...thread, signal: control.signal })
    .catch(() => {});
  return { asked, graph, id, thread };
}

describe("LangGraph, where a process dies after a node's first question was answered", () => {
  it("gives an answer without a name to the node's next question as well", async () => {
    const { graph, thread } = await diedWithAnswer("throws", () => "yes");
    expect(await graph.invoke(null, thread)).toEqual({ said: ["yes", "yes"] });
  });

  it("asks the next question where the answer had a name and the node has stored that it took it", async () => {
    const { asked, graph, thread } = await diedWithAnswer("throws", (id) => ({ [id]: "yes" }));
    await graph.invoke(null, thread);
    expect((await asked())?.value).toBe("Two?");
  });

  it("asks again where nothing of the node was stored and no answer comes", async () => {
    const { asked, graph, thread } = await diedWithAnswer("aborts", (id) => ({ [id]: "yes" }));
    await graph.invoke(null, thread);
    expect((await asked())?.value).toBe("One?");
  });

  it("takes an answer with a name once where it is given again before the node has stored anything", async () => {
    const { asked, graph, id, thread } = await diedWithAnswer("aborts", (name) => ({ [name]: "yes" }));
    await graph.invoke(new Command({ resume: { [id]: "yes" } }), thread);
    const next = await asked();
    expect(next?.value).toBe("Two?");
    expect(await graph.invoke(new Command({ resume: { [next?.id ?? ""]: "no" } }), thread)).toEqual({
      said: ["yes", "no"],
    });
  });
});
