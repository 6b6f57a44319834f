import { uuid6 } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { newForkId, newIdBefore } from "./fork-id.ts";

describe("newIdBefore", () => {
  it("sorts between an id and the one made before it, and is never the same twice", () => {
    const ids = Array.from({ length: 200 }, () => uuid6(-1));
    for (const [index, id] of ids.entries()) {
      const [one, other] = [newIdBefore(id), newIdBefore(id)];
      expect(one < id && other < id).toBe(true);
      expect(one).toMatch(/^[\da-f]{8}-[\da-f]{4}-6[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/);
      expect(one).not.toBe(other);
      const before = ids[index - 1];
      // Two ids of one tick differ in their sequence alone.
      if (before !== undefined && before.slice(0, 18) < newIdBefore(id).slice(0, 18))
        expect(one > before).toBe(true);
    }
  });

  it("borrows from the higher parts of the time", () => {
    expect(newIdBefore("1f1e62d3-0000-6000-8000-5fe52ee442c0").slice(0, 18)).toBe("1f1e62d2-ffff-6fff");
    expect(newIdBefore("00000001-0000-6000-8000-5fe52ee442c0").slice(0, 18)).toBe("00000000-ffff-6fff");
  });

  it("is older than any id that is made now", () => {
    const id = newForkId();
    expect(newIdBefore(id) < newForkId()).toBe(true);
  });
});
