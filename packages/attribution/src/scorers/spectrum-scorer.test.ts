import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { scorerFromModel, spectrumScorer } from "../index.ts";
import { hostileTrajectories } from "../testing/index.ts";
import type { Step, Trajectory } from "../trajectory/index.ts";

/** A run of a task whose agent says these texts. */
function runOf(id: string, ok: boolean, texts: readonly string[], task = "refund"): Trajectory {
  const steps = texts.map((content, index): Step => ({ index, agent: "desk", content }));
  return { id, task, steps, outcome: { ok } };
}

const failed = runOf("failed", false, ["plan", "guess", "pay"]);
const others = [
  runOf("alike", false, ["plan", "guess", "stop"]),
  runOf("right", true, ["plan", "look", "pay"]),
];

const saidOf = async (runs: readonly Trajectory[], step: number): Promise<string | undefined> =>
  (await spectrumScorer(runs).explain?.(failed, [step]))?.[0]?.parts[0]?.says;

const anyRuns = fc.array(
  fc
    .record({
      id: fc.constantFrom("failed", "a", "b", "c"),
      ok: fc.boolean(),
      texts: fc.array(fc.constantFrom("plan", "guess", "pay", "look"), { minLength: 1, maxLength: 5 }),
      task: fc.constantFrom("refund", "booking"),
    })
    .map(({ id, ok, task, texts }) => runOf(id, ok, texts, task)),
  { maxLength: 8 },
);

describe("spectrumScorer", () => {
  it("suspects most what failing runs share and passing runs lack, by Ochiai", async () => {
    const scores = await spectrumScorer(others).score(failed);
    // Of F = 2 failing runs: plan in 2 and 1 passing, guess in 2 and none, pay in 1 and 1 passing.
    const suspicions = [2 / Math.sqrt(2 * 3), 2 / Math.sqrt(2 * 2), 1 / Math.sqrt(2 * 2)];
    const total = suspicions.reduce((sum, value) => sum + value, 0);
    expect(scores).toEqual(suspicions.map((value) => value / total));
  });

  it("says in how many failing and passing runs a step stands", async () => {
    expect(await saidOf(others, 1)).toBe(
      "stands in 2 of 2 failing runs of the task, this one included, and in 0 of 1 passing ones",
    );
  });

  it("scores all steps alike without another run of the task, and says so", async () => {
    for (const runs of [[], [failed], [runOf("other", true, ["plan"], "booking")]]) {
      expect(await spectrumScorer(runs).score(failed)).toEqual([1 / 3, 1 / 3, 1 / 3]);
      expect(await saidOf(runs, 0)).toBe("is as suspicious as any other: no other run of the task is known");
    }
  });

  it("gives shares that sum to 1, and more to a step the fewer passing runs have it", async () => {
    await fc.assert(
      fc.asyncProperty(anyRuns, fc.nat(2), async (runs, step) => {
        const before = await spectrumScorer(runs).score(failed);
        expect(before.reduce((sum, score) => sum + score, 0)).toBeCloseTo(1, 9);
        const passing = runOf("one more", true, [failed.steps[step]?.content ?? ""]);
        const after = await spectrumScorer([...runs, passing]).score(failed);
        expect(after[step]).toBeLessThan(before[step] ?? 0);
      }),
    );
  });

  it("never counts the run itself, nor runs of other tasks or without an outcome", async () => {
    await fc.assert(
      fc.asyncProperty(anyRuns, async (runs) => {
        const { outcome: _, ...unjudged } = runOf("unjudged", true, ["plan"]);
        const counted = runs.filter(({ id, task }) => id !== "failed" && task === "refund");
        expect(await spectrumScorer([...runs, failed, unjudged]).score(failed)).toEqual(
          await spectrumScorer(counted).score(failed),
        );
      }),
    );
  });

  it("depends neither on the order of the runs nor on how often one is given", async () => {
    await fc.assert(
      fc.asyncProperty(anyRuns, async (runs) => {
        const [one, other] = [spectrumScorer(runs), spectrumScorer([...runs, ...runs.toReversed()])];
        expect(other.fingerprint).toBe(one.fingerprint);
        expect(await other.score(failed)).toEqual(await one.score(failed));
      }),
    );
  });

  it("has a fingerprint that changes with each run that it has", () => {
    const variants = [
      others,
      others.slice(1),
      [...others, runOf("more", true, ["plan"])],
      others.map((run) => ({ ...run, outcome: { ok: true } })),
      others.map((run) => ({ ...run, steps: run.steps.slice(1) })),
      others.map((run) => ({ ...run, task: "booking" })),
      others.map((run) => ({ ...run, id: `${run.id}-2` })),
    ];
    expect(new Set(variants.map((runs) => spectrumScorer(runs).fingerprint)).size).toBe(variants.length);
  });

  it("comes back from its model, which holds no text", async () => {
    const scorer = spectrumScorer(others);
    expect(JSON.stringify(scorer.model)).not.toMatch(/plan|guess|desk|refund/);
    const again = scorerFromModel(JSON.parse(JSON.stringify(scorer.model)));
    expect(again.fingerprint).toBe(scorer.fingerprint);
    expect(await again.score(failed)).toEqual(await scorer.score(failed));
  });

  it("takes runs without the text of a task for runs of different tasks", async () => {
    const untold = others.map((run) => ({ ...run, task: "" }));
    expect(new Set(await spectrumScorer(untold).score({ ...failed, task: "" })).size).toBe(1);
  });

  it("finds hostile runs to be like their twins", async () => {
    const hostile = hostileTrajectories(1000).map((run) => ({ ...run, outcome: { ok: false } }));
    for (const run of hostile) {
      const twin = { ...run, id: "twin" };
      expect(new Set(await spectrumScorer(hostile).score(twin)).size).toBe(1);
    }
  });
});

