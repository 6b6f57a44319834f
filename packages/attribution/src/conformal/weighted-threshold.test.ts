import { describe, expect, inject, it } from "vitest";
import { effectiveSize } from "./effective-size.ts";
import { conformalQuantile, fitShiftOdds, oddsAt, seededRandom, weightedThreshold } from "./index.ts";

const ALPHA = 0.2;
const TRIALS = inject("allRounds") ? 300 : 150;
/** Four standard deviations of a mean of TRIALS coin tosses. */
const SLACK = 4 * Math.sqrt((ALPHA * (1 - ALPHA)) / TRIALS);

interface Run {
  readonly features: readonly number[];
  readonly nonconformity: number;
}

/** A hard task (a large feature) has its decisive step further from where the scorer looks. */
function drawRuns(count: number, shift: number, random: () => number): readonly Run[] {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Array.from({ length: count }, () => {
    const hardness = normal() + shift;
    return { features: [hardness, normal()], nonconformity: hardness + 0.5 * normal() };
  });
}

/** Each trial: n runs to fit odds on, n labelled to calibrate on, n recent ones, one fresh. */
function simulate(shift: number, seed: number, n = 200) {
  const random = seededRandom(seed);
  const trials = Array.from({ length: TRIALS }, () => {
    const fold = drawRuns(n, 0, random);
    const labelled = drawRuns(n, 0, random);
    const recent = drawRuns(n, shift, random);
    const [fresh] = drawRuns(1, shift, random);
    const odds = fitShiftOdds(
      fold.map(({ features }) => features),
      recent.map(({ features }) => features),
    );
    const threshold = weightedThreshold(labelled, { alpha: ALPHA, odds, features: fresh?.features ?? [] });
    const plain = conformalQuantile(
      labelled.map(({ nonconformity }) => nonconformity),
      ALPHA,
    );
    const score = fresh?.nonconformity ?? Number.NaN;
    return { threshold, plain, weightedHit: score <= threshold.value, plainHit: score <= plain };
  });
  const share = (test: (trial: (typeof trials)[number]) => boolean) => trials.filter(test).length / TRIALS;
  return { trials, share };
}

describe("weighting for a shift of the tasks", () => {
  it("covers recent runs where the unweighted threshold does not", () => {
    const { share, trials } = simulate(1, 21);
    expect(share(({ plainHit }) => plainHit)).toBeLessThan(0.55);
    expect(share(({ weightedHit }) => weightedHit)).toBeGreaterThan(1 - ALPHA - SLACK);
    expect(share(({ threshold }) => threshold.trivial === undefined)).toBeGreaterThan(0.9);
    expect(trials[0]?.threshold).toMatchObject({ guarantee: "approximate", n: 200 });
    expect(trials[0]?.threshold.reason).toMatch(/less by the error of the weights\.$/);
  });

  it("loses nothing where no shift happened", () => {
    const { share, trials } = simulate(0, 22);
    const coverage = share(({ weightedHit }) => weightedHit);
    expect(Math.abs(coverage - (1 - ALPHA))).toBeLessThan(SLACK);
    const gap = trials.reduce((sum, { threshold, plain }) => sum + threshold.value - plain, 0) / TRIALS;
    expect(Math.abs(gap)).toBeLessThan(0.05);
    expect(Math.min(...trials.map(({ threshold }) => threshold.effective))).toBeGreaterThan(120);
  });

  it("notices recent runs beyond all labelled ones, and keeps every step", () => {
    const { share, trials } = simulate(6, 23);
    expect(share(({ plainHit }) => plainHit)).toBeLessThan(0.05);
    expect(share(({ threshold }) => threshold.value === Infinity)).toBe(1);
    const [first] = trials;
    expect(first?.threshold).toMatchObject({ level: 1, guarantee: "exact" });
    expect(first?.threshold.effective).toBeLessThan(1);
    expect(first?.threshold.trivial?.reason).toMatch(
      /^0\.\d+ of recent runs are too unlike the labelled ones .* label recent runs$/,
    );
  });

  it.each([
    { shift: 1.5, n: 400 },
    { shift: 2, n: 400 },
  ])("pays for what clipping costs, shift $shift with $n runs", ({ shift, n }) => {
    const { share } = simulate(shift, 24, n);
    expect(share(({ weightedHit }) => weightedHit)).toBeGreaterThan(1 - ALPHA - SLACK);
  });
});

