import type { Policy, Rates } from "../policies/policy.ts";
import { learn, playPolicy } from "./play-policy.ts";
import { drawFailure, simulatedWorld } from "./simulated-world.ts";

/** Agents, scores and limits that a policy is played with. */
export interface RollbackSimulation {
  /** How often steps err and repeat a mistake, both in (0, 1). The policy is told. */
  readonly rates: Rates;
  /**
   * How well scores tell the first mistake: how much higher the logarithm of its score is, in standard deviations of the noise, >= 0. An AUROC of .76 is a
   * signal of 1, one of .90 a signal of 1.8.
   */
  readonly signal: number;
  /** The fewest and the most steps of a run, each number as likely. Default 5 and 12. */
  readonly lengths?: readonly [number, number];
  /** Failures that calibrate. Default 100. */
  readonly labels?: number;
  /** Tolerated miss rate, in [0, 1). Default 0.1. */
  readonly alpha?: number;
  /** Rollbacks of a run, at most. Default 3. */
  readonly rollbacks?: number;
  /** Failed runs that are played. Default 1,000. */
  readonly runs?: number;
  /** Decides the failures and what becomes of retries: policies that are played with the same seed meet the same failures. */
  readonly seed: number;
}

/** Outcome of a failed run. */
export interface SimulatedRun {
  /** Steps of the run. */
  readonly length: number;
  readonly recovered: boolean;
  /** Steps that ran again, over all its rollbacks. */
  readonly redone: number;
  /** Whether the first rollback went back to the first mistake or before it; false if there was none. */
  readonly reached: boolean;
}

/**
 * Plays a policy on simulated failed runs: no LangGraph, no model, no text. A step errs only if none before it did, so a run has one mistake at most. A
 * retry repeats the mistake or errs afresh at the world's rates, and scores are drawn around the truth. So policies can be compared within seconds;
 * what your own agent does is told by a pilot alone.
 *
 * @returns one for each failed run, in the same order for each policy
 * @throws {RangeError} on rates, lengths or counts that no run can have
 *
 * @example
 * const world = { rates: { errorRate: 0.03, repeatRate: 0.1 }, signal: 1.8, seed: 1 };
 * const runs = simulateRollbacks(leastCost(), world);
 * const recovered = runs.filter((run) => run.recovered).length / runs.length;
 */
export function simulateRollbacks(policy: Policy, simulation: RollbackSimulation): readonly SimulatedRun[] {
  const {
    rates,
    signal,
    lengths = [5, 12],
    labels = 100,
    alpha = 0.1,
    rollbacks = 3,
    runs = 1000,
  } = simulation;
  check({ ...simulation, lengths, labels, rollbacks, runs });
  const source = simulatedWorld(rates, signal, simulation.seed, lengths);
  const learnt = learn(source, labels);
  return Array.from({ length: runs }, (_, at) => {
    const failure = drawFailure(source);
    // The outcome of retries does not depend on how many numbers another policy drew.
    const world = simulatedWorld(rates, signal, simulation.seed + at + 1, lengths);
    const { recovered, redone, redos } = playPolicy(policy, world, failure, {
      learnt,
      rollbacks,
      rates,
      alpha,
    });
    return { length: failure.scores.length, recovered, redone, reached: redos[0]?.reached ?? false };
  });
}

function check({
  rates,
  lengths,
  labels,
  rollbacks,
  runs,
}: Omit<Required<RollbackSimulation>, "alpha">): void {
  const [least, most] = lengths;
  if (!(rates.errorRate > 0 && rates.errorRate < 1))
    throw new RangeError(`Expected \`rates.errorRate\` in (0, 1), got ${rates.errorRate}.`);
  if (!(Number.isInteger(least) && Number.isInteger(most) && least >= 1 && most >= least))
    throw new RangeError(
      `Expected \`lengths\` to be two whole numbers above 0, the lesser first, got ${lengths.join(", ")}.`,
    );
  for (const [name, count] of Object.entries({ labels, rollbacks, runs }))
    if (!(Number.isInteger(count) && count >= 1))
      throw new RangeError(`Expected \`${name}\` to be a whole number above 0, got ${count}.`);
}
