import type { AttemptRecord } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

import { attemptViewOf } from "./attempt-view.ts";

const record: AttemptRecord = {
  version: 1,
  run: "r",
  attempt: 1,
  at: "2026-02-01T00:00:00.000Z",
  head: "h",
  decision: "give-up",
  reason: "",
};

const rewind = {
  step: 0,
  kind: "superstep",
  kept: 0,
  redone: 1,
  policy: "restart",
  checkpoint: "c",
  fork: "f",
} as const;

const asked = { attempt: 1, at: record.at, record: { ...record, decision: "roll-back", rewind } } as const;

describe("attemptViewOf", () => {
  it.each([
    ["approved", { ...record, decision: "roll-back", rewind }],
    ["declined", { ...record, stopped: { by: "declined" } }],
    ["dropped", record],
  ] as const)("says of a rollback that a human was asked about: %s", (approval, given) => {
    const view = attemptViewOf([], { attempt: 1, record: given, asked });
    expect([view.approval, view.proposed]).toEqual([approval, undefined]);
    expect(attemptViewOf([], { attempt: 1, record: given })).not.toHaveProperty("approval");
  });

  it("has what a question that waits is about, and nothing that is decided", () => {
    const view = attemptViewOf([], { attempt: 1, asked });
    expect(view).toMatchObject({
      approval: "waits",
      at: record.at,
      outcome: record.outcome,
      proposed: {
        step: rewind.step,
        kept: rewind.kept,
        redone: rewind.redone,
        policy: rewind.policy,
        question: record.reason,
      },
    });
    expect([view.decision, view.rewind, view.planned]).toEqual([undefined, undefined, undefined]);
  });

  it("has the promise of its run's recovery in words", () => {
    const recovery = { procedure: "p", maxRollbacks: 3, audited: true } as const;
    const promise = { within: 2, level: 0.9, alpha: 0.1, n: 60, guarantee: "exact", delta: 0.1 } as const;
    const view = attemptViewOf([], { attempt: 1, record: { ...record, recovery: { ...recovery, promise } } });
    expect(view.recoveryPromise).toBe(
      "at least 90 % of failed runs are recovered within 2 rollbacks (n = 60, in 90 % of calibrations)",
    );
    const none = attemptViewOf([], { attempt: 1, record: { ...record, recovery } });
    expect(none).not.toHaveProperty("recoveryPromise");
  });

  it("has what its run had learnt, within bounds, and that a step was drawn", () => {
    const long = "x".repeat(500);
    const learnt = { agent: `a\n${long}`, version: long, cap: "lifted" } as const;
    const recovery = { procedure: "p", maxRollbacks: 1, audited: true, learnt } as const;
    const waiting = { ...asked.record, recovery, rewind: { ...rewind, drawn: true as const } };
    const view = attemptViewOf([], { attempt: 1, asked: { ...asked, record: waiting } });
    expect(view.proposed?.drawn).toBe(true);
    expect(view.recovery?.learnt?.cap).toBe("lifted");
    expect(view.recovery?.learnt?.agent).toMatch(/^a x+…$/);
    expect(view.recovery?.learnt?.version.length).toBeLessThan(130);
  });

  it("has what the attempt spent and what ended the run, within bounds", () => {
    const tokens = Array.from({ length: 30 }, () => ({ model: "m".repeat(5000), input: 1, output: 2 }));
    const view = attemptViewOf([], {
      attempt: 1,
      record: { ...record, spent: { steps: 3, tokens }, stopped: { by: "steps", limit: 2, used: 3 } },
    });
    expect(view.stopped).toEqual({ by: "steps", limit: 2, used: 3 });
    expect(view.spent?.tokens).toHaveLength(20);
    expect(view.spent?.tokens?.[0]?.model).toHaveLength(120);
  });
});

it("of very many checks, shows those that failed and counts the others", () => {
  const checks = Array.from({ length: 500 }, (_, step) => ({
    node: "n".repeat(1000),
    step,
    ok: step !== 499,
    ...(step === 499 ? { reason: "x".repeat(100_000) } : {}),
  }));
  const { watch } = attemptViewOf([], { attempt: 1, record: { ...record, watch: { checks } } });
  expect(watch?.moreChecks).toBe(300);
  expect(watch?.checks).toHaveLength(200);
  expect(watch?.checks?.at(-1)).toMatchObject({ step: 499, ok: false });
  expect(JSON.stringify(watch).length).toBeLessThan(60_000);
});
