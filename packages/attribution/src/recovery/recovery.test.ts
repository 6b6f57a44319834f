import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";

import { seededRandom } from "../conformal/index.ts";
import {
  afterFailedRun,
  calibrateRecovery,
  mustHandOver,
  readRecoveryCalibration,
  recoveryOf,
  silentFailures,
  writeRecoveryCalibration,
  type FailedRun,
  type FailedRunEnd,
} from "../index.ts";

const folder = await mkdtemp(path.join(tmpdir(), "recovery-"));
afterAll(() => rm(folder, { recursive: true }));

const MAX = 3;
const options = { procedure: "p", maxRollbacks: MAX };

/** Failed runs by their K, where m + 1 says that none was accepted. */
const runsOf = (tries: readonly number[]): readonly FailedRun[] =>
  tries.map((k, index) => ({ run: `run ${index}`, ...(k > MAX ? {} : { recoveredBy: k }) }));

const anyTries = fc.array(fc.integer({ min: 1, max: MAX + 1 }), { maxLength: 80 });
const anyAlpha = fc.double({ min: 0, max: 0.95, noNaN: true });

describe("recoveryOf", () => {
  it("promises the order statistic of the runs, and nothing where that is a run that no rollback recovered", () => {
    fc.assert(
      fc.property(anyTries, fc.integer({ min: 0, max: 19 }), (tries, twentieths) => {
        const [n, alpha] = [tries.length, twentieths / 20];
        // In whole numbers, so that nothing is rounded.
        const k = n + 1 - Math.floor((twentieths * (n + 1)) / 20);
        const sorted = tries.toSorted((a, b) => a - b);
        const at = sorted[Math.max(1, k) - 1] ?? MAX + 1;
        const { level, within } = recoveryOf(calibrateRecovery(runsOf(tries), options), { alpha });
        expect(within).toBe(at > MAX ? undefined : at);
        expect(level).toBe(at > MAX ? 0 : 1 - alpha);
      }),
    );
  });

  it("tests with delta from m downwards, and stops at the first number of rollbacks that is not rejected", () => {
    const binomial = (n: number, p: number, most: number): number => {
      let [sum, term] = [0, (1 - p) ** n];
      for (let x = 0; x <= most; x += 1) {
        sum += term;
        term *= ((n - x) / (x + 1)) * (p / (1 - p));
      }
      return sum;
    };
    fc.assert(
      fc.property(
        anyTries,
        fc.double({ min: 0.02, max: 0.9, noNaN: true }),
        fc.double({ min: 0.01, max: 0.5, noNaN: true }),
        (tries, alpha, delta) => {
          let wanted: number | undefined;
          for (let within = MAX; within >= 1; within -= 1) {
            const misses = tries.filter((k) => k > within).length;
            const chance = binomial(tries.length, alpha, misses);
            fc.pre(Math.abs(chance - delta) > 1e-7);
            if (chance > delta) break;
            wanted = within;
          }
          expect(recoveryOf(calibrateRecovery(runsOf(tries), options), { alpha, delta }).within).toBe(wanted);
        },
      ),
    );
  });

  it("tells the least alpha that can be promised: from it on there is a promise, below it none", () => {
    fc.assert(
      fc.property(anyTries, fc.option(fc.constantFrom(0.05, 0.1, 0.2)), (tries, delta) => {
        const calibration = calibrateRecovery(runsOf(tries), {
          ...options,
          ...(delta === null ? {} : { delta }),
        });
        const { leastAlpha } = recoveryOf(calibration);
        if (leastAlpha + 1e-6 < 1)
          expect(recoveryOf(calibration, { alpha: leastAlpha + 1e-6 }).within).toBeDefined();
        const below = leastAlpha - 1e-6;
        expect(recoveryOf(calibration, { alpha: below }).within).toBeUndefined();
      }),
    );
  });

  it("says in words what it promises, of what, and from how many runs", () => {
    const many = [...Array<number>(50).fill(1), ...Array<number>(9).fill(2), 4];
    const said = (tries: readonly number[], given = {}) =>
      recoveryOf(calibrateRecovery(runsOf(tries), { ...options, ...given })).reason;
    expect(said(many)).toBe(
      "Promised: at least 90 % of failed runs are recovered within 2 rollbacks (n = 60, exact).",
    );
    expect(said(many, { alpha: 0.2, delta: 0.1 })).toBe(
      "Promised: at least 80 % of failed runs are recovered within 2 rollbacks (n = 60, in 90 % of calibrations).",
    );
    expect(said(many, { evidence: "replays" })).toContain("(n = 60, approximate)");
    expect(said([1, 1, 1])).toBe(
      "Nothing is promised: that at least 90 % of failed runs are recovered needs 9 failed runs, has 3.",
    );
    expect(said([...many, 4, 4, 4, 4, 4, 4, 4, 4, 4])).toBe(
      "Nothing is promised: that at least 90 % of failed runs are recovered cannot be said, as 10 of 69 failed runs were not recovered within 3 rollbacks. The most that these runs can promise is 84.2 %.",
    );
    expect(said([1], { alpha: 0 })).toContain("needs an alpha above 0");
  });

  it("gives the interval of the share that no rollback recovers", () => {
    const { unrecovered } = recoveryOf(calibrateRecovery(runsOf([1, 1, 4, 4]), options));
    expect(unrecovered.lower).toBeCloseTo(0.0676, 3);
    expect(unrecovered.upper).toBeCloseTo(0.9324, 3);
    expect(recoveryOf(calibrateRecovery([], options)).unrecovered).toEqual({ lower: 0, upper: 1 });
  });

  it("leaves at most alpha of next runs unrecovered, on average over calibrations", () => {
    const random = seededRandom(8);
    const draw = (): number => {
      const at = random();
      if (at < 0.6) return 1;
      if (at < 0.8) return 2;
      return at < 0.92 ? 3 : 4;
    };
    for (const [n, alpha] of [
      [20, 0.1],
      [20, 0.2],
      [60, 0.4],
    ] as const) {
      const rounds = 4000;
      let missed = 0;
      let promised = 0;
      for (let round = 0; round < rounds; round += 1) {
        const tries = Array.from({ length: n }, draw);
        const { within } = recoveryOf(calibrateRecovery(runsOf(tries), { ...options, alpha }));
        promised += Number(within !== undefined);
        missed += Number(draw() > (within ?? MAX + 1));
      }
      expect(promised).toBeGreaterThan(0);
      expect(missed / rounds).toBeLessThanOrEqual(alpha + 3 * Math.sqrt((alpha * (1 - alpha)) / rounds));
    }
  });
});

