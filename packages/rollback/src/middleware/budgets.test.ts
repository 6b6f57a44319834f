import { describe, expect, it } from "vitest";

import { on } from "../fixtures/chain-graph.ts";
import { calibratedAt } from "../fixtures/labelled-failures.ts";
import { middlewareAgent, question } from "../fixtures/middleware-agent.ts";
import { RollbackExhaustedError } from "../index.ts";
import type { Policy, PolicyContext } from "../policies/policy.ts";
import { readMiddlewareRecords, type RollbackMiddlewareConfig } from "./index.ts";

const refused = { ok: false, reason: "the sum is wrong" } as const;

/** An agent whose runs all fail: each attempt is a call, the tool's answer and an answer. */
async function play(config: RollbackMiddlewareConfig) {
  const { agent, events } = middlewareAgent(
    "v2",
    { verify: () => refused, maxRetries: 5, ...config },
    { reports: "small" },
  );
  await agent.invoke(question, on("t"));
  const records = await readMiddlewareRecords(agent, on("t"));
  const problems = events.flatMap((event) => (event.type === "rollback:problem" ? [event.problem.code] : []));
  return { records, last: records.at(-1), problems };
}

describe("a budget of the middleware", () => {
  it("of steps counts those of all attempts, also of those that were trimmed", async () => {
    const { last } = await play({ budget: { steps: 5 } });
    expect(last).toMatchObject({
      attempt: 2,
      decision: "give-up",
      reason: "Attempt 2 failed (the sum is wrong); the budget is spent: 6 of 5 steps were executed.",
      stopped: { by: "steps", limit: 5, used: 6 },
    });
    expect(last?.attribution).toBeUndefined();
  });

  it("of tokens does not count kept calls again", async () => {
    const { records, last } = await play({
      calibration: await calibratedAt(2),
      alpha: 0.2,
      budget: { tokens: 440 },
    });
    expect(records[0]).toMatchObject({ trimmed: { step: 2 }, spent: { steps: 3 } });
    expect(last).toMatchObject({
      attempt: 2,
      // The model calls its tool and answers anew, after the kept call and the tool's kept answer.
      stopped: { by: "tokens", limit: 440, used: 440 },
      spent: { steps: 3, tokens: [{ model: "small", input: 200, output: 20 }] },
    });
  });

  it("counts what the verdicts have cost, also of attempts that were trimmed", async () => {
    const cost = { tokens: [{ model: "judge", input: 500, output: 60 }] };
    const { last } = await play({ verify: () => ({ ...refused, cost }), budget: { tokens: 1560 } });
    expect(last).toMatchObject({
      attempt: 2,
      // Each attempt has two answers of 110 tokens and a verdict of 560.
      stopped: { by: "tokens", limit: 1560, used: 1560 },
      outcome: { cost },
    });
  });

  it("of money says which models have no price", async () => {
    const { last, problems } = await play({ maxRetries: 1, budget: { money: { amount: 0.1, prices: {} } } });
    expect(last).toMatchObject({ stopped: { by: "rollbacks", limit: 1, used: 1 } });
    expect(problems).toEqual(["PRICE_MISSING", "PRICE_MISSING"]);
  });

  it("of time is measured by the clock since the turn began", async () => {
    let now = 0;
    const { last } = await play({ clock: () => (now += 1000), budget: { milliseconds: 10_000 } });
    expect(last).toMatchObject({ stopped: { by: "time", limit: 10_000 } });
  });
});

it("ends a turn that fails the same way twice, if the option is set", async () => {
  const { last } = await play({ stopOnSameFailure: true });
  expect(last).toMatchObject({ attempt: 2, stopped: { by: "same-failure" }, failedAt: { step: 2 } });
});

it("trims where the policy says, which sees the bound of the first failure", async () => {
  const seen: PolicyContext[] = [];
  const policy: Policy = {
    name: "second",
    decide: (context) => {
      seen.push(context);
      return { kind: "roll-back", start: 2, reason: "made up" };
    },
  };
  const { records } = await play({ policy, calibration: await calibratedAt(1), maxRetries: 2 });
  expect(records).toMatchObject([
    { trimmed: { step: 2, policy: "second", reason: "made up" }, attribution: { status: "bounded" } },
    { trimmed: { step: 2 }, attribution: { status: "unbounded" } },
    { decision: "give-up", stopped: { by: "rollbacks" } },
  ]);
  expect(seen.map(({ tries }) => tries.map(({ start }) => start))).toEqual([[0], [0, 2]]);
  const [first, second] = seen.map(({ startAt }) => startAt(0.2));
  expect(first).toEqual({ start: 1, level: expect.any(Number), guarantee: "exact" });
  expect(second).toEqual(first);
});

it("starts the turn over if the policy fails", async () => {
  const policy: Policy = {
    name: "broken",
    decide: () => {
      throw new RangeError("no idea");
    },
  };
  const { records } = await play({ policy, maxRetries: 1 });
  expect(records[0]).toMatchObject({ trimmed: { step: 0 }, problem: { code: "POLICY_FAILED" } });
});

it("says with the error what ended the turn", async () => {
  const error: unknown = await play({ budget: { steps: 1 }, onFailure: "error" }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(RollbackExhaustedError);
  expect(error).toMatchObject({
    stopped: { by: "steps", limit: 1, used: 3 },
    message: expect.stringMatching(/`readMiddlewareRecords` shows .* raise `budget\.steps`/),
  });
});
