import { fitExponent, type Redo } from "@langgraph-rollback/attribution";
import {
  calibrateThreshold,
  nonconformity,
  predictionSet,
  type Threshold,
} from "@langgraph-rollback/attribution/conformal";

import { reachOf } from "../policies/current-belief.ts";
import type { FailedTry, Policy, PolicyContext, Rates } from "../policies/policy.ts";
import {
  drawFailure,
  drawRetry,
  type SimulatedAttempt,
  type SimulatedFailure,
  type SimulatedWorld,
} from "./simulated-world.ts";

/** @internal Figures learnt before: nonconformities of labelled failures, and the exponent fitted on them. */
export interface Learnt {
  readonly nonconformities: readonly number[];
  readonly exponent: number;
}

const METHOD = { method: "suffix" } as const;

/** @internal Calibrates on drawn failures. With `permuted`, scores say nothing, here and in the runs that follow. */
export function learn(from: SimulatedWorld, count: number, permuted = false): Learnt {
  const failures = Array.from({ length: count }, () => {
    const failure = permuted ? permute(drawFailure(from), from.random) : drawFailure(from);
    return { stepScores: failure.scores, decisiveStep: failure.mistake };
  });
  return {
    nonconformities: failures.map(
      ({ stepScores, decisiveStep }) => nonconformity(stepScores, METHOD)[decisiveStep] ?? Number.NaN,
    ),
    exponent: fitExponent(failures),
  };
}

/** @internal The same failure with its scores in any order. */
export function permute<Run extends SimulatedAttempt>(run: Run, random: () => number): Run {
  const scores = run.scores
    .map((score) => ({ score, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ score }) => score);
  return { ...run, scores };
}

/** Thresholds by what was learnt: each failure that is played asks for the same ones. */
const thresholds = new WeakMap<Learnt, Map<number, Threshold>>();

function thresholdAt(learnt: Learnt, alpha: number): Threshold {
  const known = thresholds.get(learnt) ?? new Map<number, Threshold>();
  thresholds.set(learnt, known);
  const threshold = known.get(alpha) ?? calibrateThreshold(learnt.nonconformities, { ...METHOD, alpha });
  known.set(alpha, threshold);
  return threshold;
}

/** @internal Start of the set of a failure, as the calibration bounds it. */
export function startsOf(learnt: Learnt, { scores }: SimulatedAttempt): PolicyContext["startAt"] {
  return (alpha) => {
    const threshold = thresholdAt(learnt, alpha);
    const { range, level, guarantee, trivial } = predictionSet(scores, threshold);
    return trivial === undefined ? { start: range.start, level, guarantee } : undefined;
  };
}

/** @internal How a run of retries went. */
export interface PlayedRun {
  readonly recovered: boolean;
  /** Steps executed again, over all retries. */
  readonly redone: number;
  readonly starts: readonly number[];
  /** Its retries as an agent's history has them, with whether each did reach back to the mistake. */
  readonly redos: readonly (Redo & { readonly reached: boolean })[];
}

/** @internal Data that the policy is given besides the attempts. */
export interface Told {
  readonly learnt: Learnt;
  readonly rollbacks: number;
  readonly rates: Rates;
  readonly alpha: number;
}

/** @internal Rolls a failed run back as the policy decides, until it succeeds, is given up, or no rollback is left. */
export function playPolicy(
  policy: Policy,
  from: SimulatedWorld,
  failure: SimulatedFailure,
  told: Told,
): PlayedRun {
  const startAt = startsOf(told.learnt, failure);
  const tries: FailedTry[] = [{ scores: failure.scores, reason: failure.reason, start: 0 }];
  const starts: number[] = [];
  const redos: PlayedRun["redos"][number][] = [];
  let [current, redone]: [SimulatedFailure, number] = [failure, 0];
  for (let left = told.rollbacks; left > 0; left -= 1) {
    const costs = current.scores.map(() => 1);
    const { alpha, rates, learnt } = told;
    const context = { tries, rollbacksLeft: left, alpha, startAt, rates, exponent: learnt.exponent, costs };
    const decision = policy.decide(context);
    if (decision.kind === "give-up") break;
    const { start } = decision;
    starts.push(start);
    const steps = current.scores.length - start;
    redone += steps;
    const next = drawRetry(from, current, start);
    const succeeded = next.mistake === undefined;
    const reached = start <= current.mistake;
    redos.push({ redone: steps, reach: reachOf(context, start), succeeded, reached });
    if (next.mistake === undefined) return { recovered: true, redone, starts, redos };
    current = { ...next, mistake: next.mistake };
    tries.push({ scores: next.scores, reason: next.reason, start });
  }
  return { recovered: false, redone, starts, redos };
}
