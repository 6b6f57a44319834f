import { describe, expect, it } from "vitest";

import { seededRandom } from "./index.ts";
import { rejectionThreshold } from "./rejection-threshold.ts";

const DRAWS = 4000;
const SIZES = [1, 4, 9, 18, 19, 20, 49, 98, 99, 200];
const EPSILONS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5];

/** Scores of right runs: nothing is assumed about them but that one draw is like another. */
const KINDS: Readonly<Record<string, (uniform: number, epsilon: number) => number>> = {
  constant: () => 0.5,
  random: (uniform) => uniform,
  "tied, in tenths": (uniform) => Math.floor(uniform * 10),
  "heavy-tailed": (uniform) => Math.tan(Math.PI * (uniform - 0.5)),
  // Adversarial: the low score is as likely as it can be without being let pass for its number alone.
  "low in a share epsilon": (uniform, epsilon) => Number(uniform > epsilon),
  "low in twice that share": (uniform, epsilon) => Number(uniform > 2 * epsilon),
  "low in a tenth of that share": (uniform, epsilon) => Number(uniform > epsilon / 10),
};

describe("P(reject | right)", () => {
  it.each(Object.entries(KINDS))("is at most epsilon with scores that are %s", (_, scoreOf) => {
    const random = seededRandom(16);
    for (const n of SIZES) {
      // Tried with each epsilon.
      const draws = Array.from({ length: DRAWS }, () => Array.from({ length: n + 1 }, random));
      for (const epsilon of EPSILONS) {
        const rejected = draws.filter((uniforms) => {
          const [fresh = Number.NaN, ...right] = uniforms.map((uniform) => scoreOf(uniform, epsilon));
          return fresh < rejectionThreshold(right, { epsilon }).below;
        }).length;
        const error = Math.sqrt((epsilon * (1 - epsilon)) / DRAWS);
        expect.soft(rejected / DRAWS, `n ${n}, epsilon ${epsilon}`).toBeLessThanOrEqual(epsilon + 3 * error);
        if (n < 1 / epsilon - 1) expect.soft(rejected, `n ${n}, epsilon ${epsilon}`).toBe(0);
      }
    }
  });
});
