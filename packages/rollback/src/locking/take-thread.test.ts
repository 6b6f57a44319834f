import { AsyncLocalStorage } from "node:async_hooks";

import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { heapInUse } from "../fixtures/heap-in-use.ts";
import { RecordingSaver } from "../index.ts";
import { resolveOptions } from "../setup/rollback-options.ts";
import { takeThread } from "./take-thread.ts";

const context = () => ({
  options: resolveOptions({ verify: () => true }),
  saver: new RecordingSaver(new MemorySaver()),
});

/** A signal that somebody has hung a million bytes on. */
const heavySignal = (i: number) =>
  Object.assign(new AbortController().signal, { page: Buffer.alloc(1_000_000, i).toString("latin1") });

describe("runs that each start the next one", () => {
  it("hold on to nothing of those that are over", async () => {
    const shared = context();
    let inside = AsyncLocalStorage.snapshot();
    const before = heapInUse();
    for (let i = 0; i < 100; i += 1) {
      const taken = await inside(() => takeThread(shared, `t${i}`, heavySignal(i)));
      await taken.release();
      // As a timer that it has started does.
      inside = taken.enter(() => AsyncLocalStorage.snapshot());
    }
    expect(heapInUse() - before).toBeLessThan(10_000_000);
  });

  it("are refused a thread that one around them has, and not one that it has given back", async () => {
    const shared = context();
    const outer = await takeThread(shared, "t");
    const inner = await outer.enter(() => takeThread(shared, "u"));
    await expect(inner.enter(() => takeThread(shared, "t"))).rejects.toThrow("the run that makes this call");
    await outer.release();
    const again = await inner.enter(() => takeThread(shared, "t"));
    await again.release();
    await inner.release();
  });
});
