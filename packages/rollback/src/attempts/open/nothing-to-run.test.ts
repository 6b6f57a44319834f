import { Annotation, Command, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { toStep } from "../../fixtures/acting-graph.ts";
import { on } from "../../fixtures/chain-graph.ts";
import { ListeningSaver } from "../../fixtures/listening-saver.ts";
import { inProcessThreadLock, readHistory, withRollback, type RollbackOptions } from "../../index.ts";

const Log = Annotation.Root({
  log: Annotation<string[]>({ reducer: (kept, added) => kept.concat(added), default: () => [] }),
});

/** The graph as it is deployed: its second node has a name. */
function deployed(second: string, checkpointer: MemorySaver, options: Partial<RollbackOptions>) {
  const graph = new StateGraph(Log)
    .addNode("first", () => ({ log: ["first"] }))
    .addNode(second, () => ({ log: [second] }))
    .addEdge(START, "first")
    .addEdge("first", second)
    .compile({ checkpointer });
  return withRollback(graph, { verify: ({ attempt }) => attempt > 1, policy: toStep(1), ...options });
}

describe("a rollback to a node that the graph does not have any more", () => {
  it("is no failed attempt when it is approved: the result stays, and the history says why", async () => {
    const checkpointer = new MemorySaver();
    const options: Partial<RollbackOptions> = { approve: "always" };
    await deployed("second", checkpointer, options).invoke({ log: [] }, on("t"));
    const renamed = deployed("renamed", checkpointer, options);
    const answer = new Command({ resume: { decision: "approve" } });
    expect((await renamed.invoke(answer, on("t"))).log).toEqual(["first", "second"]);
    const [run] = await readHistory(renamed, on("t"));
    expect(run).toMatchObject({
      status: "gave-up",
      attempts: [{ attempt: 1, decision: "give-up", problem: { code: "NOTHING_TO_RUN" } }],
    });
    expect(run?.attempts).toHaveLength(1);
    expect(await renamed.getState(on("t"))).toMatchObject({ next: [], values: { log: ["first", "second"] } });
  });

  it("is refused once the fork is made, and runs when the node is back", async () => {
    let isDead = false;
    const checkpointer = new ListeningSaver({
      after: ({ source, namespace }) => {
        if (source === "update" && namespace === "") isDead = true;
        return isDead ? new Promise(() => {}) : undefined;
      },
    });
    void deployed("second", checkpointer, {}).invoke({ log: [] }, on("t"));
    await expect.poll(() => isDead, { timeout: 60_000 }).toBe(true);
    const alive = new MemorySaver();
    alive.storage = checkpointer.storage;
    alive.writes = checkpointer.writes;
    const options = { lock: inProcessThreadLock() };
    const renamed = deployed("renamed", alive, options);
    await expect(renamed.invoke(null, on("t"))).rejects.toMatchObject({ code: "NOTHING_TO_RUN" });
    expect((await readHistory(renamed, on("t")))[0]?.attempts).toHaveLength(1);
    const { log } = await deployed("second", alive, options).invoke(null, on("t"));
    expect(log).toEqual(["first", "second"]);
  });
});
