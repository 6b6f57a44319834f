import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { describe, expect, inject, it } from "vitest";

import { limits } from "./limits.ts";
import { runObserved } from "./run-observed.ts";
import { shapes } from "./shapes.ts";
import { spread } from "./spread.ts";

const memory = new MemorySaver();
const rows = inject("allRounds") ? [...shapes, ...limits] : spread;

describe.each([
  { way: "streamed", isStreamed: true },
  { way: "invoked", isStreamed: false },
])("a graph that is only observed, and is $way, is as the bare graph", ({ isStreamed }) => {
  for (const shape of rows)
    it(`in ${shape.name}`, async () => {
      const { bare, observed, records } = await runObserved(shape, () => memory, isStreamed);
      // When LangGraph throws, it drops the chunks that its reader has not taken yet: the bare graph's reader may miss one.
      const upTo = typeof bare.outputs === "string" ? bare.chunks.length : undefined;
      expect({ ...observed, chunks: observed.chunks.slice(0, upTo) }).toEqual(bare);
      expect(bare.chunks.length > 0).toBe(isStreamed);
      expect(records.length).toBeGreaterThan(0);
      for (const record of records) expect(record).toMatchObject({ stopped: { by: "observing" } });
    });
});
