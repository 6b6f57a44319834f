import fc from "fast-check";
import { conformalRank } from "../conformal/index.ts";
import { describe, expect, it } from "vitest";

import { calibrationSize } from "../index.ts";

describe("calibrationSize", () => {
  it.each([
    [7, 0.2, 0],
    [8, 0.2, 4],
    [15, 0.2, 4],
    [18, 0.2, 9],
    [30, 0.2, 14],
    [54, 0.2, 24],
    [130, 0.2, 64],
    [17, 0.1, 0],
    [18, 0.1, 9],
    [54, 0.1, 19],
    [40, 0.37, 20],
  ])("of %i failures at alpha %d is %i", (n, alpha, size) => {
    expect(calibrationSize(n, { alpha })).toBe(size);
  });

  it("is half with `delta`, where half can keep the promise", () => {
    expect(calibrationSize(21, { alpha: 0.2, delta: 0.1 })).toBe(0);
    expect(calibrationSize(23, { alpha: 0.2, delta: 0.1 })).toBe(11);
  });

  it("is never more than half, and bounds something unless it is 0", () => {
    fc.assert(
      fc.property(fc.nat({ max: 400 }), fc.integer({ min: 1, max: 99 }), (n, percent) => {
        const alpha = percent / 100;
        const size = calibrationSize(n, { alpha });
        expect(size).toBeLessThanOrEqual(n / 2);
        if (size > 0) expect(conformalRank(size, alpha)).toBeLessThanOrEqual(size);
      }),
    );
  });
});
