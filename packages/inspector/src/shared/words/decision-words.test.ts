import { describe, expect, it } from "vitest";

import { sampleRun } from "../../fixtures/any-run.ts";
import type { AttemptView } from "../view/thread-view.ts";
import { decisionFacts } from "./decision-words.ts";

describe("decisionFacts", () => {
  it("says what is promised of the start, and that nothing is of a restart", async () => {
    const [promised, restarted] = (await sampleRun("t-2")).attempts;
    expect(promised && decisionFacts(promised)).toEqual([
      {
        name: "Promise of the start",
        words:
          "In at least 80 % of failed runs, the steps that the policy keeps do not contain the first mistake of attempt 1 (alpha 0.2).",
      },
    ]);
    expect(restarted && decisionFacts(restarted)).toEqual([
      { name: "Promise of the start", words: "Nothing is promised of the start." },
    ]);
  });

  it("does not call an approximate promise a bound, and says what the scores believe", async () => {
    const [first] = (await sampleRun("t-1")).attempts;
    const promise = { attempt: 1, level: 0.9, alpha: 0.1, guarantee: "approximate" } as const;
    const rewind = first?.rewind && { ...first.rewind, promise, reach: 0.625 };
    expect(first && decisionFacts({ ...first, rewind })[0]?.words).toMatch(
      /^In about 90 % \(approximate: aimed at, not proven\) of failed runs, .* By the scores, the first mistake lies in the undone steps with probability 62\.5 %\.$/,
    );
  });

  it("says what was promised of a run's recovery, and that it was handed over", async () => {
    const [first] = (await sampleRun("t-3")).attempts;
    const recovery = { procedure: "p", maxRollbacks: 3, audited: true } as const;
    const said = (given: Partial<AttemptView>) =>
      first && decisionFacts({ ...first, recovery, ...given }).map(({ words }) => words);
    expect(said({ recoveryPromise: "at least 90 % of failed runs are recovered" })).toEqual([
      "At least 90 % of failed runs are recovered.",
    ]);
    expect(said({ recovery: { ...recovery, handedOver: true } })).toEqual([
      "Nothing recovered the run, and too many failed runs would else have ended silently.",
    ]);
    expect(said({})).toEqual([]);
  });

  it("says which version the run began with, and that recovery alone is promised where no set caps it", async () => {
    const [first] = (await sampleRun("t-3")).attempts;
    const promise = { within: 1, level: 0.9, alpha: 0.1, n: 30, guarantee: "exact" } as const;
    const said = (
      learnt: NonNullable<NonNullable<AttemptView["recovery"]>["learnt"]>,
      promised: { readonly promise?: typeof promise } = {},
    ) => {
      const recovery = { procedure: "p", maxRollbacks: 3, audited: true, learnt, ...promised };
      return first && decisionFacts({ ...first, recovery }).find(({ name }) => name === "Learnt")?.words;
    };
    const version = { agent: "a", version: "1f00aa" } as const;
    const began = "The run began with version 1f00aa of what the agent has learnt from its own runs.";
    expect(said({ ...version, cap: "lifted" }, { promise })).toBe(
      `${began} No set caps where its first rollback starts: recovery alone is promised.`,
    );
    expect(said({ ...version, cap: "last-recovering-start" })).toBe(
      `${began} Sets on replays cap where its first rollback starts.`,
    );
    expect(said({ ...version, cap: "own" })).toBe(
      `${began} Its first rollback starts as the scorer or the calibration that the agent was given says.`,
    );
    expect(said({ agent: "a", version: "cold", cap: "lifted" })).toBe(
      "The run began before the agent had learnt anything from its own runs. No set caps where its first rollback starts: recovery alone can be promised, and it is not yet.",
    );
  });

  it("says that a step was drawn", async () => {
    const [first] = (await sampleRun("t-1")).attempts;
    const rewind = first?.rewind && { ...first.rewind, step: 2, drawn: true as const };
    expect(first && decisionFacts({ ...first, rewind })).toContainEqual({
      name: "Drawn start",
      words: "Step 3 was drawn, in place of a restart. Its outcome tells the agent where mistakes lie.",
    });
  });

  it.each(["approved", "declined", "waits", "dropped"] as const)(
    "says that a human was asked: %s",
    async (approval) => {
      const [first] = (await sampleRun("t-3")).attempts;
      expect(first && decisionFacts({ ...first, approval })).toEqual([
        { name: "Approval", words: expect.stringMatching(/^A human was asked/) },
      ]);
    },
  );

  it("says which budget ended the run, and what the attempt has spent", async () => {
    const [first] = (await sampleRun("t-3")).attempts;
    const spent = {
      steps: 1,
      tokens: [
        { model: "small", input: 1200, output: 30 },
        { input: 4, output: 0 },
      ],
    };
    const stopped = { by: "money", limit: 0.5, used: 0.512 } as const;
    expect(first && decisionFacts({ ...first, stopped, spent }).map(({ words }) => words)).toEqual([
      "The budget of money was spent (0.512 of 0.5).",
      "1 step, 1,200 tokens in and 30 out by small, 4 tokens in and 0 out.",
    ]);
  });

  it("says how many model calls of a retry were given the note", async () => {
    const [first] = (await sampleRun("t-3")).attempts;
    const calls = { calls: 4, withNote: 2, note: "seen", cached: 0.5 } as const;
    expect(first && decisionFacts({ ...first, calls }).map(({ words }) => words)).toContain(
      "2 of 4 were given the note of the attempt before; 50 % of the tokens in came from a cache.",
    );
    const none = { calls: 0, withNote: 0, note: "unknown" } as const;
    expect(first && decisionFacts({ ...first, calls: none }).map(({ name }) => name)).not.toContain(
      "Model calls",
    );
  });

  it("says which share of the tokens in came from a cache", async () => {
    const [first] = (await sampleRun("t-3")).attempts;
    const spent = { steps: 1, tokens: [{ input: 1000, output: 5, cacheRead: 750 }], cached: 0.75 };
    expect(first && decisionFacts({ ...first, spent }).map(({ words }) => words)).toContain(
      "1 step, 1,000 tokens in and 5 out, 75 % of the tokens in from a cache.",
    );
  });

  it("has nothing to say of an attempt that was accepted", async () => {
    const second = (await sampleRun("t-1")).attempts[1];
    expect(second && decisionFacts(second)).toEqual([]);
  });
});
