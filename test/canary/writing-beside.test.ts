import {
  Annotation,
  END,
  MemorySaver,
  START,
  StateGraph,
  type LangGraphRunnableConfig,
} from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { thread } from "./graphs.ts";

const State = Annotation.Root({
  log: Annotation<string[]>({ reducer: (kept, added) => kept.concat(added), default: () => [] }),
  seen: Annotation<string>,
});

describe("configurable.__pregel_send (else rollbackMiddleware cannot note down calls)", () => {
  it("writes to the state beside what the node returns, through the channel's reducer", async () => {
    const node = (_: unknown, { configurable }: LangGraphRunnableConfig) => {
      configurable?.["__pregel_send"]([
        ["log", ["beside"]],
        ["seen", "yes"],
      ]);
      return { log: ["returned"] };
    };
    const graph = new StateGraph(State)
      .addNode("a", node)
      .addEdge(START, "a")
      .addEdge("a", END)
      .compile({ checkpointer: new MemorySaver() });
    const { log, seen } = await graph.invoke({}, thread);
    expect(log.toSorted()).toEqual(["beside", "returned"]);
    expect(seen).toBe("yes");
    expect((await graph.getState(thread)).values).toMatchObject({ seen: "yes" });
  });
});
