import { describe, expect, it } from "vitest";

import { sampleSource } from "./sample-source.ts";

const ADDRESS = { thread: "t-1", run: "run-b", attempt: 1, step: 3 } as const;

describe("sampleSource", () => {
  it("makes the same threads each time, and others for another seed", async () => {
    const read = async (seed: number) => {
      const source = sampleSource({ seed });
      return [await source.list(20), await source.thread("t-1"), await source.step(ADDRESS)];
    };
    expect(await read(1)).toEqual(await read(1));
    expect(await read(1)).not.toEqual(await read(2));
  });

  it("is plain JSON, as the server sends it", async () => {
    const source = sampleSource({ hostile: true });
    for (const { id } of (await source.list(20)).threads) {
      const view = await source.thread(id);
      expect(JSON.parse(JSON.stringify(view))).toEqual(view);
    }
  });

  it("keeps the steps before the fork, task ids and all", async () => {
    const source = sampleSource();
    const view = await source.thread("t-1");
    const [first, second] = view?.runs.at(-1)?.attempts ?? [];
    expect(second?.kept).toBeGreaterThan(0);
    expect(second?.steps.slice(0, second.kept)).toEqual(first?.steps.slice(0, second?.kept));
    const run = view?.runs.at(-1)?.run ?? "";
    const task = async (attempt: number, step: number) =>
      (await source.step({ thread: "t-1", run, attempt, step }))?.origin?.taskId;
    expect(await task(2, 0)).toBe(await task(1, 0));
    expect(await task(2, second?.kept ?? 0)).not.toBe(await task(1, second?.kept ?? 0));
  });

  it("has every status, and attempts of the requested length", async () => {
    const source = sampleSource({ threads: 8, lengths: [5000] });
    const { threads } = await source.list(8);
    expect(new Set(threads.map(({ status }) => status)).size).toBe(7);
    expect((await source.thread("t-1"))?.runs.at(-1)?.attempts[0]?.steps).toHaveLength(5000);
  });

  it("changes its version when a thread finishes", async () => {
    const source = sampleSource();
    const before = await source.version("t-4");
    source.finish("t-4");
    expect(await source.version("t-4")).not.toBe(before);
    expect((await source.thread("t-4"))?.runs.at(-1)?.status).toBe("recovered");
  });
});
