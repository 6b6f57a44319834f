import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { on } from "../fixtures/chain-graph.ts";
import { calibratedAt } from "../fixtures/labelled-failures.ts";
import { spendingGraph } from "../fixtures/spending-graph.ts";
import {
  readHistory,
  rollbackGraph,
  RollbackExhaustedError,
  withRollback,
  type RollbackEvent,
  type RollbackOptions,
} from "../index.ts";
import { toSet } from "../policies/index.ts";

const question = { messages: [{ role: "user", content: "How much?" }] };
const refused = { ok: false, reason: "too much" } as const;
const prices = { small: { input: 1000, output: 10_000 } };

type Options = Partial<RollbackOptions>;

interface Played {
  readonly ran: readonly string[];
  readonly last:
    | { readonly reason: string; readonly stopped?: object; readonly attribution?: object }
    | undefined;
  readonly problems: readonly string[];
}

/** A run in which no attempt passes, driven by one of the two drivers. */
type Play = (options: Options, model?: string) => Promise<Played>;

const driven: Play = async (options, model) => {
  const { ran, builder } = spendingGraph(model);
  const graph = withRollback(builder.compile({ checkpointer: new MemorySaver() }), {
    verify: () => refused,
    maxRollbacks: 5,
    onFailure: "last",
    ...options,
  });
  await graph.invoke(question, on("t"));
  const [run] = await readHistory(graph, on("t"));
  const problems = run?.problems.map(({ attempt, problem: { code } }) => `${attempt} ${code}`) ?? [];
  return { ran, last: run?.attempts.at(-1), problems };
};

const asGraph: Play = async (options, model) => {
  const { ran, builder } = spendingGraph(model);
  const checkpointer = new MemorySaver();
  const graph = rollbackGraph(builder.compile({ checkpointer }), {
    verify: () => refused,
    maxRollbacks: 5,
    onFailure: "last",
    ...options,
  });
  const { attempts } = await graph.compile().invoke({ input: question, threadId: "t" });
  const [run] = await readHistory(checkpointer, on("t"));
  const problems = run?.problems.map(({ attempt, problem: { code } }) => `${attempt} ${code}`) ?? [];
  return { ran, last: attempts.at(-1), problems };
};

