import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { at, input, LogState, stored, thread, wide } from "./graphs.ts";

/** p and q have run; a fork before both holds what p wrote, under the id that p has there. */
async function seeded() {
  const ran: string[] = [];
  const graph = wide({ p: () => void ran.push("p"), q: () => void ran.push("q") });
  await graph.invoke(input, thread);
  const before = (await stored(graph)).find(({ metadata }) => metadata?.step === 0);
  const { checkpointer } = graph;
  if (before === undefined || typeof checkpointer !== "object") throw new Error("expected p's checkpoint");
  const { tasks: old } = await graph.getState(at(before.checkpoint.id));
  const fork = { ...before.checkpoint, id: "ffffffff-0000-6000-8000-000000000000" };
  await checkpointer.put(at(before.checkpoint.id), fork, { source: "update", step: 1, parents: {} }, {});
  const { tasks } = await graph.getState(at(fork.id));
  const idOf = (list: typeof tasks) => list.find(({ name }) => name === "p")?.id ?? "";
  const writes = before.pendingWrites?.filter(([id]) => id === idOf(old)) ?? [];
  await checkpointer.putWrites(
    at(fork.id),
    writes.map(([, channel, value]) => [channel, value]),
    idOf(tasks),
  );
  ran.length = 0;
  return { graph, fork, ran };
}

describe("writes that are stored with a fork under a task's id (else siblings cannot be kept)", () => {
  it("stand for the task, which does not run, where the run goes on from the thread's head", async () => {
    const { graph, ran } = await seeded();
    const { log } = await graph.invoke(null, thread);
    expect(ran).toEqual(["q"]);
    expect(log).toEqual(["in", "p", "q", "join", "r", "r"]);
  });

  it("are passed over where the call names the fork", async () => {
    const { graph, fork, ran } = await seeded();
    await graph.invoke(null, at(fork.id));
    expect(ran).toEqual(["p", "q"]);
  });

  it("are passed over inside of a subgraph, wherever the call goes on (so its siblings cannot be kept)", async () => {
    const ran: string[] = [];
    let broken = true;
    const team = new StateGraph(LogState)
      .addNode("p", () => {
        ran.push("p");
        return { log: ["p"] };
      })
      .addNode("q", async () => {
        ran.push("q");
        if (!broken) return { log: ["q"] };
        while (!(await hasWritten("p")));
        throw new RangeError("q broke");
      })
      .addEdge(START, "p")
      .addEdge(START, "q")
      .compile();
    const graph = new StateGraph(LogState)
      .addNode("team", team)
      .addEdge(START, "team")
      .compile({ checkpointer: new MemorySaver() });
    const hasWritten = async (value: string): Promise<boolean> =>
      (await stored(graph, {})).some(
        ({ config, pendingWrites = [] }) =>
          config.configurable?.["checkpoint_ns"] !== "" &&
          pendingWrites.some(([, channel, written]) => channel === "log" && String(written) === value),
      );
    await expect(graph.invoke(input, thread)).rejects.toThrow("q broke");
    broken = false;
    await graph.invoke(null, thread);
    expect(ran).toEqual(["p", "q", "p", "q"]);
  });
});
