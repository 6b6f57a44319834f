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

  it("says what would have been done where the run was only observed", async () => {
    const [first] = await attempts("t-3");
    const planned = { step: 2, kept: 2, redone: 6, policy: "to-set", reason: "the set starts there" };
    expect(first && rollbackWords({ ...first, planned })).toEqual({
      undone:
        "Attempt 1 would have been rewound to before step 3: steps 3 to 8 would have been undone and run again.",
      kept: "2 steps would have been kept.",
      why: "to-set: the set starts there",
      notUndone: "Nothing was done, as the run was only observed.",
    });
    const restart = { step: 0, kept: 0, redone: 8, policy: "restart" };
    expect(first && rollbackWords({ ...first, planned: restart })).toMatchObject({
      undone: expect.stringContaining("to the start of the turn"),
      kept: "Nothing would have been kept.",
      why: undefined,
    });
  });

  it("has nothing to say of an attempt that was not rolled back", async () => {
    expect((await attempts("t-3")).map(rollbackWords)).toEqual([undefined]);
  });
});
