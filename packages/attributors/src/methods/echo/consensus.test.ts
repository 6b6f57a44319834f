import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { consensus, type Consensus } from "./consensus.ts";
import { disagreement } from "./disagreement.ts";
import { stepScores } from "./step-scores.ts";
import type { EchoVote } from "./vote.ts";

const agents = ["ann", "bob", "cid"];
const trajectory = {
  steps: Array.from({ length: 9 }, (_, index) => ({ index, agent: agents[index % 3] ?? "", content: "" })),
};
const THRESHOLD = 0.3;

/** "ann+bob 4 .9": who, where, how sure. */
const vote = (text: string): EchoVote => {
  const [who = "", where = "-", sure = "0"] = text.split(" ");
  const confidence = Number(sure);
  return {
    role: "general",
    temperature: 0.3,
    subject: "both",
    agents: who === "-" ? [] : who.split("+"),
    ...(where === "-" ? {} : { step: Number(where) }),
    confidence,
    reason: text,
    counted: confidence >= THRESHOLD,
  };
};
const unified = (...texts: readonly string[]): Consensus => {
  const votes = texts.map(vote);
  return consensus(trajectory, { agents: votes, steps: votes }, []);
};
const decoupled = (forAgents: readonly string[], forSteps: readonly string[]): Consensus =>
  consensus(trajectory, { agents: forAgents.map(vote), steps: forSteps.map(vote) }, []);

describe("the vote", () => {
  it("adds up confidences: two that are less sure outvote one that is sure", () => {
    expect(unified("ann 3 .5", "ann 3 .45", "bob 4 .9")).toMatchObject({ agents: ["ann"], step: 3 });
    expect(unified("ann 3 .45", "ann 3 .4", "bob 4 .9")).toMatchObject({ agents: ["bob"], step: 4 });
  });

  it("lists the steps with their weights, and says which share of all weight backs the winner", () => {
    const { steps, agreement, confidence } = unified("ann 3 .5", "ann 0 .4", "bob 4 .6");
    expect(steps).toEqual([
      { candidate: 4, weight: 0.6 },
      { candidate: 3, weight: 0.5 },
      { candidate: 0, weight: 0.4 },
    ]);
    expect(agreement).toEqual({ agent: 0.9 / 1.5, step: 0.6 / 1.5 });
    expect(confidence).toBe(0.5);
  });

  it("does not count a confidence below the threshold, and counts one that reaches it", () => {
    expect(unified("ann 3 .29", "ann 3 .29", "bob 4 .3")).toMatchObject({
      step: 4,
      agreement: { agent: 1, step: 1 },
    });
    expect(unified("ann 3 .29")).toEqual({
      agents: [],
      steps: [],
      confidence: 0,
      agreement: { agent: 0, step: 0 },
    });
  });

  it("first decides whether one agent is to blame or several, and lets votes of that kind decide the rest", () => {
    expect(unified("ann 3 .5", "ann 3 .45", "bob+cid 4 .9")).toMatchObject({
      kind: "single",
      agents: ["ann"],
      step: 3,
    });
    expect(unified("bob+cid 4 .5", "cid+ann 5 .45", "ann 3 .9")).toMatchObject({
      kind: "several",
      agents: ["cid", "bob", "ann"],
      step: 4,
    });
  });

  it("lets agents and steps be decided by votes of their own", () => {
    expect(decoupled(["ann 0 .9", "bob 1 .8"], ["bob 4 .7", "bob 7 .6"])).toMatchObject({
      agents: ["ann"],
      step: 4,
      confidence: 0.65,
    });
  });

  it("lets all votes for steps decide where none is of the winning kind", () => {
    expect(decoupled(["ann+bob - .9", "ann+bob - .9"], ["cid 5 .6"])).toMatchObject({
      kind: "several",
      step: 5,
    });
  });

  it("leaves out who and where if votes name nobody and nothing", () => {
    const { step, ...found } = unified("- - .9");
    expect(step).toBeUndefined();
    expect(found).toMatchObject({ kind: "single", agents: [], confidence: 0.9 });
    expect(found.agreement).toEqual({ agent: 0, step: 0 });
  });

  it("gives ties to the single agent, the agent who acts first, and the earlier step", () => {
    expect(unified("bob+cid 4 .6", "ann 6 .6")).toMatchObject({ kind: "single", step: 6 });
    expect(unified("cid 5 .6", "bob 4 .6")).toMatchObject({ agents: ["bob"], step: 4 });
  });

  it("gives ties between steps to the one that analysts believe in more", () => {
    const votes = ["cid 5 .6", "bob 4 .6"].map(vote);
    const beliefs = trajectory.steps.map(({ index }) => (index === 5 ? 0.5 : 0.4));
    expect(consensus(trajectory, { agents: votes, steps: votes }, beliefs).step).toBe(5);
  });

  it("adds up the same in whatever order", () => {
    const votes = [1 / 3, 1 / 3, 2 / 7].map((sure) => vote(`ann 3 ${sure}`));
    const counted = votes.map((one) => ({ ...one, counted: true }));
    const weights = [counted, counted.toReversed()].map(
      (steps) => consensus(trajectory, { agents: [], steps }, []).steps,
    );
    expect(weights[0]).toEqual(weights[1]);
  });

  it("takes .1 + .2 for .3", () => {
    const counted = ["ann 3 .1", "ann 3 .2", "ann 0 .3"].map((text) => ({ ...vote(text), counted: true }));
    expect(consensus(trajectory, { agents: counted, steps: counted }, []).step).toBe(0);
  });
});

