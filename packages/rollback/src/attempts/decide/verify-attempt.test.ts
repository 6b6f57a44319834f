import type { StepScorer } from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";

import { alwaysWrong, chainGraph, nothingWrong, on, untilTold } from "../../fixtures/chain-graph.ts";
import { readHistory, withRollback, type RollbackEvent, type RollbackOptions } from "../../index.ts";

/** Runs a chain whose b errs, and returns the user's result, the stored records and the events. */
async function runWith(options: Partial<RollbackOptions<unknown, { log: string[] }>>) {
  const events: RollbackEvent[] = [];
  const { ran, builder } = chainGraph({ b: alwaysWrong("b") });
  const graph = withRollback(builder.compile(), {
    verify: nothingWrong,
    noteChannel: "note",
    onEvent: (event) => events.push(event),
    ...options,
  });
  const output = await graph.invoke({ log: [] }, on("t"));
  const [run] = await readHistory(graph, on("t"));
  return { ran, run, output, events, problem: events.find(({ type }) => type === "rollback:problem") };
}

const ownOutput = { log: ["a:right", "b:wrong", "c:right"] };

const scorer = (score: StepScorer["score"]): StepScorer => ({ fingerprint: "test", score });

const brokenScorers: readonly [string, string, StepScorer][] = [
  ["returns too few scores", "SCORER_OUTPUT", scorer(async () => [0.1])],
  ["returns NaN", "SCORER_OUTPUT", scorer(async () => [0.1, Number.NaN, 0.1])],
  ["returns a number outside [0, 1]", "SCORER_OUTPUT", scorer(async () => [0.1, 2, 0.1])],
  ["throws", "SCORER_FAILED", scorer(() => Promise.reject(new Error("no model")))],
];

describe("a scorer that breaks its contract", () => {
  it.each(brokenScorers)(
    "and %s makes the run restart, with problem %s beside it: a restart needs no scorer",
    async (_, code, broken) => {
      const { ran, run, output, problem, events } = await runWith({ scorer: broken, maxRollbacks: 1 });
      expect(output).toMatchObject(ownOutput);
      expect(ran).toEqual(["a", "b", "c", "a", "b", "c"]);
      expect(run).toMatchObject({
        status: "gave-up",
        attempts: [
          {
            outcome: { ok: false },
            decision: "roll-back",
            attribution: { status: "unbounded", fallback: { scorer: broken.fingerprint } },
            rewind: { step: 0 },
            problem: { code },
          },
          { decision: "give-up" },
        ],
      });
      expect(run?.attempts[0]?.reason).toContain(`the scorer failed, too (${code})`);
      expect(problem).toMatchObject({ threadId: "t", attempt: 1, problem: { code } });
      expect(events.slice(0, 3).map(({ type }) => type)).toEqual([
        "rollback:attempt-started",
        "rollback:problem",
        "rollback:rolled-back",
      ]);
    },
  );

  it("leaves the run's own exception", async () => {
    const own = new RangeError("b is broken");
    const graph = withRollback(chainGraph({ b: () => Promise.reject(own) }).builder.compile(), {
      verify: nothingWrong,
      scorer: scorer(() => Promise.reject(new Error("no model"))),
    });
    await expect(graph.invoke({ log: [] }, on("t"))).rejects.toBe(own);
    expect((await readHistory(graph, on("t")))[0]?.attempts[0]).toMatchObject({
      outcome: { error: { name: "RangeError", message: "b is broken" } },
      problem: { code: "SCORER_FAILED" },
    });
  });

  it("is told of after the last attempt too, when only the final attribution fails", async () => {
    const { run, problem } = await runWith({
      maxRollbacks: 0,
      scorer: scorer(() => Promise.reject(new Error("no model"))),
    });
    expect(run).toMatchObject({
      status: "gave-up",
      reason: "Attempt 1 failed (something is wrong) and no rollback is left.",
      attempts: [{ problem: { code: "SCORER_FAILED" } }],
    });
    expect(problem).toBeDefined();
  });
});

describe("a replanner", () => {
  const returning = (note: unknown) => Object.create({ replan: () => note });

  it.each([
    ["a number", 5],
    ["true", true],
    ["a list", ["a"]],
    ["a function", () => "a"],
    ["a Map", new Map()],
  ])("that returns %s leaves the run's own output, with the problem beside it", async (_, note) => {
    const { replan } = returning(note);
    const { output, run } = await runWith({ replan });
    expect(output).toMatchObject(ownOutput);
    expect(run).toMatchObject({ status: "gave-up", attempts: [{ problem: { code: "REPLANNER_OUTPUT" } }] });
  });

  it("that returns null tells nothing, as one that returns undefined", async () => {
    for (const note of [null, undefined]) {
      const { replan } = returning(note);
      const { run } = await runWith({ replan, maxRollbacks: 1, onFailure: "last" });
      expect(run?.attempts[0]).toMatchObject({ decision: "roll-back" });
      expect(run?.attempts[0]).not.toHaveProperty("note");
    }
  });

  it("may leave a channel as it is", async () => {
    const { replan } = returning({ note: undefined, log: ["told"] });
    const { output, run } = await runWith({ replan, maxRollbacks: 1, onFailure: "last" });
    expect(run?.attempts[0]).toMatchObject({ decision: "roll-back", updates: { log: ["told"] } });
    expect(output).toMatchObject({ log: ["told", ...ownOutput.log], note: "" });
  });
});