describe("calibrateRecovery", () => {
  it("counts each run once, and refuses rollbacks that there were not", () => {
    expect(() => calibrateRecovery([{ run: "a" }, { run: "a" }], options)).toThrow('Run "a" is named twice.');
    for (const recoveredBy of [0, 4, 1.5])
      expect(() => calibrateRecovery([{ run: "a", recoveredBy }], options)).toThrow("whole number in [1, 3]");
    expect(() => calibrateRecovery([], { ...options, alpha: 1 })).toThrow(/`alpha`/);
    expect(() => calibrateRecovery([], { ...options, maxRollbacks: 0 })).toThrow(/`maxRollbacks`/);
    expect(() => calibrateRecovery([], { ...options, procedure: "" })).toThrow(/`procedure`/);
  });

  it("is written to a file and read as it was", async () => {
    const file = path.join(folder, "recovery.json");
    const calibration = calibrateRecovery(runsOf([1, 2, 4]), { ...options, delta: 0.1 });
    await writeRecoveryCalibration(file, calibration);
    expect(await readRecoveryCalibration(file)).toEqual(calibration);
  });

  it("refuses a file with other counts than its runs have", async () => {
    const file = path.join(folder, "edited.json");
    await writeRecoveryCalibration(file, calibrateRecovery(runsOf([1, 2]), options));
    const text = await readFile(file, "utf8");
    const refused = async (from: string, to: string) => {
      await writeFile(file, text.replace(from, to));
      return readRecoveryCalibration(file);
    };
    await expect(refused('"n": 2', '"n": 1')).rejects.toThrow(
      "expected 2 at least, the recovered runs, got 1",
    );
    await expect(refused('"maxRollbacks": 3', '"maxRollbacks": 2')).rejects.toThrow("expected 2 counts");
    await expect(refused("recovery-calibration", "calibration")).rejects.toThrow(/`format`/);
  });
});

describe("the account of silent failures", () => {
  /** Runs that fail, and whether a rollback recovers each; a person takes over whenever the account says so. */
  function ends(alpha: number, most: number, recovered: readonly boolean[]): readonly FailedRunEnd[] {
    let account = silentFailures(alpha, most);
    return recovered.map((isRecovered) => {
      const end = isRecovered ? "recovered" : mustHandOver(account) ? "handed-over" : "silent";
      account = afterFailedRun(account, end);
      return end;
    });
  }

  it("holds in every stretch of any sequence", () => {
    fc.assert(
      fc.property(
        anyAlpha,
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.boolean(), { maxLength: 150 }),
        (alpha, most, recovered) => {
          const all = ends(alpha, most, recovered);
          for (let from = 0; from < all.length; from += 7)
            for (let to = from + 1; to <= all.length; to += 5) {
              const silent = all.slice(from, to).filter((end) => end === "silent").length;
              const saved = from === 0 ? 0 : most;
              expect(silent).toBeLessThanOrEqual(alpha * (to - from) + saved + 1e-6);
            }
        },
      ),
    );
  });

  it("asks no more often than it must: an adversary that recovers nothing gets alpha of its runs through", () => {
    const all = ends(0.2, 3, Array<boolean>(500).fill(false));
    expect(all.filter((end) => end === "silent")).toHaveLength(100);
  });

  it("is overdrawn by a run that ended silently although it had to be handed over, and asks until that is made up for", () => {
    let account = afterFailedRun(silentFailures(0.5), "silent");
    expect(account.credit).toBe(-0.5);
    const asked: boolean[] = [];
    for (let run = 0; run < 3; run += 1) {
      asked.push(mustHandOver(account));
      account = afterFailedRun(account, "handed-over");
    }
    expect(asked).toEqual([true, true, false]);
    expect(() => silentFailures(0.1, 0)).toThrow("`most`");
  });
});
