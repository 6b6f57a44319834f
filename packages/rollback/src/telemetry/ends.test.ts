import { Command } from "@langchain/langgraph";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { faultsIn } from "../fixtures/conventions.ts";
import { on, untilTold } from "../fixtures/chain-graph.ts";
import { ask, mailing, newPost } from "../fixtures/mailing-agent.ts";
import { eventsOf, telemetryUnderTest } from "../fixtures/telemetry-under-test.ts";
import { toldChain } from "../fixtures/told-chain.ts";

let under: Awaited<ReturnType<typeof telemetryUnderTest>>;

beforeAll(async () => {
  under = await telemetryUnderTest();
});
afterAll(() => under.stop());

/** Sums of a metric by one of its attributes, of all graphs. */
async function counted(metric: string, by: string): Promise<Record<string, number>> {
  const totals: Record<string, number> = {};
  for (const [key, sum] of Object.entries(await under.sums(`langgraph_rollback.${metric}`))) {
    const value = String(JSON.parse(key)[by]);
    totals[value] = (totals[value] ?? 0) + sum;
  }
  return totals;
}

describe("runs", () => {
  it("are counted once each, by how they ended", async () => {
    const wrong = { c: () => "c:wrong" };
    await toldChain(under).invoke({}, on("passes"));
    await toldChain(under, { b: untilTold("b") }).invoke({}, on("recovers"));
    await toldChain(under, { b: untilTold("b") }).invoke({}, on("recovers too"));
    await toldChain(under, wrong, { maxRollbacks: 2 }).invoke({}, on("gives up"));
    expect(await counted("runs", "langgraph_rollback.status")).toEqual({
      succeeded: 1,
      recovered: 2,
      "gave-up": 1,
    });
    expect(await counted("recovered", "gen_ai.workflow.name")).toEqual({ chain: 2 });
    expect(await counted("gave_up", "langgraph_rollback.stopped_by")).toEqual({ rollbacks: 1 });
    await under.spans();
  });

  it("that wait are counted when they end, not before", async () => {
    let isTold = false;
    const guarded = toldChain(under, { b: () => (isTold ? "b:right" : "b:wrong") }, { approve: "always" });
    const before = await counted("runs", "langgraph_rollback.status");
    await guarded.invoke({}, on("waits"));
    expect(await counted("runs", "langgraph_rollback.status")).toEqual(before);
    isTold = true;
    await guarded.invoke(new Command({ resume: { decision: "approve" } }), on("waits"));
    expect(await counted("runs", "langgraph_rollback.status")).toEqual({
      ...before,
      recovered: (before["recovered"] ?? 0) + 1,
    });
    await under.spans();
  });
});

describe("effects that are held", () => {
  it("are events of the attempt: held, then discarded with it or released with the run", async () => {
    const agent = mailing(newPost(), { wrong: 1, telemetry: under.telemetry() });
    const before = await counted("effects", "langgraph_rollback.effect.standing");
    await agent.invoke(ask, on("mails"));
    const spans = await under.spans();
    const told = spans
      .named("invoke_agent")
      .map((attempt) =>
        eventsOf(attempt, "langgraph_rollback.effect").map((event) => [
          event["langgraph_rollback.effect.name"],
          event["langgraph_rollback.effect.class"],
          event["langgraph_rollback.effect.standing"],
        ]),
      );
    expect(told).toEqual([
      [
        ["send_mail", "held", "held"],
        ["send_mail", "held", "discarded"],
      ],
      [
        ["send_mail", "held", "held"],
        ["send_mail", "held", "released"],
      ],
    ]);
    expect(faultsIn(spans.all)).toEqual([]);
    expect(before).toEqual({});
    expect(await counted("effects", "langgraph_rollback.effect.standing")).toEqual({
      held: 2,
      discarded: 1,
      released: 1,
    });
  });
});
