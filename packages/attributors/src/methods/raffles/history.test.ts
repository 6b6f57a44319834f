import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { RafflesRound } from "./candidate.ts";
import { bestRound, historyScores, memoryText } from "./history.ts";

const round = (step: number | undefined, confidence: number): RafflesRound => ({
  candidate: { ...(step === undefined ? {} : { step, agent: "a" }), rationales: { fault: `f${step}` } },
  opinions: [{ criterion: "trace", confidence, reason: "r" }],
  confidence,
});

const rounds = fc.array(
  fc
    .tuple(fc.option(fc.integer({ min: -1, max: 12 }), { nil: undefined }), fc.integer({ min: 0, max: 400 }))
    .map(([step, confidence]) => round(step, confidence)),
  { minLength: 1, maxLength: 6 },
);

describe("bestRound", () => {
  it("takes the most confident round of all, not the last", () => {
    expect(bestRound([round(1, 200), round(2, 340), round(3, 250)], 5)?.candidate?.step).toBe(2);
  });

  it("takes the latest of equals", () => {
    expect(bestRound([round(1, 300), round(2, 300)], 5)?.candidate?.step).toBe(2);
  });

  it("passes over candidates that are not in the trace, and rounds without any", () => {
    const none: RafflesRound = { opinions: [], confidence: 0 };
    expect(
      bestRound([round(0, 10), round(5, 300), round(-1, 300), round(1.5, 300), none], 5)?.candidate?.step,
    ).toBe(0);
    expect(bestRound([round(9, 300), none], 5)).toBeUndefined();
  });

  it("lets no fault be the best", () => {
    expect(bestRound([round(1, 100), round(undefined, 380)], 5)?.candidate).toEqual({
      rationales: { fault: "fundefined" },
    });
  });
});

describe("historyScores", () => {
  it("gives candidates their highest confidence over 400, and the others what the best leaves", () => {
    expect(historyScores([round(1, 200), round(3, 300), round(1, 100)], 6, 400)).toEqual([
      0.0625, 0.5, 0.0625, 0.75, 0.0625, 0.0625,
    ]);
  });

  it("leaves little to every step where no fault is the best", () => {
    expect(historyScores([round(undefined, 360)], 2, 400)).toEqual([
      expect.closeTo(0.05, 12),
      expect.closeTo(0.05, 12),
    ]);
  });

  it("gives each step a score in [0, 1], none above that of the best candidate", () => {
    fc.assert(
      fc.property(rounds, fc.integer({ min: 1, max: 10 }), (history, length) => {
        const best = bestRound(history, length);
        const scores = historyScores(history, length, 400);
        expect(scores).toHaveLength(length);
        if (best === undefined) {
          expect(new Set(scores)).toEqual(new Set([undefined]));
          return;
        }
        for (const score of scores) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(best.confidence / 400);
        }
        const { step } = best.candidate ?? {};
        if (step !== undefined) expect(scores[step]).toBe(best.confidence / 400);
      }),
    );
  });
});

describe("memoryText", () => {
  it("is one line of JSON a round with a candidate, steps counted from 1", () => {
    const [memory] = memoryText([round(2, 150), { opinions: [], confidence: 0 }, round(undefined, 90)]);
    expect(memory?.text.split("\n").map((line): unknown => JSON.parse(line))).toEqual([
      {
        round: 1,
        step: 3,
        agent: "a",
        rationales: { fault: "f2" },
        checks: [{ criterion: "trace", confidence: 150, reason: "r" }],
        confidence: 150,
      },
      {
        round: 3,
        fault: "none",
        rationales: { fault: "fundefined" },
        checks: [{ criterion: "trace", confidence: 90, reason: "r" }],
        confidence: 90,
      },
    ]);
    expect(memoryText([])).toEqual([]);
  });
});
