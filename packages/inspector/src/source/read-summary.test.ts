import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { recordBeginning, recordPlainTurns } from "../fixtures/recorded-threads.ts";
import { checkpointerSource } from "./checkpointer-source.ts";

describe("a thread whose run was interrupted", () => {
  it("is listed as not judged once another turn has begun", async () => {
    const saver = new MemorySaver();
    await recordBeginning(saver, "t");
    await recordPlainTurns(saver, "t");
    const { threads } = await checkpointerSource(saver, "memory").list(10);
    expect(threads).toMatchObject([{ id: "t", status: "not-judged" }]);
  });
});
