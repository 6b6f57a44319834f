import { describe, expect, it } from "vitest";

import { seededOrder } from "./seeded-order.ts";

describe("seededOrder", () => {
  it("stays what it was for a seed, so that splits can be repeated", () => {
    expect(seededOrder(8, 1)).toEqual([2, 1, 6, 7, 4, 3, 0, 5]);
    expect(seededOrder(0, 1)).toEqual([]);
  });
});
