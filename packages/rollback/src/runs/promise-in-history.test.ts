import { calibrate, fitPositionScorer } from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";

import { chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { failuresAt } from "../fixtures/labelled-failures.ts";
import { readHistory, withRollback } from "../index.ts";

/** The first attempt's attribution as the history gives it back. */
async function recorded(options: Partial<Parameters<typeof calibrate>[1]>, count: number) {
  const scorer = fitPositionScorer(failuresAt(1, { count: 30, length: 3 }));
  const labelled = failuresAt(1, { count, length: 3 });
  const calibration = await calibrate(labelled, { scorer, alpha: 0.2, method: "suffix", ...options });
  const { builder } = chainGraph({ b: untilTold("b") });
  const graph = withRollback(builder.compile(), { verify: nothingWrong, noteChannel: "note", calibration });
  await graph.invoke({ log: ["in"] }, on("t"));
  const [turn] = await readHistory(graph, on("t"));
  return turn?.attempts[0]?.attribution;
}

describe("the record of a set", () => {
  it("says what kind of set it is, and what that is to contain", async () => {
    expect(await recorded({ goal: 0.5 }, 30)).toMatchObject({ calibrated: { method: "suffix", goal: 0.5 } });
  });

  it("stores that less is promised than requested, and why", async () => {
    expect(await recorded({ smallSample: "max" }, 3)).toMatchObject({
      set: { level: 0.75, shortfall: { needed: 4, reason: expect.stringContaining("there are 3") } },
    });
  });

  it("stores how sure the calibration is, if delta is given", async () => {
    expect((await recorded({ delta: 0.1 }, 60))?.set.confidence).toBeGreaterThanOrEqual(0.9);
  });
});
