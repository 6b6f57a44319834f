import { describe, expect, it } from "vitest";

import { fitScaling, standardise } from "./standardise.ts";

describe("standardise", () => {
  it("gives the rows it was fitted on mean 0 and deviation 1", () => {
    const rows = [[1], [2], [3], [6]];
    const values = rows.map((row) => standardise(row, fitScaling(rows))[0] ?? Number.NaN);
    expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 12);
    expect(values.reduce((sum, value) => sum + value ** 2, 0) / rows.length).toBeCloseTo(1, 12);
  });

  it("leaves a column that never varies at 0", () => {
    expect(standardise([7], fitScaling([[7], [7]]))).toEqual([0]);
  });

  it("holds far values within three deviations", () => {
    const scaling = { means: [0], deviations: [1] };
    expect([-1e300, -2, 50].map((value) => standardise([value], scaling)[0])).toEqual([-3, -2, 3]);
  });
});