describe("weightedThreshold", () => {
  const even = fitShiftOdds([[0], [1]], [[0], [1]]);
  const labelled = Array.from({ length: 30 }, (_, index) => ({
    nonconformity: index,
    features: [index % 2],
  }));

  it("is the conformal quantile where odds are even", () => {
    const threshold = weightedThreshold(labelled, { alpha: ALPHA, odds: even, features: [0] });
    const plain = conformalQuantile(
      labelled.map(({ nonconformity }) => nonconformity),
      ALPHA,
    );
    expect(threshold).toMatchObject({ value: plain, effective: 30 });
    expect(threshold.level).toBeCloseTo(25 / 31, 9);
  });

  it("keeps every step for a run so unlike the labelled ones that its own mass exceeds alpha", () => {
    const odds = { ...even, coefficients: [100] };
    const rare = labelled.map((failure) => ({ ...failure, features: [0] }));
    const threshold = weightedThreshold(rare, {
      alpha: ALPHA,
      odds: { ...odds, intercept: 0, means: [0] },
      features: [1],
    });
    expect(threshold).toMatchObject({ value: Infinity, level: 1, trivial: { needed: 80 } });
    expect(threshold.trivial?.reason).toContain("this run weighs 20");
  });

  it("keeps every step with too few labels, with none, and on request", () => {
    const options = { odds: even, features: [0] };
    expect(weightedThreshold(labelled.slice(0, 19), { ...options, alpha: ALPHA })).toMatchObject({
      value: Infinity,
      trivial: { needed: 20 },
    });
    expect(
      weightedThreshold(labelled.slice(0, 19), { ...options, alpha: ALPHA, minEffective: 10 }).trivial,
    ).toBeUndefined();
    expect(weightedThreshold([], { ...options, alpha: ALPHA })).toMatchObject({
      value: Infinity,
      effective: 0,
      n: 0,
    });
    const requested = weightedThreshold(labelled, { ...options, alpha: 0 });
    expect(requested.value).toBe(Infinity);
    expect(requested.trivial).toBeUndefined();
  });

  it("clips odds to [1/20, 20]", () => {
    const odds = fitShiftOdds(
      Array.from({ length: 50 }, (_, index) => [index / 50]),
      Array.from({ length: 50 }, (_, index) => [5 + index / 50]),
      { ridge: 0.001 },
    );
    expect(oddsAt(odds, [0])).toBe(1 / 20);
    expect(oddsAt(odds, [6])).toBe(20);
    expect(odds.recentMean).toBe(20);
  });

  it("corrects odds for the sizes of the groups", () => {
    const group = [[0], [1]];
    const odds = fitShiftOdds([...group, ...group, ...group], group);
    expect(oddsAt(odds, [0.5])).toBeCloseTo(1, 6);
  });

  it("measures what labels are worth by their spread and by their overlap", () => {
    expect(effectiveSize([1, 1, 1, 1], 1)).toBe(4);
    expect(effectiveSize([4, 0.05, 0.05, 0.05], 1)).toBeLessThan(1.1);
    expect(effectiveSize([0.05, 0.05, 0.05, 0.05], 20)).toBeLessThan(0.001);
  });

  it.each([
    [[], [[1]], "Expected `calibration` to hold at least one run, got 0."],
    [[[1]], [], "Expected `recent` to hold at least one run, got 0."],
    [[[1]], [[1, 2]], "Expected `recent[0]` to have 1 features, got 2."],
    [[[Number.NaN]], [[1]], "Expected `calibration[0]` to be finite, got [NaN]."],
  ])("refuses features %j and %j", (calibration, recent, message) => {
    expect(() => fitShiftOdds(calibration, recent)).toThrow(new RangeError(message));
  });

  it("refuses a nonconformity that is not finite, and features of another shape", () => {
    const options = { alpha: ALPHA, odds: even, features: [0] };
    expect(() => weightedThreshold([{ nonconformity: Infinity, features: [0] }], options)).toThrow(
      "Expected `labelled[0].nonconformity`",
    );
    expect(() => weightedThreshold([{ nonconformity: 1, features: [] }], options)).toThrow(
      "to have 1 features, got 0.",
    );
    expect(() => fitShiftOdds([[0]], [[0]], { ridge: 0 })).toThrow("Expected `ridge`");
  });
});
