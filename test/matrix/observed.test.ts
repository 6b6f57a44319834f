import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { describe, expect, inject, it } from "vitest";

import { limits } from "./limits.ts";
import { runObserved, type Seen } from "./run-observed.ts";
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
      const hasThrown = typeof bare.outputs === "string";
      // When LangGraph throws, it drops the chunks that its reader has not taken yet, and nobody can say how many.
      const common = Math.min(bare.chunks.length, observed.chunks.length);
      const upTo = hasThrown ? common : undefined;
      const told = (seen: Seen): Seen => ({ ...seen, chunks: seen.chunks.slice(0, upTo) });
      expect(told(observed)).toEqual(told(bare));
      expect(common).toBeGreaterThanOrEqual(bare.chunks.length - 1);
      expect(bare.chunks.length > 0).toBe(isStreamed);
      expect(records.length).toBeGreaterThan(0);
      for (const record of records) expect(record).toMatchObject({ stopped: { by: "observing" } });
    });
});
