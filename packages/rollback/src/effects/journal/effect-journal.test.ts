import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { describe, expect, it, vi } from "vitest";

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

describe("a mark that the checkpointer would not give back", () => {
  const journalOn = (saver: MemorySaver) => new EffectJournal(saver, "t", "run", () => 1);

  it("is stored without its result, and the result is known where it was made", async () => {
    const journal = journalOn(new MemorySaver());
    await journal.add(intent);
    const done = await journal.add({
      mark: "done",
      id: "effect-1",
      result: { gas: 21_000n },
      isStored: true,
    });
    expect(done).toMatchObject({ result: { gas: 21_000n }, isStored: true });
    const { marks, unreadable } = await journal.read();
    expect(unreadable).toBe(0);
    expect(marks[1]).toMatchObject({ mark: "done", isStored: false });
  });

  it("is refused before the act if it says what is to be done", async () => {
    const saver = new MemorySaver();
    // As JavaScript may give it.
    const key: string = JSON.parse("7");
    await expect(journalOn(saver).add({ ...intent, key, userKey: key })).rejects.toThrow('the mark "intent"');
    expect(await journalOn(saver).read()).toEqual({ marks: [], unreadable: 0 });
  });
});

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