const anyVote = fc
  .tuple(fc.subarray(agents), fc.option(fc.nat({ max: 8 })), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([who, where, sure]) => vote(`${who.join("+") || "-"} ${where ?? "-"} ${sure}`));
const anyBallot = fc.array(anyVote, { maxLength: 6 });

describe("any vote", () => {
  it("comes out the same in whatever order votes are counted", () => {
    const shuffled = anyBallot.chain((votes) =>
      fc.tuple(
        fc.constant(votes),
        fc.shuffledSubarray(votes, { minLength: votes.length, maxLength: votes.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([votes, others]) => {
        const count = (list: readonly EchoVote[]): Consensus =>
          consensus(trajectory, { agents: list, steps: list }, []);
        expect(count(others)).toEqual(count(votes));
      }),
    );
  });

  it("gives the step that wins the highest score, steps with votes more than 1/2, others at most 1/2", () => {
    const beliefs = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(anyBallot, beliefs, fc.array(fc.nat({ max: 100 }), { minLength: 3 }), (votes, b, a) => {
        const { step, steps } = consensus(trajectory, { agents: votes, steps: votes }, b);
        const answered = Math.max(1, votes.length);
        const belief = new Map(agents.map((agent, index) => [agent, (a[index] ?? 0) / 100]));
        const scores = stepScores(trajectory, { steps, answered, beliefs: b, agents: belief });
        if (step !== undefined) expect(scores[step]).toBe(Math.max(...scores));
        const voted = new Set(steps.map(({ candidate }) => candidate));
        scores.forEach((score, index) => {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(voted.has(index) ? 1 : 0.5);
          if (voted.has(index)) expect(score).toBeGreaterThan(0.5);
        });
      }),
    );
  });

  it("never lowers a step by another vote for it", () => {
    fc.assert(
      fc.property(anyBallot, fc.nat({ max: 8 }), (votes, step) => {
        const weight = (list: readonly EchoVote[]): number =>
          consensus(trajectory, { agents: [], steps: list }, []).steps.find(
            ({ candidate }) => candidate === step,
          )?.weight ?? 0;
        const singles = votes.filter((one) => one.agents.length < 2);
        expect(weight([...singles, vote(`ann ${step} .5`)])).toBeCloseTo(weight(singles) + 0.5);
      }),
    );
  });
});

describe("step scores", () => {
  it("are 1/2 + w/2 with votes, half of 3/4 b + 1/4 a without", () => {
    const { steps } = unified("ann 3 .6", "ann 3 .3", "bob 4 .6");
    const beliefs = [0, 0.4, 0, 1, 1, 0, 0, 0, 0];
    const belief = new Map([
      ["ann", 0.8],
      ["bob", 0.2],
      ["cid", 0],
    ]);
    const scores = stepScores(trajectory, { steps, answered: 3, beliefs, agents: belief });
    expect(scores.map((score) => Number(score.toFixed(4)))).toEqual([
      0.1, 0.175, 0, 0.65, 0.6, 0, 0.1, 0.025, 0,
    ]);
  });
});

describe("disagreement", () => {
  const analysed = (...texts: readonly string[]) => {
    const votes = texts.map(vote);
    const ballot = { agents: votes, steps: votes };
    return disagreement(trajectory, ballot, consensus(trajectory, ballot, []));
  };

  it("finds none where all agree", () => {
    expect(analysed("ann 3 .9", "ann 3 .8")).toEqual({
      kinds: 1,
      spread: 0.1,
      consistent: true,
      conflicting: false,
      review: false,
    });
  });

  it("calls for a review above a spread of .5, not at it", () => {
    expect(analysed("ann 3 .9", "ann 3 .4")).toMatchObject({ spread: 0.5, review: false });
    expect(analysed("ann 3 .95", "ann 3 .4")).toMatchObject({ spread: 0.55, review: true });
  });

  it("measures the spread on each question apart, and only of votes that count", () => {
    const ballot = { agents: [vote("ann - .9")], steps: [vote("ann 3 .3"), vote("bob 4 .1")] };
    expect(disagreement(trajectory, ballot, consensus(trajectory, ballot, [])).spread).toBe(0);
  });

  it("calls strong votes for different steps a conflict, weaker ones not", () => {
    expect(analysed("ann 3 .7", "ann 6 .7")).toMatchObject({ conflicting: true, review: true });
    expect(analysed("ann 3 .7", "ann 6 .69")).toMatchObject({ conflicting: false, review: false });
  });

  it("calls strong votes without a common agent a conflict", () => {
    expect(analysed("ann - .8", "bob - .8")).toMatchObject({ conflicting: true });
    expect(analysed("ann+bob - .8", "bob - .8")).toMatchObject({ conflicting: false, kinds: 2 });
  });

  it("says so when the step is not one of the agent's", () => {
    const ballot = { agents: [vote("ann - .6")], steps: [vote("bob 4 .6")] };
    expect(disagreement(trajectory, ballot, consensus(trajectory, ballot, []))).toMatchObject({
      consistent: false,
      conflicting: false,
      review: true,
    });
  });

  it("calls for a review where no vote counts", () => {
    expect(analysed("ann 3 .2")).toMatchObject({ kinds: 0, spread: 0, conflicting: false, review: true });
  });
});
