import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { attemptKey } from "../../../src/shared/labels/attempt-key.ts";
import { nextItem } from "./next-item.ts";

const item = (thread: string) => ({ thread, run: "r", attempt: 1 });
const [one, two, three] = [item("one"), item("two"), item("three")];
const queue = [one, two, three];
const none: ReadonlySet<string> = new Set();

describe("nextItem", () => {
  it("begins at the front", () => {
    expect(nextItem(queue, undefined, none)).toBe(one);
  });

  it("moves from the labeller's place, and wraps around at either end", () => {
    expect(nextItem(queue, two, none)).toBe(three);
    expect(nextItem(queue, three, none)).toBe(one);
    expect(nextItem(queue, two, none, -1)).toBe(one);
    expect(nextItem(queue, one, none, -1)).toBe(three);
  });

  it("begins at the front again for an attempt that has left the queue", () => {
    expect(nextItem(queue, item("elsewhere"), none)).toBe(one);
  });

  it("comes to every attempt once, wherever it begins, and then finds nothing", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 8 }), fc.nat(7), (threads, start) => {
        const all = threads.map(item);
        const done = new Set<string>();
        let current = all[start];
        if (current !== undefined) done.add(attemptKey(current));
        for (
          let next = nextItem(all, current, done);
          next !== undefined;
          next = nextItem(all, current, done)
        ) {
          expect(done.has(attemptKey(next))).toBe(false);
          done.add(attemptKey(next));
          current = next;
        }
        expect(done.size).toBe(all.length);
      }),
    );
  });
});
