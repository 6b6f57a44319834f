import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { alwaysWrong, chainGraph, nothingWrong, on } from "../fixtures/chain-graph.ts";
import { alarmByLastLine, byLastLine } from "../fixtures/scored-alarm.ts";
import { readHistory } from "../history/history.ts";
import type { RollbackOptions } from "../setup/rollback-options.ts";
import { withRollback } from "../with-rollback.ts";

const alarm = alarmByLastLine();
/** Nothing is late on a slow machine. */
const watch = { alarm, scorer: byLastLine, audit: 1e-9, waitMs: 60_000 };
const givesUp = {
  name: "never",
  decide: () => ({ kind: "give-up" as const, reason: "It never goes back." }),
};

/** The records of the attempts of one run. */
async function recordsOf(options: Partial<RollbackOptions>, b = alwaysWrong("b")) {
  const agent = withRollback(chainGraph({ b }).builder.compile({ checkpointer: new MemorySaver() }), {
    verify: nothingWrong,
    maxRollbacks: 1,
    ...options,
  });
  await agent.invoke({}, on("t"));
  return (await readHistory(agent, on("t")))[0]?.attempts ?? [];
}

describe("the record of a watched attempt says whether it could be stopped", () => {
  it("by an alarm that is in force, and not where it was only observed or the coin let it go on", async () => {
    const [stopped] = await recordsOf({ watch });
    const [observed] = await recordsOf({ watch, mode: "observe" });
    const [audited] = await recordsOf({ watch: { ...watch, audit: 1 } });
    expect([stopped, observed, audited].map((each) => each?.watch?.alarm?.stops)).toEqual([
      true,
      false,
      false,
    ]);
    expect(audited?.watch?.alarm?.raised).toBe(1);
  });

  it("not where scores are only recorded, nor where too few right runs give no threshold", async () => {
    const { alarm: _, ...scored } = watch;
    const [recorded] = await recordsOf({ watch: scored });
    const [idle] = await recordsOf({ watch: { ...watch, alpha: 0.001 } });
    expect(recorded?.watch?.alarm).toMatchObject({ stops: false, scorer: "last-line-1" });
    expect(recorded?.watch?.alarm).not.toHaveProperty("above");
    expect(idle?.watch?.alarm?.stops).toBe(false);
  });

  it("still where it was stopped, and then had to be let go on", async () => {
    const [first] = await recordsOf({ watch, policy: givesUp });
    expect(first?.outcome?.early).toBeUndefined();
    expect(first?.watch?.alarm).toMatchObject({ stops: true, raised: 1 });
  });

  it("by a failed check, and not where it was only observed", async () => {
    const patient = { checks: { b: () => false }, watch: { waitMs: 60_000 } };
    const [observed] = await recordsOf({ ...patient, mode: "observe" });
    const [stopped] = await recordsOf(patient);
    expect(observed?.watch).toMatchObject({ checks: [{ node: "b", step: 1, ok: false }], checksStop: false });
    expect(stopped?.watch).toMatchObject({ checks: [{ node: "b", ok: false }], checksStop: true });
  });
});