/** A verifier as JavaScript may have it, whose verdict no compiler has seen. */
const saying = (verdict: unknown) => () => Object.create({ verdict }).verdict;

const endless: { self?: unknown } = {};
endless.self = endless;

const nonsense: readonly (readonly [string, unknown])[] = [
  ["undefined", undefined],
  ["a string", "yes"],
  ["a number", 1],
  ["an object without a verdict", { good: true }],
  ["an ok that is no boolean", { ok: "yes" }],
  ["a score that is NaN", { key: "k", score: Number.NaN }],
  ["a structure without an end", endless],
  ["a bigint", 1n],
  ["a reason that is no text", { ok: false, reason: new Error("because") }],
  ["a score that is not finite", { ok: false, score: Number.POSITIVE_INFINITY }],
];

describe("a verifier that fails itself", () => {
  it("by throwing leaves the run unjudged, with its own output", async () => {
    const { ran, run, output, problem } = await runWith({
      verify: () => Promise.reject(new TypeError("no reference")),
    });
    expect(output).toMatchObject(ownOutput);
    expect(ran).toEqual(["a", "b", "c"]);
    expect(run).toMatchObject({ status: "unjudged", attempts: [{ problem: { code: "VERIFIER" } }] });
    expect(run?.attempts[0]?.problem?.message).toContain("TypeError: no reference");
    expect(run?.attempts[0]).not.toHaveProperty("outcome");
    expect(problem).toMatchObject({ problem: { code: "VERIFIER" } });
  });

  it.each(nonsense)("by returning %s leaves the run unjudged, with its own output", async (_, verdict) => {
    const { run, output } = await runWith({ verify: saying(verdict) });
    expect(output).toMatchObject(ownOutput);
    expect(run).toMatchObject({ status: "unjudged", attempts: [{ problem: { code: "VERIFIER_OUTPUT" } }] });
  });

  it('does not make `onFailure: "error"` throw', async () => {
    const { output } = await runWith({ onFailure: "error", verify: () => Promise.reject(new Error("oh")) });
    expect(output).toMatchObject(ownOutput);
  });
});

describe("a verdict", () => {
  it.each([
    [
      { key: "k", score: 0, comment: null },
      { ok: false, score: 0 },
    ],
    [
      { key: "k", score: 0.49, comment: "no" },
      { ok: false, score: 0.49, reason: "no" },
    ],
    [
      { key: "k", score: false },
      { ok: false, score: 0 },
    ],
    [{ ok: false, reason: null, score: null }, { ok: false }],
  ])("of %o is stored as %o", async (verdict, outcome) => {
    const { run } = await runWith({ maxRollbacks: 0, verify: saying(verdict) });
    expect(run?.attempts[0]?.outcome).toEqual(outcome);
  });
});

describe("a replanner", () => {
  it.each([
    ["throws", "UNEXPECTED", () => Promise.reject(new Error("no words"))],
    ["names a channel that the graph lacks", "UNKNOWN_NOTE_CHANNEL", () => ({ lgo: ["told"] })],
  ])("that %s leaves the run's own output, with problem %s beside it", async (_, code, replan) => {
    const { ran, run, output } = await runWith({ replan });
    expect(output).toMatchObject(ownOutput);
    expect(ran).toEqual(["a", "b", "c"]);
    expect(run).toMatchObject({ status: "gave-up", attempts: [{ problem: { code } }] });
    expect(run?.attempts[0]).not.toHaveProperty("rewind");
  });

  it("knows the failed attempt, the ones before it and where the graph is rewound to", async () => {
    const seen: unknown[] = [];
    await runWith({
      maxRollbacks: 3,
      replan: ({ attempt, previous, outcome, rewind, trajectory, attribution }) => {
        seen.push({
          attempt,
          previous: previous.map(({ record }) => record.attempt),
          reason: outcome.reason,
          step: rewind.step,
          steps: trajectory.steps.map(({ agent }) => agent),
          status: attribution.status,
        });
        return undefined;
      },
    });
    const common = { reason: "something is wrong", step: 0, steps: ["a", "b", "c"], status: "unbounded" };
    expect(seen).toEqual([
      { attempt: 1, previous: [], ...common },
      { attempt: 2, previous: [1], ...common },
      { attempt: 3, previous: [1, 2], ...common },
    ]);
  });
});

describe("what the verifier is given", () => {
  it("is the input, the output, the thread and the attempt, under our names and those of openevals", async () => {
    const runs: unknown[] = [];
    const graph = withRollback(chainGraph({ b: untilTold("b") }).builder.compile(), {
      noteChannel: "note",
      verify: async (run) => {
        const { steps } = await run.trajectory();
        runs.push([
          run.attempt,
          run.threadId,
          run.input === run.inputs,
          run.output === run.outputs,
          steps.length,
        ]);
        return nothingWrong(run);
      },
    });
    await graph.invoke({ log: ["in"] }, on("t"));
    expect(runs).toEqual([
      [1, "t", true, true, 3],
      [2, "t", true, true, 3],
    ]);
  });
});