describe.each([
  ["withRollback", driven],
  ["rollbackGraph", asGraph],
] as const)("a budget of %s", (_, play) => {
  it("of steps counts those of all attempts, and ends the run before its steps are scored", async () => {
    const { ran, last } = await play({ budget: { steps: 4 } });
    expect(ran).toHaveLength(6);
    expect(last).toMatchObject({
      decision: "give-up",
      reason: "Attempt 2 failed (too much); the budget is spent: 6 of 4 steps were executed.",
      stopped: { by: "steps", limit: 4, used: 6 },
      spent: { steps: 3 },
    });
    expect(last?.attribution).toBeUndefined();
  });

  it("does not count kept steps again", async () => {
    const calibration = await calibratedAt(2);
    const { ran, last } = await play({ policy: toSet(), calibration, alpha: 0.2, budget: { steps: 5 } });
    // Attempt 2 executes c alone, attempt 3 all of them.
    expect(ran.join("")).toBe("abccabc");
    expect(last).toMatchObject({ attempt: 3, stopped: { by: "steps", limit: 5, used: 7 } });
  });

  it("of tokens counts each message once", async () => {
    const calibration = await calibratedAt(2);
    const { ran, last } = await play(
      { policy: toSet(), calibration, alpha: 0.2, budget: { tokens: 440 } },
      "small",
    );
    expect(ran.join("")).toBe("abcc");
    expect(last).toMatchObject({
      reason: "Attempt 2 failed (too much); the budget is spent: 440 of 440 tokens were used.",
      stopped: { by: "tokens", limit: 440, used: 440 },
      spent: { steps: 1, tokens: [{ model: "small", input: 100, output: 10 }] },
    });
  });

  it("of money takes prices for a million tokens by the model's name", async () => {
    const { ran, last, problems } = await play({ budget: { money: { amount: 1, prices } } }, "small");
    // An answer costs 100 * 1000 / 1e6 + 10 * 10,000 / 1e6 = .2.
    expect(ran).toHaveLength(6);
    expect(last).toMatchObject({ stopped: { by: "money", limit: 1, used: 1.2 } });
    expect(problems).toEqual([]);
  });

  it("counts what the verdicts of all attempts have cost, beside the steps", async () => {
    const verify = () => ({ ...refused, cost: { tokens: [{ model: "judge", input: 500, output: 50 }] } });
    const { ran, last } = await play({ verify, budget: { tokens: 1760 } }, "small");
    // An attempt has 3 answers of 110 tokens and a verdict of 550.
    expect(ran).toHaveLength(6);
    expect(last).toMatchObject({
      stopped: { by: "tokens", limit: 1760, used: 1760 },
      spent: {
        steps: 3,
        tokens: [
          { model: "small", input: 300, output: 30 },
          { model: "judge", input: 500, output: 50 },
        ],
      },
      outcome: { cost: { tokens: [{ model: "judge", input: 500, output: 50 }] } },
    });
  });

  it("of money takes the verdicts' models, too, and says which of them have no price", async () => {
    const verify = () => ({ ...refused, cost: { tokens: [{ model: "judge", input: 500, output: 50 }] } });
    const judge = { input: 1000, output: 10_000 };
    const money = { amount: 2, prices: { ...prices, judge } };
    const { last } = await play({ verify, budget: { money } }, "small");
    // An attempt has 3 answers of .2 and a verdict of 1.
    expect(last).toMatchObject({ attempt: 2, stopped: { by: "money", limit: 2, used: 3.2 } });
    const unpriced = await play(
      { verify, maxRollbacks: 1, budget: { money: { amount: 2, prices } } },
      "small",
    );
    expect(unpriced.last).toMatchObject({ stopped: { by: "rollbacks" } });
    expect(unpriced.problems).toEqual(["1 PRICE_MISSING", "2 PRICE_MISSING"]);
  });

  it("does not judge, and so does not roll back, a run whose verdict has a cost that is no number", async () => {
    const verify = () => ({ ...refused, cost: { tokens: [{ input: Number.NaN, output: 1 }] } });
    const { ran, last } = await play({ verify, budget: { tokens: 5000 } });
    expect(ran).toHaveLength(3);
    expect(last).toMatchObject({ decision: "give-up", problem: { code: "VERIFIER_OUTPUT" } });
  });

  it("of money says of each attempt which models have no price", async () => {
    const { last, problems } = await play(
      { maxRollbacks: 1, budget: { money: { amount: 1, prices } } },
      "large",
    );
    expect(last).toMatchObject({ stopped: { by: "rollbacks", limit: 1, used: 1 } });
    expect(problems).toEqual(["1 PRICE_MISSING", "2 PRICE_MISSING"]);
  });

  it("of time is measured by the clock, from the run's first step on", async () => {
    let now = 0;
    const { ran, last } = await play({ clock: () => (now += 1000), budget: { milliseconds: 30_000 } });
    expect(ran.length).toBeGreaterThan(3);
    expect(last).toMatchObject({ decision: "give-up", stopped: { by: "time", limit: 30_000 } });
  });

  it("of nothing ends the run after its first failure", async () => {
    for (const budget of [{ steps: 0 }, { tokens: 0 }, { milliseconds: 0 }])
      expect((await play({ budget })).ran).toEqual(["a", "b", "c"]);
  });

  it("that is not spent leaves the number of rollbacks to decide", async () => {
    const budget = { steps: 100, tokens: 1e6, milliseconds: 1e9, money: { amount: 100, prices } };
    const { last } = await play({ maxRollbacks: 1, budget }, "small");
    expect(last).toMatchObject({ attempt: 2, stopped: { by: "rollbacks" }, attribution: { n: 0 } });
  });
});

describe("a run that fails the same way twice", () => {
  it("ends if the option is set", async () => {
    const { last } = await driven({ stopOnSameFailure: true });
    expect(last).toMatchObject({
      attempt: 2,
      reason: "Attempt 2 failed (too much) at step 3 with the same words as attempt 1.",
      stopped: { by: "same-failure" },
      failedAt: { step: 2, agent: "c" },
    });
  });

  it("continues by default", async () => {
    expect((await driven({ maxRollbacks: 2 })).last).toMatchObject({ attempt: 3 });
  });

  it.each([
    [
      "says something else each time",
      ({ attempt }: { attempt: number }) => ({ ok: false, reason: `no ${attempt}` }),
    ],
    ["gives no reason", () => false],
  ])("continues if the verifier %s", async (_, verify) => {
    const graph = withRollback(spendingGraph().builder.compile(), {
      verify,
      stopOnSameFailure: true,
      maxRollbacks: 2,
    });
    await graph.invoke(question, on("t"));
    expect((await readHistory(graph, on("t")))[0]?.attempts).toHaveLength(3);
  });
});

