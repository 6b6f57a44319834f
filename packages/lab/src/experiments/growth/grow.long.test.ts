import { describe, expect, it } from "vitest";

import { growByLabels } from "./by-labels.ts";
import { growByLength } from "./by-length.ts";
import { growBySteps } from "./by-steps.ts";
import { growByThreads } from "./by-threads.ts";
import { openCheckpointers } from "./checkpointers.ts";
import { measurements, type Series } from "./series.ts";

const NAMES = ["MemorySaver", "SqliteSaver"];

/** Every measurement was made at each of the sizes. */
const expectAll = (series: readonly Series[], sizes: readonly number[]): void => {
  expect(series.length).toBeGreaterThan(0);
  for (const { points } of series) {
    expect(points.map(({ size }) => size)).toEqual(sizes);
    for (const { value } of points) expect(value).toBeGreaterThan(0);
  }
};

describe("the growth experiment", () => {
  it("measures runs and threads over each checkpointer that can be opened", async () => {
    const { checkpointers } = await openCheckpointers(NAMES);
    const found = measurements();
    try {
      for (const checkpointer of checkpointers) {
        const options = { rounds: 1, longestStored: Infinity, sizes: [6, 12] };
        const read = await growBySteps(checkpointer, { ...options, kind: "bounded" }, found);
        expect([...read].map(([size, { steps }]) => [size, steps.length])).toEqual([
          [6, 6],
          [12, 12],
        ]);
        await growBySteps(checkpointer, { ...options, kind: "conversation" }, found);
        await growByLength(read, { rounds: 1, seed: 1 }, found);
        await growByThreads(checkpointer, { sizes: [6, 12], rounds: 1 }, found);
      }
    } finally {
      for (const checkpointer of checkpointers) await checkpointer.close();
    }
    expectAll(found.series(), [6, 12]);
  });

  it("measures calibrations", async () => {
    const found = measurements();
    await growByLabels({ sizes: [10, 40], seed: 1 }, found);
    expectAll(found.series(), [10, 40]);
    const file = found.series().find(({ unit }) => unit === "bytes");
    expect((file?.points[1]?.value ?? 0) / (file?.points[0]?.value ?? 1)).toBeGreaterThan(3);
  });

  it("takes the median of the rounds", () => {
    const found = measurements();
    const measure = { operation: "reading", dimension: "steps", unit: "milliseconds" } as const;
    for (const value of [9, 1, 2]) found.add(measure, 10, value);
    expect(found.series()).toEqual([{ ...measure, points: [{ size: 10, value: 2 }] }]);
  });
});
