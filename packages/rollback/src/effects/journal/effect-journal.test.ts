import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { expect, it, vi } from "vitest";

import { EffectJournal } from "./effect-journal.ts";
import type { NewMark } from "./mark.ts";

const intent: NewMark = {
  mark: "intent",
  version: 1,
  id: "effect-1",
  slot: "slot",
  kind: "tool",
  name: "book",
  args: {},
  class: "undoable",
  key: "effect-1",
  redo: "again",
  attempt: 1,
  task: { taskId: "task", namespace: "n:task", superstep: 1 },
  canReuse: true,
  at: "2026-01-01T00:00:00.000Z",
};

it("a process whose clock is behind writes after what it has read", async () => {
  const saver = new MemorySaver();
  await new EffectJournal(saver, "t", "run", () => 2_000_000).add(intent);
  // As another process has it.
  vi.resetModules();
  const { EffectJournal: Other } = await import("./effect-journal.ts");
  const other = new Other(saver, "t", "run", () => 1);
  await other.read();
  await other.add({ mark: "undone", id: "effect-1" });
  expect((await other.read()).marks.map(({ mark }) => mark)).toEqual(["intent", "undone"]);
});
