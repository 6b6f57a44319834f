import { Annotation, Command, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";

import { isolated } from "./isolate.ts";

let tried: Promise<boolean> | undefined;

/**
 * @internal Whether LangGraph keeps the results of finished tasks inside of a subgraph when its run is resumed: 1.4 runs them
 * again, 1.7 does not. Nothing but a try tells, so a graph of three nodes is run in memory, once a process.
 */
export function keepsInnerTasks(): Promise<boolean> {
  // A trial that fails proves nothing, so no results are kept then.
  return (tried ??= tryIt().catch(() => false));
}

async function tryIt(): Promise<boolean> {
  const State = Annotation.Root({ answer: Annotation<string>() });
  let runs = 0;
  const inner = new StateGraph(State)
    .addNode("finishes", () => {
      runs += 1;
      return {};
    })
    .addNode("waits", () => ({ answer: interrupt<string, string>("") }))
    .addEdge(START, "finishes")
    .addEdge(START, "waits")
    .compile();
  const graph = new StateGraph(State)
    .addNode("inner", inner)
    .addEdge(START, "inner")
    .compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "tried" } };
  const run = isolated(async function* () {
    yield await graph.invoke({ answer: "" }, config);
    yield await graph.invoke(new Command({ resume: "go on" }), config);
  });
  for await (const _ of run);
  return runs === 1;
}
