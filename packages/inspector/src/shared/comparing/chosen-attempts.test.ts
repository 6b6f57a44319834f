import { describe, expect, it } from "vitest";

import type { AttemptView, ThreadView } from "../view/thread-view.ts";
import { chosenAttempts } from "./chosen-attempts.ts";

const attempts = (...kept: readonly number[]): readonly AttemptView[] =>
  kept.map((each, index) => ({ attempt: index + 1, kept: each, steps: [] }));
const run = (id: string, ...kept: readonly number[]) =>
  ({ run: id, status: "recovered", reason: "", task: "", attempts: attempts(...kept) }) as const;
const thread: ThreadView = { id: "t", runs: [run("one", 0), run("two", 0, 7, 3), run("three", 0)] };
const chosen = (choice: Parameters<typeof chosenAttempts>[1]) => {
  const found = chosenAttempts(thread, choice);
  return found && [found.run.run, found.a.attempt, found.b.attempt, found.kept];
};

describe("chosenAttempts", () => {
  it("takes the last two attempts of the latest run that has two", () => {
    expect(chosen({})).toEqual(["two", 2, 3, 3]);
  });

  it("takes the requested attempts, in the requested order", () => {
    expect(chosen({ run: "two", a: 1, b: 2 })).toEqual(["two", 1, 2, 7]);
    expect(chosen({ run: "two", a: 3, b: 2 })).toEqual(["two", 3, 2, 3]);
  });

  it("counts as shared only the steps that every attempt in between kept", () => {
    expect(chosen({ run: "two", a: 1, b: 3 })).toEqual(["two", 1, 3, 3]);
  });

  it("chooses the partner of an attempt that is requested alone", () => {
    expect(chosen({ a: 3 })).toEqual(["two", 3, 2, 3]);
    expect(chosen({ b: 2 })).toEqual(["two", 1, 2, 7]);
    expect(chosen({ b: 1 })).toEqual(["two", 2, 1, 7]);
  });

  it("chooses for an address that names what does not exist", () => {
    expect(chosen({ run: "none", a: 9, b: 8 })).toEqual(["two", 2, 3, 3]);
  });

  it("finds nothing if there are not two, or the same one is requested twice", () => {
    expect(chosen({ run: "one" })).toBeUndefined();
    expect(chosen({ run: "two", a: 2, b: 2 })).toBeUndefined();
  });
});
