import { describe, expect, it } from "vitest";

import { labelsU, seededRandom } from "../conformal/index.ts";
import { alarmThreshold, stoppedAt } from "./alarm-threshold.ts";

/** `ALARM_DRAWS=10000 npm run test:all -- alarm-threshold` draws as many. */
const DRAWS = Number(process.env["ALARM_DRAWS"] ?? 1500);
const SIZES = [4, 9, 19, 40];
const ALPHAS = [0.05, 0.1, 0.2];

/** Alarms of a right run: nothing is assumed about them but that one run is drawn like another. */
const KINDS: Readonly<Record<string, (random: () => number, alpha: number) => readonly number[]>> = {
  "independent, of one length": (random) => Array.from({ length: 5 }, random),
  "independent, of any length": (random) => Array.from({ length: 1 + Math.floor(random() * 12) }, random),
  "growing with each step": (random) => {
    const slope = random();
    return Array.from({ length: 1 + Math.floor(random() * 8) }, (_, at) => at * slope);
  },
  "a walk that never rests": (random) => {
    let at = 0;
    return Array.from({ length: 10 }, () => (at += random() - 0.5));
  },
  "tied, in tenths": (random) => Array.from({ length: 3 }, () => Math.floor(random() * 10)),
  "higher, the longer the run": (random) => {
    const length = 1 + Math.floor(random() * 10);
    return Array.from({ length }, () => length);
  },
  // Adversarial: it cries as often as it can without being heard in the calibration.
  "loud in a share alpha": (random, alpha) => [Number(random() < alpha), 0],
  "loud in a tenth of that share": (random, alpha) => [Number(random() < alpha / 10), 0],
};

describe("P(a right run is ever stopped)", () => {
  it.each(Object.entries(KINDS))("is at most alpha with alarms that are %s", (_, alarmsOf) => {
    const random = seededRandom(38);
    for (const n of SIZES)
      for (const alpha of ALPHAS) {
        let [stopped, byDraw] = [0, 0];
        for (let draw = 0; draw < DRAWS; draw += 1) {
          const right = Array.from({ length: n }, () => alarmsOf(random, alpha));
          const fresh = alarmsOf(random, alpha);
          const u = labelsU([random()]) ?? 0;
          stopped += Number(stoppedAt(fresh, alarmThreshold(right, { alpha }).above) !== undefined);
          byDraw += Number(stoppedAt(fresh, alarmThreshold(right, { alpha, u }).above) !== undefined);
        }
        const most = alpha + 3 * Math.sqrt((alpha * (1 - alpha)) / DRAWS);
        expect.soft(stopped / DRAWS, `n ${n}, alpha ${alpha}`).toBeLessThanOrEqual(most);
        expect.soft(byDraw / DRAWS, `n ${n}, alpha ${alpha}, drawn`).toBeLessThanOrEqual(most);
        if (n < 1 / alpha - 1) expect.soft(stopped + byDraw, `n ${n}, alpha ${alpha}`).toBe(0);
      }
  });
});

/** Rounds in which an alarm is calibrated anew, on runs of the round before. Its alarms are uniform in [0, 1]. */
function stoppedInRounds(
  seed: number,
  isTaken: (wasStopped: boolean, isAudited: boolean) => boolean,
): number {
  const [alpha, rounds, runs] = [0.1, 10, 400];
  const random = seededRandom(seed);
  let above = alarmThreshold(
    Array.from({ length: runs }, () => [random(), 0]),
    { alpha },
  ).above;
  let share = 0;
  for (let round = 0; round < rounds; round += 1) {
    const made = Array.from({ length: runs }, () => {
      const alarms = [random(), 0];
      // An audited run goes on whatever its alarm says.
      const isAudited = random() < 0.25;
      return { alarms, isAudited, wasStopped: stoppedAt(alarms, above) !== undefined };
    });
    share = made.filter(({ wasStopped }) => wasStopped).length / runs;
    const kept = made.filter(({ isAudited, wasStopped }) => isTaken(wasStopped, isAudited));
    above = alarmThreshold(
      kept.map(({ alarms }) => alarms),
      { alpha },
    ).above;
  }
  return share;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, each) => sum + each, 0) / values.length;
const SEEDS = Array.from({ length: 100 }, (_, seed) => seed);

describe("an alarm that is calibrated anew in each of ten rounds", () => {
  it("keeps its bound on runs that a coin has let go on", () => {
    const shares = SEEDS.map((seed) => stoppedInRounds(seed, (_, isAudited) => isAudited));
    const error = Math.sqrt(mean(shares.map((share) => (share - mean(shares)) ** 2)) / shares.length);
    expect(mean(shares)).toBeLessThanOrEqual(0.1 + 3 * error);
  });

  it("loses it on those that the alarm has let pass: it stops more in each round", () => {
    const shares = SEEDS.map((seed) => stoppedInRounds(seed, (wasStopped) => !wasStopped));
    expect(mean(shares)).toBeGreaterThan(0.3);
  });
});
