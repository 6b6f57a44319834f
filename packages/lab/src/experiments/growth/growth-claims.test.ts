import { describe, expect, it } from "vitest";

import { growthClaims } from "./growth-claims.ts";
import type { Series } from "./series.ts";

const reading = (longest: number): Series => ({
  operation: "reading, live",
  state: "bounded",
  dimension: "steps",
  checkpointer: "MemorySaver",
  unit: "milliseconds",
  points: [
    { size: 100, value: 3 },
    { size: 1000, value: 30 },
    { size: 10_000, value: longest },
  ],
});

describe("growthClaims", () => {
  it("names the operation, the sizes and the bound", () => {
    expect(growthClaims([reading(330)])).toEqual([
      {
        sentence:
          "reading, live (bounded state), MemorySaver: from 1,000 to 10,000 steps it grows at most 25-fold.",
        holds: true,
        measured: "11.0-fold",
      },
    ]);
  });

  it("does not hold of an operation that grows with the square", () => {
    expect(growthClaims([reading(3000)])).toMatchObject([{ holds: false, measured: "100.0-fold" }]);
  });

  it("is open where a time has grown by more than it may and by less than the square: the machine may be laden", () => {
    expect(growthClaims([reading(1200)])).toMatchObject([{ holds: false, isOpen: true }]);
    expect(growthClaims([reading(3000)])).not.toMatchObject([{ isOpen: true }]);
  });

  it("does not hold where nothing was measured", () => {
    expect(growthClaims([reading(NaN)])).toMatchObject([{ holds: false }]);
  });

  it("bounds what a recorder holds by bytes", () => {
    const held = (bytes: number): Series => ({
      operation: "held by the recorder",
      dimension: "threads",
      unit: "bytes",
      points: [
        { size: 10, value: 1000 },
        { size: 100, value: bytes },
      ],
    });
    expect(growthClaims([held(2e7)])).toMatchObject([{ holds: true, measured: "20.0 MB" }]);
    expect(growthClaims([held(4e7)])).toMatchObject([{ holds: false }]);
  });
});
