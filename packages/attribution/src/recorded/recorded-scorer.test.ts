import { describe, expect, it } from "vitest";
import type { Trajectory } from "../trajectory/index.ts";

import {
  type Mark,
  type Opinion,
  OpinionLengthError,
  OpinionMissingError,
  recordedScorer,
} from "../index.ts";
import { markScores } from "../marks/mark-scores.ts";
import { hostileTrajectories } from "../testing/hostile-trajectories.ts";
import { sampleTrajectories, testStepScorer } from "../testing/index.ts";

const run = (id: string, length: number): Trajectory => ({
  id,
  task: "",
  steps: Array.from({ length }, (_, index) => ({ index, agent: "", content: "" })),
});

const marked = (...steps: readonly Mark[]): Opinion => ({ kind: "marks", steps });
const opinions = new Map<string, Opinion>([
  ["a", marked(1, -1, 0, -1)],
  ["b", marked(1, null)],
]);

const everyRun = [...sampleTrajectories(5, 1), ...hostileTrajectories()];
testStepScorer({ describe, it }, "a recorded scorer", () =>
  recordedScorer({
    name: "judge",
    opinions: new Map(everyRun.map(({ id, steps }) => [id, marked(...steps.map(() => 0 as const))])),
  }),
);

describe("recordedScorer", () => {
  it("repeats marks, and scores made of them", async () => {
    const scorer = recordedScorer({ name: "judge", opinions });
    expect(await scorer.marks?.(run("a", 4))).toEqual([1, -1, 0, -1]);
    expect(await scorer.score(run("a", 4))).toEqual(markScores([1, -1, 0, -1]));
    expect(await scorer.score(run("b", 2))).toEqual(markScores([1, null]));
    expect(scorer.shares).toBe(true);
  });

  it("repeats scores, and has no marks then", async () => {
    const scored = new Map([...opinions, ["c", { kind: "scores", steps: [0.25, 1] } as const] as const]);
    const scorer = recordedScorer({ name: "judge", opinions: scored });
    expect(scorer).not.toHaveProperty("marks");
    expect(scorer).not.toHaveProperty("shares");
    expect(await scorer.score(run("c", 2))).toEqual([0.25, 1]);
    expect(await scorer.score(run("b", 2))).toEqual(markScores([1, null]));
  });

  it("says of which trajectory there is no opinion", async () => {
    const scorer = recordedScorer({ name: "judge", opinions });
    const asking = scorer.score(run("z", 2));
    await expect(asking).rejects.toThrow(OpinionMissingError);
    await expect(asking).rejects.toMatchObject({
      code: "OPINION_MISSING",
      judge: "judge",
      trajectoryId: "z",
    });
  });

  it("refuses an opinion on another number of steps", async () => {
    const scorer = recordedScorer({ name: "judge", opinions });
    for (const asking of [scorer.score(run("a", 3)), scorer.marks?.(run("a", 3))]) {
      await expect(asking).rejects.toThrow(OpinionLengthError);
      await expect(asking).rejects.toMatchObject({ code: "OPINION_LENGTH", expected: 3, actual: 4 });
    }
  });

  it("has a fingerprint of its name and opinions, whatever their order", () => {
    const print = (name: string, said: ReadonlyMap<string, Opinion>) =>
      recordedScorer({ name, opinions: said }).fingerprint;
    const first = print("judge", opinions);
    expect(first).toMatch(/^recorded-judge-[\da-f]{16}$/);
    expect(print("judge", new Map([...opinions].toReversed()))).toBe(first);
    expect(print("other", opinions).slice(-16)).not.toBe(first.slice(-16));
    expect(print("judge", new Map([...opinions, ["b", marked(1, 0)]]))).not.toBe(first);
    expect(print("judge", new Map([...opinions, ["c", marked(1)]]))).not.toBe(first);
  });

  it("has another fingerprint than with the scores that were set by hand", () => {
    // As version 0.0 had it: 0.8, 0.4, 0.1 and 0.05. A calibration of those scores does not match.
    expect(recordedScorer({ name: "judge", opinions }).fingerprint).not.toBe(
      "recorded-judge-2371d9da50afa8bd",
    );
  });

  it("keeps the fingerprint of scores, which no weights read", () => {
    const scores = new Map<string, Opinion>([["a", { kind: "scores", steps: [0.25, 1] }]]);
    expect(recordedScorer({ name: "judge", opinions: scores }).fingerprint).toBe(
      "recorded-judge-5e2f74de352ed63d",
    );
  });
});
