import { positionShares } from "@langgraph-rollback/attribution";
import { trajectoryDraw } from "@langgraph-rollback/attribution/draws";

import type { ConformalStart, FailedTry, Policy, PolicyContext } from "../policies/policy.ts";

/** Uniform in [0, 1), by the seed and the name of what is drawn alone. */
function draw(seed: number, name: string): number {
  return trajectoryDraw({ id: `${seed}/${name}` });
}

/**
 * The first failure of a made-up run of 1 to 12 steps, as a policy is told of it. Every third has no calibration. Those with
 * one bound only miss rates that their number of labels supports.
 */
export function sampleContext(seed: number): PolicyContext {
  const length = 1 + Math.floor(12 * draw(seed, "length"));
  const isCalibrated = seed % 3 !== 0;
  return {
    tries: [failedTry(seed, 0, length, 0)],
    rollbacksLeft: 1 + Math.floor(4 * draw(seed, "rollbacks")),
    alpha: Math.floor(10 * draw(seed, "alpha")) / 20,
    startAt: isCalibrated ? bounds(seed, length) : () => undefined,
    rates: { errorRate: 0.2 * draw(seed, "error"), repeatRate: 0.6 * draw(seed, "repeat") },
    exponent: isCalibrated && seed % 5 !== 0 ? 2 * draw(seed, "exponent") : 0,
    ...(isCalibrated ? { positions: placesOf(seed) } : {}),
    costs: costsOf(seed, 0, length),
  };
}

/** All contexts that a policy meets until its run is given up or no rollback is left; every retry fails. */
export function contextsOf(policy: Policy, seed: number): readonly PolicyContext[] {
  const contexts = [sampleContext(seed)];
  for (let context = contexts[0]; context !== undefined; context = contexts.at(-1)) {
    const decision = policy.decide(context);
    if (decision.kind === "give-up" || context.rollbacksLeft <= 1) break;
    contexts.push(contextAfter(context, decision.start, seed));
  }
  return contexts;
}

/** The kept steps score as before; the others, and how many there are, are drawn anew. */
function contextAfter(context: PolicyContext, start: number, seed: number): PolicyContext {
  const attempt = context.tries.length;
  const length = start + 1 + Math.floor(8 * draw(seed, `length ${attempt}`));
  const { scores, ...fresh } = failedTry(seed, attempt, length, start);
  const kept = context.tries.at(-1)?.scores.slice(0, start) ?? [];
  return {
    ...context,
    tries: [...context.tries, { ...fresh, scores: [...kept, ...scores.slice(kept.length)] }],
    rollbacksLeft: context.rollbacksLeft - 1,
    costs: costsOf(seed, attempt, length),
  };
}

function failedTry(seed: number, attempt: number, length: number, start: number): FailedTry {
  const scores = Array.from({ length }, (_, step) => draw(seed, `score ${attempt} ${step}`) ** 3);
  const reason = `${Math.floor(2 * draw(seed, `reason ${attempt}`))} is wrong`;
  return { scores, start, ...(draw(seed, "reasons") < 0.5 ? {} : { reason }) };
}

function costsOf(seed: number, attempt: number, length: number): readonly number[] {
  return Array.from({ length }, (_, step) => 0.1 + 100 * draw(seed, `cost ${attempt} ${step}`));
}

/** Mistakes of made-up failures of one length. */
const placesOf = (seed: number): NonNullable<PolicyContext["positions"]> =>
  positionShares([{ stepScores: [1, 1, 1, 1, 1], decisiveSteps: [Math.floor(5 * draw(seed, "mistake"))] }]);

/** Starts of nested sets: the lower the miss rate, the earlier. */
function bounds(seed: number, length: number): PolicyContext["startAt"] {
  const labels = 3 + Math.floor(40 * draw(seed, "labels"));
  const guarantee = draw(seed, "guarantee") < 0.5 ? "exact" : "approximate";
  const places = Array.from({ length: labels }, (_, label) => draw(seed, `place ${label}`)).toSorted(
    (a, b) => a - b,
  );
  return (alpha): ConformalStart | undefined => {
    if (!(alpha >= 0 && alpha < 1)) throw new RangeError(`Expected \`alpha\` in [0, 1), got ${alpha}.`);
    const misses = Math.floor(alpha * (labels + 1));
    if (misses < 1) return undefined;
    const start = Math.floor(length * (places[misses - 1] ?? 0));
    return { start, level: 1 - misses / (labels + 1), guarantee };
  };
}
