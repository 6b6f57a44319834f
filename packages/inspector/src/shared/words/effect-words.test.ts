import type { EffectRecord } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

import { effectWords } from "./effect-words.ts";

const effect = (more: Partial<EffectRecord>): EffectRecord => ({
  id: "e",
  kind: "tool",
  name: "pay",
  args: '{"euros":5}',
  key: "k",
  attempt: 1,
  class: "undoable",
  outcome: "done",
  standing: "undone",
  ...more,
});

const wordsOf = (more: Partial<EffectRecord>) => effectWords([effect(more)])[0];

describe("the words for an effect", () => {
  it("say what was called, in which step, and that it is undone", () => {
    expect(wordsOf({ step: 2 })).toMatchObject({
      call: 'pay {"euros":5} (step 3)',
      standing: "undone",
      holds: false,
    });
  });

  it("name the step after arguments that are cut", () => {
    expect(wordsOf({ step: 2, args: "x".repeat(500) })?.call).toMatch(/^pay x+… \(step 3\)$/);
  });

  it("say that it still holds, and why", () => {
    const standing = "stands";
    expect(wordsOf({ class: "irreversible", standing })).toMatchObject({
      standing: "still holds (irreversible)",
      holds: true,
    });
    expect(wordsOf({ class: "unknown", standing })?.standing).toBe("still holds (no undo is known)");
  });

  it("say what nobody knows", () => {
    expect(wordsOf({ outcome: "unknown", mayStillLand: true })).toMatchObject({
      standing: "undone (it is not known whether it happened; it may still take effect)",
      holds: true,
    });
    expect(wordsOf({ outcome: "failed" })?.standing).toBe("undone (its call threw)");
  });

  it("say what went wrong with undoing it, on one line", () => {
    const problem = { code: "UNDO_FAILED", name: "UndoFailedError", message: "no\nanswer" };
    expect(wordsOf({ standing: "not-undone", problem })).toMatchObject({
      standing: "NOT undone",
      why: expect.stringMatching(/^UNDO_FAILED: no.answer$/),
    });
  });

  it("do not repeat a problem that is told beside them", () => {
    const problem = { code: "UNDO_FAILED", name: "UndoFailedError", message: "no answer" };
    const failed = effect({ standing: "not-undone", problem });
    expect(effectWords([failed], ["no answer"])[0]).toMatchObject({ standing: "NOT undone", why: undefined });
    expect(effectWords([failed], ["another"])[0]?.why).toBe("UNDO_FAILED: no answer");
  });

  it("are none where no effects are known", () => {
    expect(effectWords()).toEqual([]);
  });
});