describe("the same step", () => {
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  const call = (args: unknown, name = "pay"): Partial<Step> => ({ toolCalls: [{ name, args }] });
  /** Whether a step counts as the same as one of a passing run. */
  const isSame = async (one: Partial<Step>, other: Partial<Step>): Promise<boolean> => {
    const stepOf = (fields: Partial<Step>): Step => ({ index: 0, agent: "desk", content: "", ...fields });
    const passing = { ...runOf("right", true, []), steps: [stepOf(other)] };
    const run = { ...failed, steps: [stepOf(one), { index: 1, agent: "desk", content: "else" }] };
    const [first = 0, second = 0] = await spectrumScorer([passing]).score(run);
    return first < second;
  };

  it.each<readonly [string, Partial<Step>, Partial<Step>]>([
    ["texts that differ by case and white space", { content: "I  Look\n" }, { content: "i look" }],
    ["texts that differ by compatible characters", { content: "ﬁle" }, { content: "file" }],
    ["arguments in another order of keys", call({ a: 1, b: 2 }), call({ b: 2, a: 1 })],
    ["calls under other texts", { content: "Now.", ...call({}) }, { content: "So.", ...call({}) }],
    ["other times", { startedAt: "2026-01-01T00:00:00Z" }, {}],
    ["arguments that JSON cannot hold", call(circular), call(circular)],
  ])("has %s", async (_, one, other) => {
    expect(await isSame(one, other)).toBe(true);
  });

  it.each<readonly [string, Partial<Step>, Partial<Step>]>([
    ["another agent", { agent: "clerk" }, {}],
    ["another text", { content: "pay 10" }, { content: "pay 11" }],
    ["another tool", call({}, "pay"), call({}, "refund")],
    ["other arguments", call({ sum: 10 }), call({ sum: 11 })],
    ["a call where the other only speaks of it", call({}), { content: "pay {}" }],
  ])("does not have %s", async (_, one, other) => {
    expect(await isSame(one, other)).toBe(false);
  });
});
