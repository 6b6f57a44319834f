import type { Aggregation } from "../aggregation.ts";
import type { ConformalMethod } from "../conformal-method.ts";
import { nonconformity } from "../nonconformity.ts";
import { seededRandom } from "../seeded-random.ts";
import type { ScoredRun } from "./scored-run.ts";

/** Far below any difference that a scorer means, far above rounding. */
const NOISE = 1e-9;

/** Methods that rank single steps: equal ones need an order. The others have one, and `crsvp` its draw. */
const RANKING: readonly ConformalMethod[] = ["vanilla", "list"];

/** What nonconformities depend on beside the run. */
export interface NonconformityOptions {
  readonly method: ConformalMethod;
  readonly aggregation?: Aggregation;
  /** Scores sum to 1 over a run. */
  readonly shares?: true;
}

/** By what they depend on, those that are known: repeated splits of the same runs ask for them again and again. */
const known = new Map<string, WeakMap<ScoredRun, readonly number[]>>();

/**
 * S(x, j) of each step of a run, as sets are made of them: scores normalised once, ties broken.
 *
 * Ties only add to coverage, and so hide how large sets have to be. A random number for the run sets it apart from others,
 * and where a method ranks single steps, one for each step does so within. They depend on the run's `draw` alone, so that
 * calibrated runs and fresh ones are treated alike.
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
  const { aggregation = { kind: "sum" }, method } = options;
  const random = seededRandom(run.draw);
  const draw = random();
  const tie = NOISE * random();
  const scores = normalisedOnce(run.stepScores, options);
  const told = RANKING.includes(method) ? scores.map((score) => score + NOISE * random()) : scores;
  return nonconformity(told, { method, aggregation, draw }).map((value) => value + tie);
}

/** What ties are broken by: added to each nonconformity of the run, in [0, 1e-9). */
export function tieOf(run: Pick<ScoredRun, "draw">): number {
  const random = seededRandom(run.draw);
  random();
  return NOISE * random();
}

type Scale = Pick<NonconformityOptions, "aggregation" | "shares">;

/**
 * What scores of a run of so many steps are multiplied by before they are aggregated. `sum` divides by the length. Shares are divided by it already, in effect, and
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
