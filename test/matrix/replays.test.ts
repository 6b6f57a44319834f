import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { runReplay } from "./run-replay.ts";
import { shapes } from "./shapes.ts";

describe("a replay on a copy", () => {
  for (const shape of shapes)
    it(`does what a retry would do: ${shape.name}`, async () => {
      const saver = new MemorySaver();
      const { again, reran, due, before, after } = await runReplay(shape, () => saver);
      expect([...after]).toEqual([...before]);
      expect([again.status, again.reason]).toEqual(["accepted", "It passed the verifier."]);
      expect(reran).toEqual(due);
    });
});
