import type { Calibration } from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";

import { alwaysWrong, chainGraph, nothingWrong, on } from "../fixtures/chain-graph.ts";
import { calibratedAt } from "../fixtures/labelled-failures.ts";
import { forecastRollback, readHistory, withRollback } from "../index.ts";

const CONVENTION = "last-recovering-start" as const;

/** A calibration by replay whose sets start at this step, and so many failures that no replay recovers. */
async function byReplayAt(step: number, misses: number): Promise<Calibration> {
  const { promises: _, ...people } = await calibratedAt(step);
  const missed = people.failures.slice(0, misses).map(({ stepScores }, index) => ({
    stepScores,
    draw: 1000 + index,
    missed: "unrecovered" as const,
  }));
  return {
    ...people,
    version: 4,
    convention: CONVENTION,
    n: people.n + misses,
    ...(misses === 0 ? {} : { misses: missed }),
  };
}

describe("a rollback by a calibration on labels by replay", () => {
  it("promises the last recovering start in the record, in the set and in words", async () => {
    const { builder } = chainGraph({ c: alwaysWrong("c") });
    const calibration = await byReplayAt(1, 2);
    const graph = withRollback(builder.compile(), { verify: nothingWrong, maxRollbacks: 1, calibration });
    await graph.invoke({}, on("by replay"));
    const [run] = await readHistory(graph, on("by replay"));
    const { attribution, rewind } = run?.attempts[0] ?? {};
    expect(attribution?.calibrated).toMatchObject({ convention: CONVENTION });
    expect(rewind?.promise).toMatchObject({ attempt: 1, convention: CONVENTION });
    expect(rewind?.reason).toContain(
      "attempt 2 does not start at or before the last start from which a replay recovered",
    );
    for (const words of [rewind?.reason, attribution?.set.reason])
      expect(words).not.toMatch(/first mistake of attempt 1|decisive step/);
  });

  it("restarts where too many failures were not recovered for a bound", async () => {
    const { builder } = chainGraph({ c: alwaysWrong("c") });
    const calibration = await byReplayAt(1, 12);
    const graph = withRollback(builder.compile(), { verify: nothingWrong, maxRollbacks: 1, calibration });
    await graph.invoke({}, on("unrecovered"));
    const [run] = await readHistory(graph, on("unrecovered"));
    expect(run?.attempts[0]?.attribution).toMatchObject({ status: "unbounded", set: { trivial: {} } });
    expect(run?.attempts[0]?.rewind?.promise).toBeUndefined();
  });
});

describe("a forecast from labels by replay", () => {
  it("is of the failures that no replay recovers, too", async () => {
    expect(forecastRollback(await byReplayAt(1, 2))).toMatchObject({ failures: 32 });
    const all = await byReplayAt(1, 12);
    expect(forecastRollback(all)).toMatchObject({ failures: 42, kept: 0, redone: 1 });
  });
});
