import type { RecordedTrajectory } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

import { heldSteps } from "./held-steps.ts";

const attempt = (threadId: string, characters: number, head = "h"): RecordedTrajectory => ({
  id: `${threadId}:${head}`,
  threadId,
  head,
  task: "x".repeat(characters),
  steps: [],
});

describe("attempts that are held", () => {
  it("are as many as there is room for; the one not asked for for longest is let go", () => {
    const held = heldSteps(100);
    for (const thread of ["a", "b", "c"]) held.hold(attempt(thread, 30));
    expect(held.at("a", "h")?.id).toBe("a:h");
    held.hold(attempt("d", 60));
    const ids = ["a", "b", "c", "d"].map((thread) => held.at(thread, "h")?.id);
    expect(ids).toEqual(["a:h", undefined, undefined, "d:h"]);
  });

  it("take their room once, however often they are read", () => {
    const held = heldSteps(100);
    held.hold(attempt("a", 30));
    for (const size of [40, 50, 60, 70]) held.hold(attempt("b", size));
    expect(held.at("a", "h")?.id).toBe("a:h");
    expect(held.at("b", "h")?.task).toHaveLength(70);
  });

  it("are none that are larger than all the room, which takes it from no other", () => {
    const held = heldSteps(100);
    held.hold(attempt("a", 30));
    held.hold(attempt("b", 101));
    expect(held.at("b", "h")).toBeUndefined();
    expect(held.at("a", "h")?.id).toBe("a:h");
    expect(held.at("a", "other")).toBeUndefined();
  });
});
