import { MemorySaver } from "@langchain/langgraph";
import { calibrate, type StepScorer } from "@langgraph-rollback/attribution";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { describe, expect, it } from "vitest";

import { alwaysWrong, chainGraph, nothingWrong, on } from "../fixtures/chain-graph.ts";
import { calibratedAt, failuresAt } from "../fixtures/labelled-failures.ts";
import { readHistory, rollbackGraph, withRollback, type RollbackOptions } from "../index.ts";
import type { Policy, PolicyContext, PolicyDecision } from "../policies/policy.ts";

/** Runs a chain whose last node errs each time, and gives its records. */
async function play(policy: Policy, options: Partial<RollbackOptions<unknown, { log: string[] }>> = {}) {
  const { ran, builder } = chainGraph({ c: alwaysWrong("c") });
  const graph = withRollback(builder.compile(), {
    verify: nothingWrong,
    maxRollbacks: 2,
    policy,
    ...options,
  });
  await graph.invoke({}, on("t"));
  const [run] = await readHistory(graph, on("t"));
  return { ran: ran.join(""), attempts: run?.attempts ?? [] };
}

/** A policy that notes what it was told. */
function noting(decide: (context: PolicyContext) => PolicyDecision) {
  const seen: PolicyContext[] = [];
  const policy: Policy = {
    name: "noting",
    decide: (context) => {
      seen.push(context);
      return decide(context);
    },
  };
  return { seen, policy };
}

const back = (start: number, reason = "made up"): PolicyDecision => ({ kind: "roll-back", start, reason });

/** The second step is the suspect, a little more so than in labelled failures; the first one in an attempt that was told. */
const suspicionOf = ({ steps }: Trajectory): readonly number[] => {
  if (steps.some(({ content }) => content.includes("again"))) return [0.8, 0.1, 0.1];
  return [0.1, steps[1]?.content === "step 1" ? 0.6 : 0.7, 0.1];
};

describe("a policy", () => {
  it("decides where each rollback goes to, and its words are stored", async () => {
    const { policy } = noting(({ tries }) => back(tries.length === 1 ? 2 : 1));
    const { ran, attempts } = await play(policy);
    expect(ran).toBe("abccbc");
    expect(attempts).toMatchObject([
      { rewind: { step: 2, policy: "noting", reason: "made up" } },
      { rewind: { step: 1, policy: "noting" } },
      { stopped: { by: "rollbacks", limit: 2, used: 2 } },
    ]);
    expect(attempts[0]?.rewind?.promise).toBeUndefined();
  });

  it("is told of all attempts: their scores, reasons and where they started", async () => {
    const calibration = await calibratedAt(1);
    const { policy, seen } = noting(({ tries }) => back(3 - tries.length));
    await play(policy, { calibration });
    const known = {
      reason: "something is wrong",
      scores: [expect.any(Number), expect.any(Number), expect.any(Number)],
    };
    expect(seen.map(({ tries }) => tries)).toEqual([
      [{ ...known, start: 0 }],
      [
        { ...known, start: 0 },
        { ...known, start: 2 },
      ],
    ]);
    expect(seen.map(({ rollbacksLeft, alpha, costs }) => ({ rollbacksLeft, alpha, costs }))).toEqual([
      { rollbacksLeft: 2, alpha: 0.2, costs: [1, 1, 1] },
      { rollbacksLeft: 1, alpha: 0.2, costs: [1, 1, 1] },
    ]);
  });

  it("is given the first failure's bound, also when it decides on a later one", async () => {
    const calibration = await calibratedAt(1);
    const { policy, seen } = noting(() => back(2));
    const { attempts } = await play(policy, { calibration });
    const first = attempts[0]?.attribution;
    const bound = { start: first?.set.range.start, level: first?.set.level, guarantee: "exact" };
    expect(seen.map(({ startAt }) => startAt(0.2))).toEqual([bound, bound]);
    expect(seen.map(({ startAt }) => startAt(0))).toEqual([undefined, undefined]);
    // Sets of attempts after the first are bounded by nothing.
    expect(attempts.map(({ attribution }) => attribution?.status)).toEqual([
      "bounded",
      "unbounded",
      "unbounded",
    ]);
    expect(attempts[1]?.attribution).toMatchObject({
      reason: expect.stringMatching(/Nothing is promised of an attempt/),
    });
  });

  it("is given the first failure's bound by the first failure's scores", async () => {
    // Suspects another step in an attempt that was told of a failed one.
    const scorer: StepScorer = {
      fingerprint: "by-content",
      score: async (trajectory) => suspicionOf(trajectory),
    };
    const failures = failuresAt(1, { count: 30, length: 3 });
    const calibration = await calibrate(failures, { scorer, alpha: 0.2 });
    const { policy, seen } = noting(() => back(2));
    const { builder } = chainGraph({ c: ({ note }) => (note === "" ? "c:wrong" : "again c:wrong") });
    const graph = withRollback(builder.compile(), {
      verify: nothingWrong,
      maxRollbacks: 2,
      noteChannel: "note",
      policy,
      calibration,
      scorer,
    });
    await graph.invoke({}, on("t"));
    expect(seen.map(({ tries }) => tries.at(-1)?.scores[1])).toEqual([0.7, 0.1]);
    const [first, second] = seen.map(({ startAt }) => startAt(0.2));
    expect(first).toMatchObject({ start: 1, guarantee: "exact" });
    expect(second).toEqual(first);
  });

  it("is told of no bound where there is none", async () => {
    const { policy, seen } = noting(() => back(0));
    await play(policy, { alpha: 0.2 });
    expect(seen[0]).toMatchObject({ exponent: 0, alpha: 0.2 });
    expect(seen[0]?.startAt(0.2)).toBeUndefined();
  });

  it("may give up, and says why", async () => {
    const { policy } = noting(() => ({ kind: "give-up", reason: "It is not worth it." }));
    const { attempts } = await play(policy);
    expect(attempts).toMatchObject([
      {
        decision: "give-up",
        reason: 'Attempt 1 failed (something is wrong); the policy "noting" gives up: It is not worth it.',
        stopped: { by: "policy" },
        attribution: { n: 0 },
      },
    ]);
  });

  it("keeps its promise in the record", async () => {
    const promise = { attempt: 1, level: 0.8, alpha: 0.2, guarantee: "exact" } as const;
    const { policy } = noting(() => ({ kind: "roll-back", start: 1, promise, reason: "" }));
    expect((await play(policy)).attempts[0]?.rewind?.promise).toEqual(promise);
  });
});

