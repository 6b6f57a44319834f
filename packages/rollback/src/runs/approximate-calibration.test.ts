import { crossCalibrate, fitPositionScorer } from "@langgraph-rollback/attribution";
import { expect, it } from "vitest";

import { chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { failuresAt } from "../fixtures/labelled-failures.ts";
import { readHistory, withRollback } from "../index.ts";

it("keeps in the history that a cross-calibrated set is approximate, and why", async () => {
  const labelled = failuresAt(1, { count: 30, length: 3 });
  const { calibration } = await crossCalibrate(labelled, { seed: 1, fit: fitPositionScorer });
  const { builder } = chainGraph({ b: untilTold("b") });
  const graph = withRollback(builder.compile(), { verify: nothingWrong, noteChannel: "note", calibration });
  const output = await graph.invoke({ log: ["in"] }, on("t"));
  const [turn] = await readHistory(graph, on("t"));
  expect(turn?.attempts[0]?.attribution).toMatchObject({
    status: "bounded",
    set: { guarantee: "approximate", reason: expect.stringContaining("not guaranteed since") },
  });
  // The note speaks of what is likely, and promises nothing that would have to be taken back.
  expect(output.note).toMatch(/most likely lies in/);
  expect(output.note).not.toMatch(/guarantee|probability/);
});
