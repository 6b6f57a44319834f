import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { alwaysWrong, chainGraph, nothingWrong, on } from "../fixtures/chain-graph.ts";
import { alarmByLastLine, byLastLine } from "../fixtures/scored-alarm.ts";
import { readHistory } from "../history/history.ts";
import type { Policy } from "../policies/policy.ts";
import type { RollbackOptions } from "../setup/rollback-options.ts";
import { withRollback } from "../with-rollback.ts";

/** Nothing is late on a slow machine. */
const watch = { alarm: alarmByLastLine(), scorer: byLastLine, audit: 1e-9, waitMs: 60_000 };

const givesUp: Policy = { name: "none", decide: () => ({ kind: "give-up", reason: "It is not worth it." }) };

/** The course of the alarm over a first attempt whose second step goes wrong, as it was recorded. */
async function course(options: Partial<RollbackOptions>) {
  const { builder, ran } = chainGraph({ b: alwaysWrong("b") });
  const agent = withRollback(builder.compile({ checkpointer: new MemorySaver() }), {
    verify: nothingWrong,
    watch,
    ...options,
  });
  await agent.invoke({}, on("t"));
  const [first] = (await readHistory(agent, on("t")))[0]?.attempts ?? [];
  return { alarm: first?.watch?.alarm, early: first?.outcome?.early, ran };
}

describe("an alarm that does not stop an attempt", () => {
  it.each<readonly [string, Partial<RollbackOptions>]>([
    ["observed", { mode: "observe" }],
    ["audited", { watch: { ...watch, audit: 1 }, maxRollbacks: 0 }],
    ["no-rollback", { maxRollbacks: 0 }],
    ["refused", { policy: givesUp }],
  ])("says why: %s", async (whyNot, options) => {
    const { alarm, early, ran } = await course(options);
    expect(ran).toEqual(["a", "b", "c"]);
    expect(early).toBeUndefined();
    expect(alarm).toMatchObject({ stops: whyNot === "refused", whyNot, raised: 1 });
    expect(alarm?.scores.slice(0, 2)).toEqual([0.9, 0.1]);
  });

  it("says no such thing where it stops it", async () => {
    const { alarm, early } = await course({ maxRollbacks: 1 });
    expect(early).toMatchObject({ by: "alarm", step: 1 });
    expect(alarm).toMatchObject({ stops: true, raised: 1 });
    expect(alarm).not.toHaveProperty("whyNot");
  });
});
