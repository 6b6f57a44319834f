import { describe, expect, it } from "vitest";

import { sampleSource } from "../../testing/index.ts";
import { rollbackWords } from "./rollback-words.ts";

async function attempts(id: string) {
  return (await sampleSource({ lengths: [8] }).thread(id))?.runs.at(-1)?.attempts ?? [];
}

describe("rollbackWords", () => {
  it("says which steps were undone, which stay, and that nothing outside of the graph was undone", async () => {
    const [first] = await attempts("t-1");
    const words = first && rollbackWords(first);
    const start = (first?.rewind?.step ?? 0) + 1;
    expect(words?.undone).toBe(
      `Attempt 1 was rewound to before step ${start}: steps ${start} to 8 were undone and ran again.`,
    );
    expect(words?.kept).toMatch(/kept\.$/);
    expect(words?.notUndone).toMatch(/was not undone\.$/);
  });

  it("says that a restart keeps nothing", async () => {
    const second = (await attempts("t-2"))[1];
    expect(second && rollbackWords(second)?.kept).toBe("Nothing was kept.");
  });

  it("has nothing to say of an attempt that was not rolled back", async () => {
    expect((await attempts("t-3")).map(rollbackWords)).toEqual([undefined]);
  });
});
