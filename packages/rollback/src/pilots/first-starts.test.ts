import { scoredRun } from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";

import { calibratedAt } from "../fixtures/labelled-failures.ts";
import { forecastRollback } from "../index.ts";
import { leastCost, toSet } from "../policies/index.ts";
import { firstStarts } from "./index.ts";

describe("firstStarts", () => {
  it("tells where each policy starts, by the scores of a failed first attempt", async () => {
    const calibration = await calibratedAt(1);
    const starts = firstStarts(calibration, scoredRun({ id: "t:1" }, [0, 1, 0]));
    expect(Object.keys(starts)).toEqual(["restart", "to-set", "escalate", "least-cost"]);
    expect(starts).toMatchObject({ restart: 0, "to-set": 1 });
  });

  it("starts where a forecast of the same failures starts", async () => {
    const { forecast: _, ...calibration } = await calibratedAt(1);
    for (const policy of [toSet(), leastCost()]) {
      const { failures, kept } = forecastRollback(calibration, { policy });
      const starting = calibration.failures.filter(
        (run) => (firstStarts(calibration, run)[policy.name] ?? 0) > 0,
      );
      expect([starting.length > 0, failures]).toEqual([kept > 0, calibration.failures.length]);
    }
  });

  it.each([0, 0.5, 0.95])("has a start of each policy at alpha %d", async (alpha) => {
    const starts = firstStarts(await calibratedAt(1), scoredRun({ id: "t:1" }, [0, 1, 0]), { alpha });
    expect(Object.values(starts)).toHaveLength(4);
    if (alpha === 0) expect(new Set(Object.values(starts))).toEqual(new Set([0]));
  });
});
