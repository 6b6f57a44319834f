import { describe, expect, it } from "vitest";

import { attemptTime } from "./attempt-time.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 2, 9, 0, seconds)).toISOString();

const step = (index: number, start: number, ms: number, tokens?: { input: number; output: number }) => ({
  index,
  agent: "a",
  summary: "",
  tools: [],
  depth: 0,
  startedAt: at(start),
  ms,
  tokens,
});

describe("attemptTime", () => {
  it("lays steps on one axis, those that ran side by side in rows of their own", () => {
    const steps = [step(0, 0, 1000), step(1, 1, 2000), step(2, 1, 500), step(3, 3, 1000)];
    const { ms, atOnce, timed } = attemptTime({ steps, kept: 0 });
    expect({ ms, atOnce }).toEqual({ ms: 4000, atOnce: 2 });
    expect(timed.map(({ start, end, row }) => [start, end, row])).toEqual([
      [0, 1000, 0],
      [1000, 3000, 0],
      [1000, 1500, 1],
      [3000, 4000, 0],
    ]);
  });

  it("counts only what the attempt ran itself, from its own first step", () => {
    const steps = [step(0, 0, 1000, { input: 9, output: 9 }), step(1, 60, 1000, { input: 5, output: 2 })];
    expect(attemptTime({ steps, kept: 1 })).toEqual({
      steps: 1,
      ms: 1000,
      atOnce: 1,
      tokens: { input: 5, output: 2 },
      timed: [{ step: 1, start: 0, end: 1000, row: 0, tokens: 7 }],
    });
  });

  it("leaves out steps of which no time is known, and says nothing of tokens that nobody reported", () => {
    const { startedAt: _, ...untimed } = step(0, 0, 1);
    const dateless = { ...step(1, 0, 1), startedAt: "soon" };
    expect(attemptTime({ steps: [untimed, dateless], kept: 0 })).toEqual({
      steps: 2,
      ms: 0,
      atOnce: 0,
      timed: [],
      tokens: undefined,
    });
  });

  it("takes 5,000 steps that all ran at once", () => {
    const steps = Array.from({ length: 5000 }, (_, index) => step(index, 0, 1000));
    expect(attemptTime({ steps, kept: 0 }).atOnce).toBe(5000);
  });
});
