import type { RunnableConfig } from "@langchain/core/runnables";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { input, LogState, thread } from "./graphs.ts";

/** A checkpointer that notes down which graphs ask for their checkpoint. */
class AskedSaver extends MemorySaver {
  readonly asked: string[] = [];

  override getTuple(config: RunnableConfig): ReturnType<MemorySaver["getTuple"]> {
    const namespace: unknown = config.configurable?.["checkpoint_ns"];
    // The task's id is another one each time.
    if (typeof namespace === "string" && namespace !== "") this.asked.push(namespace.replace(/:[^|]+/u, ""));
    return super.getTuple(config);
  }
}

/** a -> b as the subgraph of one node that is tried twice; b throws as often as it is told to. */
function retried(failures: number) {
  const saver = new AskedSaver();
  const ran: string[] = [];
  let thrown = 0;
  const inner = new StateGraph(LogState)
    .addNode("a", () => {
      ran.push(`a ${saver.asked.at(-1)}`);
      return { log: ["a"] };
    })
    .addNode("b", () => {
      ran.push(`b ${saver.asked.at(-1)}`);
      if ((thrown += 1) <= failures) throw new RangeError("broke");
      return { log: ["b"] };
    })
    .addEdge(START, "a")
    .addEdge("a", "b")
    .compile();
  const graph = new StateGraph(LogState)
    .addNode("team", inner, {
      retryPolicy: {
        maxAttempts: 2,
        initialInterval: 1,
        jitter: false,
        retryOn: () => true,
        logWarning: false,
      },
    })
    .addEdge(START, "team")
    .compile({ checkpointer: saver });
  return { graph, saver, ran };
}

describe("a task that is tried again (else effects of a subgraph are taken for kept, or for lost)", () => {
  it("runs its subgraph anew, in a namespace with the next number", async () => {
    const { graph, ran } = retried(1);
    await graph.invoke(input, thread);
    expect(ran).toEqual(["a team", "b team", "a team|1", "b team|1"]);
  });

  it("resumes each of them with its run, one after the other", async () => {
    const { graph, saver, ran } = retried(3);
    await expect(graph.invoke(input, thread)).rejects.toThrow("broke");
    const [before, asked] = [ran.length, saver.asked.length];
    await graph.invoke(null, thread);
    expect(ran.slice(before)).toEqual(["b team", "b team|1"]);
    expect(saver.asked.slice(asked)).toEqual(["team", "team|1"]);
  });

  it("makes each subgraph read the checkpointer before anything of it runs", async () => {
    const { graph, saver, ran } = retried(1);
    await graph.invoke(input, thread);
    expect(saver.asked).toEqual(["team", "team|1"]);
    expect(ran[2]).toBe("a team|1");
  });
});
