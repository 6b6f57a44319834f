import fc from "fast-check";
import { expect, it } from "vitest";

import { someAtOnce } from "./some-at-once.ts";

it("gives results in the order of the items, with at most so many at a time", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat()), fc.integer({ min: 1, max: 5 }), async (items, most) => {
      let [running, highest] = [0, 0];
      const results = await someAtOnce(items, most, async (item) => {
        running += 1;
        highest = Math.max(highest, running);
        for (let turn = 0; turn <= item % 4; turn += 1) await Promise.resolve();
        running -= 1;
        return item * 2;
      });
      expect(results).toEqual(items.map((item) => item * 2));
      expect(highest).toBe(Math.min(most, items.length));
    }),
  );
});

it("begins nothing more after a failure, and throws it", async () => {
  const begun: number[] = [];
  const work = async (item: number): Promise<number> => {
    begun.push(item);
    if (item === 1) throw new Error("unreadable");
    return item;
  };
  await expect(someAtOnce([0, 1, 2, 3], 1, work)).rejects.toThrow("unreadable");
  expect(begun).toEqual([0, 1]);
});