describe("what ended a run", () => {
  it("is with the error, which names the option that allows more", async () => {
    const events: RollbackEvent[] = [];
    const graph = withRollback(spendingGraph().builder.compile(), {
      verify: () => refused,
      budget: { tokens: 100 },
      onFailure: "error",
      onEvent: (event) => events.push(event),
    });
    const error: unknown = await graph.invoke(question, on("t")).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RollbackExhaustedError);
    expect(error).toMatchObject({
      stopped: { by: "tokens", limit: 100, used: 330 },
      message: expect.stringMatching(/330 of 100 tokens were used\. .* raise `budget\.tokens`/),
    });
    expect(events.at(-1)).toMatchObject({ type: "rollback:ended", record: { stopped: { by: "tokens" } } });
  });
});

it("counts what a run has spent in another process", async () => {
  const checkpointer = new MemorySaver();
  const { ran, builder } = spendingGraph("small");
  const open = () =>
    withRollback(builder.compile({ checkpointer, interruptBefore: ["c"] }), {
      verify: () => refused,
      maxRollbacks: 5,
      budget: { tokens: 600, milliseconds: 1e9 },
    });
  await open().invoke(question, on("t"));
  for (let paused = 0; paused < 3; paused += 1) await open().invoke(null, on("t"));
  const [run] = await readHistory(checkpointer, on("t"));
  expect(ran).toHaveLength(6);
  expect(run?.attempts.at(-1)).toMatchObject({
    attempt: 2,
    stopped: { by: "tokens", limit: 600, used: 660 },
  });
});

describe("cached tokens", () => {
  /** A run that fails twice, and what its policy was told that steps cost. */
  async function cachedRun(budget: RollbackOptions["budget"], cacheRead: (count: number) => number) {
    const costs: (readonly number[])[] = [];
    const { builder } = spendingGraph("small", (count) => ({
      cache_read: cacheRead(count),
      cache_creation: 10,
    }));
    const graph = withRollback(builder.compile({ checkpointer: new MemorySaver() }), {
      verify: () => refused,
      maxRollbacks: 1,
      policy: {
        name: "last",
        decide: (context) => {
          costs.push(context.costs);
          return { kind: "roll-back", start: 2, reason: "test" };
        },
      },
      ...(budget === undefined ? {} : { budget }),
    });
    await graph.invoke(question, on("t"));
    const [run] = await readHistory(graph, on("t"));
    return { run, costs };
  }
  const reads = (count: number) => [0, 40, 80, 90][count - 1] ?? 0;

  it("are priced as what they are, in budgets and to policies, and the record says their share", async () => {
    const cached = { small: { input: 1000, output: 10_000, cacheRead: 100, cacheWrite: 2000 } };
    const { run, costs } = await cachedRun({ money: { amount: 0.3, prices: cached } }, reads);
    // Each answer: the rest at 1000, those read at 100, 10 written at 2000, and 10 out at 10,000, by the million.
    const each = [90, 50, 10].map((rest, i) => (rest * 1000 + i * 40 * 100 + 20_000 + 100_000) / 1e6);
    expect(each.reduce((sum, cost) => sum + cost)).toBeCloseTo(0.522, 12);
    expect(run?.attempts).toHaveLength(1);
    expect(run?.attempts[0]).toMatchObject({
      stopped: { by: "money", limit: 0.3, used: 0.522 },
      spent: {
        tokens: [{ model: "small", input: 300, output: 30, cacheRead: 120, cacheWrite: 30 }],
        cached: 0.4,
      },
    });
    expect(costs).toEqual([]);
    const dear = await cachedRun({ money: { amount: 10, prices: cached } }, reads);
    expect(dear.costs).toEqual([each]);
    expect(dear.run?.attempts[1]?.spent).toMatchObject({ steps: 1, cached: 0.9 });
  });

  it("weigh a quarter where no prices are given", async () => {
    const { costs } = await cachedRun(undefined, reads);
    expect(costs).toEqual([[110, 80, 50]]);
    // A price for another model is none.
    const other = { money: { amount: 10, prices: { large: { input: 1, output: 1 } } } };
    expect((await cachedRun(other, reads)).costs).toEqual([[110, 80, 50]]);
  });

  it.each<[object, ErrorConstructor]>([
    [{ cacheRead: -1 }, RangeError],
    [{ cacheWrite: Number.NaN }, RangeError],
    [{ cacheRead: "1" }, Error],
  ])("are refused at a price of %o", async (price, error) => {
    const small = { input: 1, output: 1, ...price };
    await expect(cachedRun({ money: { amount: 1, prices: { small } } }, reads)).rejects.toThrow(error);
  });
});
