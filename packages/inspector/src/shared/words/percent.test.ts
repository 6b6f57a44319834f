import { describe, expect, it } from "vitest";

import { percent } from "./percent.ts";

describe("percent", () => {
  it("says no more than tenths", () => {
    expect([0.8, 1 - 0.1, 1 - 0.025, 1 / 3, 0, 1].map(percent)).toEqual([
      "80 %",
      "90 %",
      "97.5 %",
      "33.3 %",
      "0 %",
      "100 %",
    ]);
  });
});
