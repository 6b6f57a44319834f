import { emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";
import { listThreads } from "langgraph-rollback";
import { describe, expect, it, vi } from "vitest";

import { sqlite } from "../fixtures/sqlite.ts";

const THREADS = 3000;

describe(`listThreads over SqliteSaver${sqlite.missing}`, () => {
  it.skipIf(sqlite.open === undefined)("asks for a few pages, however many threads there are", async () => {
    const saver = sqlite.open?.(":memory:");
    if (saver === undefined) return;
    for (let thread = 0; thread < THREADS; thread += 1)
      await saver.put(
        { configurable: { thread_id: `${thread}`, checkpoint_ns: "" } },
        { ...emptyCheckpoint(), id: uuid6(thread) },
        { source: "input", step: -1, parents: {} },
        {},
      );
    const pages = vi.spyOn(saver, "list");
    const { threads } = await listThreads(saver, THREADS);
    expect(new Set(threads.map(({ threadId }) => threadId)).size).toBe(THREADS);
    // Of turns 100, 200, 400, 800 and 1,600; of histories, which nobody wrote, one.
    expect(pages.mock.calls.map(([, options]) => options?.limit)).toEqual([100, 200, 400, 800, 1600, 100]);
  });
});
