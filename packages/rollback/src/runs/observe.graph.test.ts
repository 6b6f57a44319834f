import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { chainGraph, on, untilTold } from "../fixtures/chain-graph.ts";
import { lastOf, observingOptions, REASON, WRONG } from "../fixtures/observed-chain.ts";
import { collected } from "../fixtures/speaking-graph.ts";
import { rollbackGraph, type RollbackEvent, type RollbackOptions } from "../index.ts";

describe("rollbackGraph that only observes", () => {
  async function observing(more: Partial<RollbackOptions> = {}) {
    const { ran, builder } = chainGraph({ b: untilTold("b") });
    const inner = builder.compile({ checkpointer: new MemorySaver() });
    const made = rollbackGraph(inner, { ...(await observingOptions()), mode: "observe", ...more });
    return { ran, inner, graph: made.compile({ checkpointer: new MemorySaver() }) };
  }
  const call = { input: { log: [] }, threadId: "t" };

  it("ends with the report of what would have been done, and streams the graph's chunks alone", async () => {
    const events: RollbackEvent[] = [];
    const { ran, inner, graph } = await observing({
      approve: "always",
      onEvent: (event) => events.push(event),
    });
    const streamMode = ["custom" as const, "updates" as const];
    const chunks = await collected(await graph.stream(call, { ...on("outer"), streamMode }));
    const nodes = chunks.flatMap(([mode, chunk]) => (mode === "updates" ? Object.keys(chunk) : []));
    expect(nodes).toEqual(["begin", "run", "verify", "attribute", "plan", "report"]);
    const told = chunks.flatMap(([mode, chunk]) => (mode === "custom" ? Object.keys(Object(chunk)) : []));
    expect(told).toEqual(["a", "b", "c"]);
    expect(events.map(({ type }) => type)).toEqual(["rollback:attempt-started", "rollback:ended"]);
    const { status, reason, output, attempts } = (await graph.getState(on("outer"))).values;
    expect({ status, reason, output }).toMatchObject({
      status: "gave-up",
      reason: REASON,
      output: { log: WRONG },
    });
    expect(ran.join("")).toBe("abc");
    expect((await lastOf(inner)).run?.attempts).toEqual(attempts);
    expect(attempts).toMatchObject([{ stopped: { by: "observing" }, planned: { step: 1, kept: 1 } }]);
  });

  it.each(["approve", "rollBack"] as const)("does not act on a plan that waits before %s", async (node) => {
    const checkpointer = new MemorySaver();
    const { builder, ran } = chainGraph({ b: untilTold("b") });
    const inner = builder.compile({ checkpointer: new MemorySaver() });
    const common = await observingOptions();
    const graphs = (["rollback", "observe"] as const).map((mode) =>
      // No human is asked if the run is only observed.
      rollbackGraph(inner, { ...common, mode, approve: node === "approve" ? "always" : "never" }).compile({
        checkpointer,
        interruptBefore: [node],
      }),
    );
    await graphs[0]?.invoke(call, on("outer"));
    const state = await graphs[1]?.invoke(null, on("outer"));
    expect(state).toMatchObject({ status: "gave-up", reason: REASON, output: { log: WRONG } });
    expect(ran.join("")).toBe("abc");
    expect((await lastOf(inner)).run?.attempts).toHaveLength(1);
  });
});
