/** @internal The figures that a plan of retries depends on. l is the number of steps of the failed attempt. */
export interface RetryPlan {
  /** Probability that the mistake lies before each step, shape [l], never falling, from 0. */
  readonly before: readonly number[];
  /** Price of executing again from each step to the end, shape [l]. */
  readonly costs: readonly number[];
  /** Probability that an attempt from each step fails although it reaches back to the mistake, shape [l]. */
  readonly failing: readonly number[];
  /** Price of a run that fails in the end, in the unit of `costs`. */
  readonly price: number;
  /** Attempts that may still be made: a whole number >= 1. */
  readonly attempts: number;
  /** Latest start allowed for the next attempt, in [0, l). The attempts after it start no later than it does. */
  readonly latest: number;
  /** Probability that the run is still failing, in [0, 1]; default 1. */
  readonly mass?: number;
}

/** @internal The step to start from, and the expected cost of the plan from there on, failure included. */
export interface PlannedStart {
  readonly start: number;
  readonly cost: number;
}

const POINTS = 41;

/** Values at masses 0, 1/40, ..., 1 for each latest start: shape [41][l]. */
type Layer = readonly (readonly number[])[];

/**
 * @internal The start of least expected cost, by dynamic programming over the mass A that is still failing.
 *
 *     V_0(A) = price A;  Q_k(A, r) = A costs[r] + V_{k-1}(A', r);  V_k(A, latest) = min(price A, min over r <= latest of Q_k(A, r))
 *
 * with A' = before[r] + (A - before[r]) failing[r]: an attempt from r leaves runs whose mistake lies before r, and those that
 * fail all the same. To give up costs price A and is allowed at any time. A lies on a grid of 41 with linear interpolation
 * between; time O(41 l attempts). Of starts that cost the same the latest is taken.
 *
 * @returns `undefined` if giving up costs no more than any start
 */
export function planStart(plan: RetryPlan): PlannedStart | undefined {
  const { attempts, latest, price, mass = 1 } = plan;
  let layer = givenUp(plan);
  for (let left = 1; left < attempts; left += 1) layer = layerAbove(plan, layer);
  const tie = 1e-12 * price;
  let best: PlannedStart | undefined;
  for (let start = 0; start <= latest; start += 1) {
    const cost = costOf(plan, layer, mass, start);
    if (best === undefined || cost <= best.cost + tie) best = { start, cost };
  }
  return best === undefined || price * mass <= best.cost ? undefined : best;
}

/** V_0. */
function givenUp({ costs, price }: RetryPlan): Layer {
  return Array.from({ length: POINTS }, (_, point) => costs.map(() => price * massAt(point)));
}

/** V_k of V_{k-1}. */
function layerAbove(plan: RetryPlan, below: Layer): Layer {
  return below.map((_, point) => {
    const mass = massAt(point);
    let least = plan.price * mass;
    return plan.costs.map((__, start) => (least = Math.min(least, costOf(plan, below, mass, start))));
  });
}

/** Q_k(mass, start), of V_{k-1}. */
function costOf(plan: RetryPlan, below: Layer, mass: number, start: number): number {
  const missed = Math.min(plan.before[start] ?? 0, mass);
  const left = missed + (mass - missed) * (plan.failing[start] ?? 1);
  return mass * (plan.costs[start] ?? 0) + interpolated(below, left, start);
}

function interpolated(layer: Layer, mass: number, start: number): number {
  const place = mass * (POINTS - 1);
  const point = Math.min(Math.floor(place), POINTS - 2);
  const [low, high] = [layer[point]?.[start] ?? 0, layer[point + 1]?.[start] ?? 0];
  return low + (high - low) * (place - point);
}

function massAt(point: number): number {
  return point / (POINTS - 1);
}
