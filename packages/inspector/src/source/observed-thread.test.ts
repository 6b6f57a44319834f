import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { expect, it } from "vitest";

import { recordObserved } from "../fixtures/recorded-threads.ts";
import { checkpointerSource } from "./checkpointer-source.ts";

it("shows what would have been done about a run that was only observed", async () => {
  const saver = new MemorySaver();
  await recordObserved(saver, "t");
  const run = (await checkpointerSource(saver, "memory").thread("t"))?.runs[0];
  expect(run).toMatchObject({ status: "gave-up", attempts: [{ decision: "give-up" }] });
  const [attempt] = run?.attempts ?? [];
  expect(attempt?.planned).toEqual({
    step: 0,
    kept: 0,
    redone: 3,
    policy: "least-cost",
    reason: expect.any(String),
  });
  expect(attempt?.rewind).toBeUndefined();
});
