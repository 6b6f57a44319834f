import { seededRandom } from "@langgraph-rollback/attribution/conformal";

import type { Rates } from "../policies/policy.ts";

/** @internal Simulated agents without LangGraph: how often steps err, and how well scores tell which. */
export interface SimulatedWorld {
  readonly rates: Rates;
  /** How much higher the logarithm of a wrong step's score is, in standard deviations of the noise: sqrt(2) times the normal quantile of the AUROC. */
  readonly signal: number;
  /** The fewest and the most steps of a run. */
  readonly lengths: readonly [number, number];
  readonly random: () => number;
}

/** @internal A simulated attempt. A step errs only if none before it did: there is one mistake at most. */
export interface SimulatedAttempt {
  readonly scores: readonly number[];
  readonly mistake: number | undefined;
  readonly reason: string;
}

/** @internal A simulated attempt that failed. */
export interface SimulatedFailure extends SimulatedAttempt {
  readonly mistake: number;
}

/** @internal @param seed of everything that is drawn @param lengths 5 to 12 steps unless told */
export function simulatedWorld(
  rates: Rates,
  signal: number,
  seed: number,
  lengths: readonly [number, number] = [5, 12],
): SimulatedWorld {
  return { rates, signal, lengths, random: seededRandom(seed) };
}

/** @internal Draws first attempts until one fails. */
export function drawFailure(from: SimulatedWorld): SimulatedFailure {
  const [least, most] = from.lengths;
  for (;;) {
    const length = least + Math.floor((most - least + 1) * from.random());
    const attempt = attemptFrom(from, 0, length, undefined);
    if (attempt.mistake !== undefined) return { ...attempt, mistake: attempt.mistake };
  }
}

/** @internal The attempt that follows a rollback to a step: kept steps stay as they are, scores too. */
export function drawRetry(from: SimulatedWorld, before: SimulatedFailure, start: number): SimulatedAttempt {
  return attemptFrom(from, start, before.scores.length, before);
}

function attemptFrom(
  from: SimulatedWorld,
  start: number,
  length: number,
  before: SimulatedFailure | undefined,
): SimulatedAttempt {
  const { errorRate, repeatRate } = from.rates;
  let mistake = before !== undefined && before.mistake < start ? before.mistake : undefined;
  let isOld = mistake !== undefined;
  const scores = before?.scores.slice(0, start) ?? [];
  for (let step = start; step < length; step += 1) {
    const isRepeat = before?.mistake === step && from.random() < repeatRate;
    const errs = mistake === undefined && (isRepeat || from.random() < errorRate);
    if (errs) [mistake, isOld] = [step, isRepeat];
    scores.push(Math.exp(gaussian(from.random) + (errs ? from.signal : 0)));
  }
  const isSame = before !== undefined && from.random() < (isOld ? 0.85 : 0.05);
  return { scores, mistake, reason: isSame ? before.reason : `reason ${from.random()}` };
}

function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
