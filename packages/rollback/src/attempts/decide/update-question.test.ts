import type { RunnableConfig } from "@langchain/core/runnables";
import { Command, MemorySaver, START } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { chainGraph, on, untilTold } from "../../fixtures/chain-graph.ts";
import { readHistory, withRollback, type RollbackEvent } from "../../index.ts";

/** A run of a, b and c whose first attempt fails: a human is asked about its rollback. */
async function asked() {
  const checkpointer = new MemorySaver();
  const { ran, builder } = chainGraph({ b: untilTold("b") });
  const bare = builder.compile({ checkpointer });
  const events: RollbackEvent[] = [];
  const graph = withRollback(bare, {
    verify: ({ output }) => output?.log.every((said) => said.endsWith("right")) === true,
    noteChannel: "note",
    approve: "always",
    onEvent: (event) => events.push(event),
  });
  await graph.invoke({ log: [] }, on("t"));
  const state = () => graph.getState(on("t"));
  return { ran, bare, graph, events, state };
}

const FAILED = ["a:right", "b:wrong", "c:right"];
const approve = () =>
  new Command<unknown, Record<string, unknown>, never>({ resume: { decision: "approve" } });
const dropped = [
  { status: "gave-up", attempts: [{ decision: "give-up", problem: { code: "QUESTION_DROPPED" } }] },
];

describe.each(["wrapped", "inner"] as const)(
  "an update of a state at which a question waits, by the %s graph",
  (by) => {
    const updated = async (asNode?: "a" | "c") => {
      const setting = await asked();
      const { graph, bare } = setting;
      await (by === "wrapped" ? graph : bare).updateState(on("t"), { log: ["by hand"] }, asNode);
      return setting;
    };

    it("applies to the failed attempt's state, and drops the question", async () => {
      const { ran, graph, state } = await updated();
      expect((await state()).values.log).toEqual([...FAILED, "by hand"]);
      expect((await graph.invoke(null, on("t"))).log).toEqual([...FAILED, "by hand"]);
      expect(await state()).toMatchObject({ next: [], tasks: [] });
      expect(ran).toEqual(["a", "b", "c"]);
      expect(await readHistory(graph, on("t"))).toMatchObject(dropped);
    });

    it("refuses the answer that comes after it, in words", async () => {
      const { ran, graph, state } = await updated();
      for (let nth = 0; nth < 2; nth += 1)
        await expect(graph.invoke(approve(), on("t"))).rejects.toMatchObject({
          code: "QUESTION_DROPPED",
          threadId: "t",
          attempt: 1,
        });
      expect(ran).toEqual(["a", "b", "c"]);
      expect((await state()).values.log).toEqual([...FAILED, "by hand"]);
      expect(await readHistory(graph, on("t"))).toMatchObject(dropped);
    });

    it("lets the thread continue from the node in whose name it was made", async () => {
      const { ran, graph } = await updated("a");
      await graph.invoke(null, on("t"));
      expect(ran).toEqual(["a", "b", "c", "b", "c"]);
      expect((await readHistory(graph, on("t"))).at(-1)).toMatchObject(dropped[0] ?? {});
    });

    it("lets a new turn begin", async () => {
      const { graph } = await updated("c");
      await graph.invoke({ log: ["next"] }, on("t"));
      const [, first] = await readHistory(graph, on("t"));
      expect(first).toMatchObject(dropped[0] ?? {});
    });
  },
);

describe("an update by the wrapped graph of a state at which a question waits", () => {
  it("is told at once, as an event and in the history", async () => {
    const { graph, events } = await asked();
    await graph.updateState(on("t"), { log: ["by hand"] });
    expect(events.slice(-2)).toMatchObject([
      { type: "rollback:problem", problem: { code: "QUESTION_DROPPED" } },
      { type: "rollback:ended", status: "gave-up" },
    ]);
    expect(await readHistory(graph, on("t"))).toMatchObject(dropped);
  });

  it("does what it would do without rollback, whatever it is", async () => {
    const bare = chainGraph({ b: () => "b:wrong" }).builder.compile({ checkpointer: new MemorySaver() });
    await bare.invoke({ log: [] }, on("t"));
    for (const asNode of [undefined, "a", "b", "c", START]) {
      const { graph, state } = await asked();
      const states: unknown[] = [];
      for (const one of [graph, bare]) {
        await one.updateState(on("t"), { log: [] }, asNode);
        const { next } = await one.getState(on("t"));
        states.push(next);
      }
      expect(states[0]).toEqual(states[1]);
      expect((await state()).values.log).toEqual(FAILED);
    }
  });

  it("leaves a question alone where it names another checkpoint", async () => {
    const { graph, bare } = await asked();
    const configs: RunnableConfig[] = [];
    for await (const { config } of bare.getStateHistory(on("t"))) configs.push(config);
    await graph.updateState(configs[1] ?? on("t"), { log: ["by hand"] });
    await expect(graph.invoke(approve(), on("t"))).rejects.toMatchObject({ code: "QUESTION_DROPPED" });
  });
});
