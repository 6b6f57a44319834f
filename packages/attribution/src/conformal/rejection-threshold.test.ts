import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { rejectionThreshold } from "./rejection-threshold.ts";

const oneToNineteen = Array.from({ length: 19 }, (_, index) => index + 1);
const scores = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 60 });
const epsilons = fc.double({ min: 0, max: 0.99, noNaN: true });

describe("rejectionThreshold", () => {
  it("rejects what scores below the lowest of nineteen right runs, at epsilon 0.05", () => {
    expect(rejectionThreshold(oneToNineteen, { epsilon: 0.05 })).toEqual({
      epsilon: 0.05,
      below: 1,
      n: 19,
      rank: 19,
      level: 0.95,
    });
  });

  it("rejects what scores below the second lowest, at epsilon 0.1", () => {
    expect(rejectionThreshold(oneToNineteen, { epsilon: 0.1 })).toMatchObject({ below: 2, level: 0.9 });
  });

  it("never rejects with fewer than 1 / epsilon - 1 right runs, and says how many it takes", () => {
    expect(rejectionThreshold(oneToNineteen.slice(1), { epsilon: 0.05 })).toEqual({
      epsilon: 0.05,
      below: -Infinity,
      n: 18,
      rank: 19,
      level: 1,
      trivial: { reason: "18 right runs are labelled, and epsilon 0.05 needs 19", needed: 19 },
    });
  });

  it("never rejects at epsilon 0, as that asks for it", () => {
    const { below, trivial } = rejectionThreshold(oneToNineteen, { epsilon: 0 });
    expect({ below, trivial }).toEqual({ below: -Infinity, trivial: undefined });
  });

  it("takes more runs to be sure of this one calibration, and says how sure", () => {
    const forty = Array.from({ length: 44 }, (_, index) => index);
    expect(rejectionThreshold(forty, { epsilon: 0.05, delta: 0.1 })).toMatchObject({
      below: -Infinity,
      trivial: { needed: 45 },
    });
    const { below, confidence = 0 } = rejectionThreshold([...forty, 44], { epsilon: 0.05, delta: 0.1 });
    expect(below).toBe(0);
    expect(confidence).toBeGreaterThan(0.9);
  });

  it("rejects at most a share epsilon of its own right runs, whatever they score", () => {
    fc.assert(
      fc.property(scores, epsilons, (right, epsilon) => {
        const { below, level } = rejectionThreshold(right, { epsilon });
        expect(level).toBeGreaterThanOrEqual(1 - epsilon - 1e-9);
        const rejected = right.filter((score) => score < below).length;
        expect(rejected).toBeLessThanOrEqual(epsilon * (right.length + 1) + 1e-6);
      }),
    );
  });

  it("rejects no run that another epsilon, larger, would let pass", () => {
    fc.assert(
      fc.property(scores, epsilons, epsilons, (right, one, other) => {
        const [small, large] = [Math.min(one, other), Math.max(one, other)];
        expect(rejectionThreshold(right, { epsilon: small }).below).toBeLessThanOrEqual(
          rejectionThreshold(right, { epsilon: large }).below,
        );
      }),
    );
  });

  it.each([
    [[Number.NaN], 0.1, /finite scores, got NaN/],
    [[Infinity], 0.1, /finite scores, got Infinity/],
    [[1], 1, /`epsilon` in \[0, 1\), got 1/],
    [[1], -0.1, /`epsilon` in \[0, 1\), got -0.1/],
  ])("refuses scores %j at epsilon %j", (right, epsilon, message) => {
    expect(() => rejectionThreshold(right, { epsilon })).toThrow(message);
  });
});
