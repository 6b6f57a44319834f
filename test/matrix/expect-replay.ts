import { expect } from "vitest";

import type { Shape } from "./shape.ts";
import { runBaseline, runReplay } from "./run-replay.ts";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

/** Expects a replay to do what a retry would do, and to leave the store as it was. */
export async function expectReplay(shape: Shape, open: () => BaseCheckpointSaver): Promise<void> {
  const { again, reran, due, before, after } = await runReplay(shape, open);
  expect([...after]).toEqual([...before]);
  expect([again.status, again.reason]).toEqual(["accepted", "It passed the verifier."]);
  expect(reran).toEqual(due);
}

/** Expects a run to do once more what it did, by its recorded answers alone. */
export async function expectBaseline(shape: Shape, open: () => BaseCheckpointSaver): Promise<void> {
  const { status, reason } = await runBaseline(shape, open);
  expect([status, reason]).toEqual(["faithful", expect.stringMatching(/^Each of \d+ steps/)]);
}
