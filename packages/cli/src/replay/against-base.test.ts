import { describe, expect, it } from "vitest";
import { againstBase } from "./against-base.ts";
import type { MadeReplay } from "./made-replays.ts";

/** Replays of threads "0", "1" and so on: "+" is accepted, "-" rejected, "?" inconclusive. */
const made = (...threads: readonly string[]): readonly MadeReplay[] =>
  threads.flatMap((marks, thread) =>
    Array.from(marks, (mark) => ({
      thread: `${thread}`,
      variant: "",
      status:
        mark === "+"
          ? ("accepted" as const)
          : mark === "-"
            ? ("rejected" as const)
            : ("inconclusive" as const),
      reason: "",
      steps: 1,
      start: 0,
    })),
  );

describe("againstBase", () => {
  it("compares the conclusive replays of one thread", () => {
    const found = againstBase(made("--+-????"), made("+++-"));
    expect(found).toMatchObject({ difference: 0.5, by: "newcombe", threads: 1, better: 1, worse: 0 });
    expect(againstBase(made("--+-"), made("+++-"))).toEqual(found);
    expect(found?.lower).toBeLessThan(0);
    expect(found?.upper).toBeLessThan(1);
  });

  it("takes one difference a thread, however many replays it has", () => {
    const found = againstBase(made("-", "--------", "+"), made("+", "++++++++", "+"));
    expect(found).toMatchObject({
      difference: 2 / 3,
      by: "hoeffding",
      threads: 3,
      better: 2,
      worse: 0,
      p: 0.5,
    });
  });

  it("bounds the mean difference as far as the number of threads allows", () => {
    const many = Array.from({ length: 40 }, () => "-");
    const found = againstBase(made(...many), made(...many.map(() => "+")));
    expect(found?.lower).toBeCloseTo(1 - 2 * Math.sqrt(Math.log(20) / 80), 12);
    expect(found?.upper).toBe(1);
  });

  it("leaves out threads in which one of both has no conclusive replay", () => {
    expect(againstBase(made("+-", "??"), made("++", "++"))).toMatchObject({ threads: 1, by: "newcombe" });
    expect(againstBase(made("??"), made("++"))).toBeUndefined();
  });
});
