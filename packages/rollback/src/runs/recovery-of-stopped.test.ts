import { MemorySaver } from "@langchain/langgraph";
import { calibrateRecovery } from "@langgraph-rollback/attribution";
import { beforeEach, describe, expect, it } from "vitest";

import { chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { alarmByLastLine, byLastLine } from "../fixtures/scored-alarm.ts";
import { warningsOf } from "../fixtures/warnings-of.ts";
import { readFailedRuns, readHistory, withRollback, type RollbackOptions } from "../index.ts";
import { forgetAccounts } from "../planning/silent-ends.ts";

beforeEach(forgetAccounts);

describe("a run whose first attempt an alarm has stopped", () => {
  const watch = { alarm: alarmByLastLine(), scorer: byLastLine, audit: 1e-9, waitMs: 60_000 };
  /** Step b is wrong until a note tells of it, which the alarm hears before c. */
  const erring = (more: Partial<RollbackOptions> = {}) => {
    const { builder } = chainGraph({ b: untilTold("b") });
    return withRollback(builder.compile({ checkpointer: new MemorySaver() }), {
      verify: nothingWrong,
      noteChannel: "note",
      recovery: {},
      ...more,
    });
  };
  const counted = async (more: Partial<RollbackOptions> = {}) => {
    const graph = erring(more);
    await graph.invoke({}, on("t"));
    return { graph, failed: await readFailedRuns(graph) };
  };

  it("counts as failed, and by the rollback that recovered it", async () => {
    const { failed, graph } = await counted({ watch });
    const [first] = (await readHistory(graph, on("t")))[0]?.attempts ?? [];
    expect(first?.outcome?.early?.by).toBe("alarm");
    expect(first?.recovery?.procedure).toBe(failed?.procedure);
    expect(failed).toMatchObject({ runs: [{ recoveredBy: 1 }], open: 0, cut: 0, others: {} });
  });

  it("is a run of a procedure that its alarm, its alpha and its checks are part of", async () => {
    const checks = { b: () => true };
    const procedures = await Promise.all(
      [{}, { watch }, { watch: { ...watch, alpha: 0.2 } }, { checks }, { watch, checks }].map(
        async (more) => (await counted(more)).failed?.procedure,
      ),
    );
    expect(new Set(procedures).size).toBe(procedures.length);
    // Scores that stop nothing change nothing.
    expect((await counted({ watch: { scorer: byLastLine } })).failed?.procedure).toBe(procedures[0]);
    // The coin picks runs, and is no part of what becomes of them.
    expect((await counted({ watch: { ...watch, audit: 1 } })).failed?.procedure).toBe(procedures[1]);
  });

  it("is promised nothing by a calibration of runs that nothing stopped", async () => {
    const runs = Array.from({ length: 20 }, (_, index) => ({ run: String(index), recoveredBy: 1 }));
    const { failed } = await counted();
    const calibration = calibrateRecovery(runs, { procedure: failed?.procedure ?? "", maxRollbacks: 3 });
    const promised = async (more: Partial<RollbackOptions>) => {
      const { graph } = await counted({ recovery: { calibration }, ...more });
      const [first] = (await readHistory(graph, on("t")))[0]?.attempts ?? [];
      return first?.recovery?.promise?.within;
    };
    expect(await promised({})).toBe(1);
    expect(await warningsOf(async () => expect(await promised({ watch })).toBeUndefined())).not.toEqual([]);
  });
});
