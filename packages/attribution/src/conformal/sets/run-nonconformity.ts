import type { Aggregation } from "../aggregation.ts";
import type { ConformalMethod } from "../conformal-method.ts";
import { isDrawn } from "../method-traits.ts";
import { nonconformity } from "../nonconformity.ts";
import { seededRandom } from "../seeded-random.ts";
import { mostSuspicious } from "../step-scores.ts";
import type { ScoredRun } from "./scored-run.ts";

/** Far below any difference that a scorer means, far above rounding. */
const NOISE = 1e-9;

/** Options that nonconformities depend on beside the run. */
export interface NonconformityOptions {
  readonly method: ConformalMethod;
  readonly aggregation?: Aggregation;
  /** Scores sum to 1 over a run. */
  readonly shares?: true;
}

/** By what they depend on, those that are known: repeated splits of the same runs ask for them again and again. */
const known = new Map<string, WeakMap<ScoredRun, readonly number[]>>();

/**
 * S(x, j) of each step of a run, as sets are made of them: scores normalised once, equal steps told apart by their positions.
 *
 * Steps that are equal enter a set together, and so make it larger than it has to be. Their positions tell them apart, by less than any score
 * means: whichever is reached first as a set of the method's shape grows. The rule looks at nothing but the run's scores, so that
 * calibrated runs and fresh ones are treated alike, and the same scores give the same set, whatever the run is called. Steps that
 * are equal in this, too, enter together. `crsvp` and `crsvp-raw` have the run's own `draw`.
 *
 * @returns a function that gives S(x, .), shape [l]; it throws as `nonconformity` does
 */
export function nonconformitiesBy(options: NonconformityOptions): (run: ScoredRun) => readonly number[] {
  const key = JSON.stringify([options.method, options.aggregation, options.shares]);
  const cache = known.get(key) ?? new WeakMap<ScoredRun, readonly number[]>();
  known.set(key, cache);
  return (run) => {
    const found = cache.get(run) ?? compute(run, options);
    cache.set(run, found);
    return found;
  };
}

function compute(run: ScoredRun, options: NonconformityOptions): readonly number[] {
  const { method } = options;
  // `vanilla-raw` aggregates nothing: scores stay as they are.
  const scores = method === "vanilla-raw" ? run.stepScores : normalisedOnce(run.stepScores, options);
  if (isDrawn(method)) {
    const { aggregation = { kind: "sum" } } = options;
    return nonconformity(scores, { method, aggregation, draw: seededRandom(run.draw)() });
  }
  const values = nonconformity(scores, { method, aggregation: tieBreaking(options) });
  if (method === "left" || method === "right" || method === "two-way") return values;
  const origin = method === "suffix" ? scores.length - 1 : method === "interval" ? mostSuspicious(scores) : 0;
  return values.map((value, step) => value + (NOISE * Math.abs(step - origin)) / scores.length);
}

/** The aggregation under which steps of score 0 differ, too: each step of the run adds a little to it. */
export function tieBreaking({
  aggregation = { kind: "sum" },
}: Pick<NonconformityOptions, "aggregation">): Aggregation {
  return { ...aggregation, lengthPenalty: (aggregation.lengthPenalty ?? 0) + NOISE };
}

type Scale = Pick<NonconformityOptions, "aggregation" | "shares">;

/**
 * Factor for the scores of a run of so many steps before they are aggregated. `sum` divides by the length. Shares are divided by it already, in effect, and
 * twice would make long runs look innocent: they are taken relative to an even share, l p. Other methods do not mind.
 */
export function scoreScale({ aggregation = { kind: "sum" }, shares }: Scale, length: number): number {
  return shares === true && aggregation.kind === "sum" ? length : 1;
}

/** The scores as aggregation should see them. */
export function normalisedOnce(stepScores: readonly number[], options: Scale): readonly number[] {
  const scale = scoreScale(options, stepScores.length);
  return scale === 1 ? stepScores : stepScores.map((score) => score * scale);
}
