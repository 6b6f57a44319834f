import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type AgentHistory, agentHistorySchema } from "./agent-history.ts";
import { estimateRates } from "./estimate-rates.ts";

const NOTHING: AgentHistory = { firstAttempts: [], redos: [] };

/** First attempts in the very numbers that an error rate makes likeliest. */
function firstAttempts(count: number, length: number, errorRate: number) {
  const succeeded = Math.round(count * (1 - errorRate) ** length);
  return [{ length, succeeded, failed: count - succeeded }];
}

/** Redos that all reach back, in the very numbers that the rates make likeliest. */
function redos(count: number, redone: number, errorRate: number, repeatRate: number) {
  const succeeded = Math.round(count * (1 - repeatRate) * (1 - errorRate) ** redone);
  return Array.from({ length: count }, (_, index) => ({ redone, reach: 1, succeeded: index < succeeded }));
}

const anyHistory: fc.Arbitrary<AgentHistory> = fc.record({
  firstAttempts: fc.array(
    fc.record({
      length: fc.integer({ min: 1, max: 5000 }),
      succeeded: fc.integer({ min: 0, max: 100_000 }),
      failed: fc.integer({ min: 0, max: 100_000 }),
    }),
    { maxLength: 4 },
  ),
  redos: fc.array(
    fc.record({
      redone: fc.integer({ min: 1, max: 5000 }),
      reach: fc.double({ min: 0, max: 1, noNaN: true }),
      succeeded: fc.boolean(),
    }),
    { maxLength: 8 },
  ),
});

describe("the rates of an agent", () => {
  it("are the priors' means without a history", () => {
    const { errorRate, repeatRate } = estimateRates(NOTHING);
    // Beta(1, 30) has mean 1 / 31; Beta(1, 4) has mean 1 / 5. The grid cuts their ends off.
    expect(errorRate).toBeCloseTo(0.033, 3);
    expect(repeatRate).toBeCloseTo(0.2, 2);
  });

  it.each([0.01, 0.03, 0.08, 0.2])("find an error rate of %d from first attempts alone", (rate) => {
    const found = estimateRates({ firstAttempts: firstAttempts(2000, 8, rate), redos: [] });
    // Points of the grid lie 18 % apart.
    expect(Math.abs(Math.log(found.errorRate / rate))).toBeLessThan(0.1);
    expect(found.repeatRate).toBeCloseTo(estimateRates(NOTHING).repeatRate, 10);
  });

  it.each([
    [0.03, 0.1],
    [0.03, 0.5],
    [0.1, 0.3],
  ])("find an error rate of %d and a repeat rate of %d from redos as well", (errorRate, repeatRate) => {
    const found = estimateRates({
      firstAttempts: firstAttempts(2000, 8, errorRate),
      redos: redos(400, 6, errorRate, repeatRate),
    });
    expect(Math.abs(Math.log(found.errorRate / errorRate))).toBeLessThan(0.1);
    expect(Math.abs(found.repeatRate - repeatRate)).toBeLessThan(0.05);
  });

  it("learn from successes: the same failures among more runs mean fewer errors", () => {
    const among = (succeeded: number) =>
      estimateRates({ firstAttempts: [{ length: 8, succeeded, failed: 10 }], redos: [] }).errorRate;
    expect(among(0)).toBeGreaterThan(among(10));
    expect(among(10)).toBeGreaterThan(among(100));
  });

  it("do not blame the note for a redo that hardly reached the mistake", () => {
    const failing = (reach: number) =>
      estimateRates({ firstAttempts: [], redos: [{ redone: 3, reach, succeeded: false }] }).repeatRate;
    expect(failing(1)).toBeGreaterThan(failing(0.2));
    expect(failing(0)).toBeCloseTo(estimateRates(NOTHING).repeatRate, 3);
  });

  it("lie between 0 and 1 whatever the history, and do not depend on its order", () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const rates = estimateRates(history);
        for (const rate of [rates.errorRate, rates.repeatRate]) {
          expect(rate).toBeGreaterThan(0);
          expect(rate).toBeLessThan(1);
        }
        const reversed = {
          firstAttempts: history.firstAttempts.toReversed(),
          redos: history.redos.toReversed(),
        };
        const again = estimateRates(reversed);
        expect(again.errorRate).toBeCloseTo(rates.errorRate, 9);
        expect(again.repeatRate).toBeCloseTo(rates.repeatRate, 9);
        expect(estimateRates(structuredClone(history))).toEqual(rates);
      }),
      { numRuns: 40 },
    );
  });

  it("add up entries of the same length", () => {
    const parts = [
      { length: 5, succeeded: 3, failed: 1 },
      { length: 5, succeeded: 4, failed: 2 },
    ];
    const apart = estimateRates({ firstAttempts: parts, redos: [] });
    const together = estimateRates({ firstAttempts: [{ length: 5, succeeded: 7, failed: 3 }], redos: [] });
    expect(apart.errorRate).toBeCloseTo(together.errorRate, 12);
  });

  it.each([
    [
      { firstAttempts: [{ length: 0, succeeded: 1, failed: 1 }] },
      "`length` to be a whole number >= 1, got 0",
    ],
    [{ firstAttempts: [{ length: 2, succeeded: -1, failed: 1 }] }, "`succeeded` to be a whole number >= 0"],
    [{ firstAttempts: [{ length: 2, succeeded: 1, failed: 0.5 }] }, "`failed` to be a whole number >= 0"],
    [{ redos: [{ redone: 0, reach: 1, succeeded: true }] }, "`redone` to be a whole number >= 1, got 0"],
    [{ redos: [{ redone: 1, reach: 1.5, succeeded: true }] }, "`reach` in [0, 1], got 1.5"],
  ])("refuse %o", (part, message) => {
    expect(() => estimateRates({ ...NOTHING, ...part })).toThrow(message);
    expect(agentHistorySchema.safeParse({ ...NOTHING, ...part }).success).toBe(false);
  });

  it("are read from a history that went through JSON", () => {
    const history: AgentHistory = {
      firstAttempts: firstAttempts(40, 6, 0.05),
      redos: redos(3, 4, 0.05, 0.2),
    };
    const read = agentHistorySchema.parse(JSON.parse(JSON.stringify(history)));
    expect(estimateRates(read)).toEqual(estimateRates(history));
  });
});