const notDecisions: readonly (readonly [string, unknown])[] = [
  ["nothing", undefined],
  ["a step that there is not", back(3)],
  ["a step before the first", back(-1)],
  ["no number", back(Number.NaN)],
  ["half a step", back(0.5)],
  ["no reason", { kind: "roll-back", start: 1 }],
  ["a promise", Promise.resolve(back(1))],
  ["a level above 1", { ...back(1), promise: { attempt: 1, level: 2, alpha: 0, guarantee: "exact" } }],
];

/** As JavaScript may have it. */
function unchecked(decide: () => unknown): Policy {
  const policy = { name: "unchecked", decide: (): PolicyDecision => back(0) };
  Object.assign(policy, { decide });
  return policy;
}

describe("a policy that fails never hides the run's result: the run restarts", () => {
  it.each(notDecisions)("if it returns %s", async (_, given) => {
    const { ran, attempts } = await play(
      unchecked(() => given),
      { maxRollbacks: 1 },
    );
    expect(ran).toBe("abcabc");
    expect(attempts[0]).toMatchObject({
      decision: "roll-back",
      rewind: { step: 0, policy: "unchecked" },
      problem: { code: "POLICY_OUTPUT" },
      reason: expect.stringContaining("the policy failed, too (POLICY_OUTPUT); rewound to before step 1"),
    });
  });

  it("if it throws", async () => {
    const policy = unchecked(() => {
      throw new TypeError("no idea");
    });
    expect((await play(policy, { maxRollbacks: 1 })).attempts[0]).toMatchObject({
      rewind: { step: 0 },
      problem: { code: "POLICY_FAILED", message: 'The policy "unchecked" threw: no idea' },
    });
  });
});

it("decides for rollbackGraph as for withRollback", async () => {
  const decisions = () => noting(({ tries }) => back(tries.length === 1 ? 2 : 1)).policy;
  const { ran, builder } = chainGraph({ c: alwaysWrong("c") });
  const graph = rollbackGraph(builder.compile({ checkpointer: new MemorySaver() }), {
    verify: nothingWrong,
    maxRollbacks: 2,
    policy: decisions(),
  });
  const { attempts } = await graph.compile().invoke({ input: {} });
  const { ran: driven, attempts: records } = await play(decisions());
  expect(ran.join("")).toBe(driven);
  const told = (of: typeof attempts) =>
    of.map(({ rewind, stopped, spent, failedAt }) => ({
      step: rewind?.step,
      reason: rewind?.reason,
      stopped,
      steps: spent?.steps,
      failedAt,
    }));
  expect(told(attempts)).toEqual(told(records));
});

it("sees the same in another process", async () => {
  const checkpointer = new MemorySaver();
  const { builder } = chainGraph({ c: alwaysWrong("c") });
  const calibration = await calibratedAt(1);
  const { policy, seen } = noting(() => back(2));
  const open = () =>
    withRollback(builder.compile({ checkpointer, interruptBefore: ["c"] }), {
      verify: nothingWrong,
      calibration,
      policy,
    });
  await open().invoke({}, on("t"));
  for (let paused = 0; paused < 2; paused += 1) await open().invoke(null, on("t"));
  const { policy: again, seen: atOnce } = noting(() => back(2));
  await play(again, { calibration });
  expect(seen.map(({ tries }) => tries)).toEqual(atOnce.map(({ tries }) => tries));
  expect(seen.map(({ startAt }) => startAt(0.2))).toEqual(atOnce.map(({ startAt }) => startAt(0.2)));
});
