import { comparePolicies, type PolicyComparison } from "@langgraph-rollback/attribution";

import { mean, type PairedFigure } from "../figure.ts";
import type { OnlineFigures } from "./online-sequences.ts";
import type { PooledFigures } from "./pooled-versions.ts";
import { mcnemar } from "@langgraph-rollback/attribution/conformal/evaluation";
import { CUTS, cutAt, LEAST_COST, MAX_ROLLBACKS, POLICIES, toldOf } from "./recovery-arms.ts";
import { type CellRounds, type RecoveryCell, recoveryCells, triesOf } from "./recovery-cells.ts";
import type { ArmOutcome, PooledFailure } from "./recover-failures.ts";

/** A policy on the pool of an agent. */
export interface PolicyFigures extends PolicyComparison {
  /** Shares of failed runs by K = 1, ..., m + 1. */
  readonly shares: readonly number[];
  readonly cells: readonly RecoveryCell[];
}

/** Runs that end after lambda rollbacks, beside runs that are allowed m: recovered within lambda. */
export interface ShorterFigures {
  readonly lambda: number;
  /** Shares recovered within lambda: planned for m; planned for m and cut; told lambda. */
  readonly planned: number;
  readonly cut: number;
  readonly told: number;
  /** Runs that differ from what they are when they are planned for m. */
  readonly cutDiffers: number;
  readonly toldDiffers: number;
  /** McNemar's exact test of the told runs. */
  readonly p: PairedFigure["p"];
}

/** Figures of an agent. */
export interface AgentFigures {
  readonly agent: string;
  readonly failures: number;
  readonly policies: readonly PolicyFigures[];
  readonly shorter: readonly ShorterFigures[];
}

/** Figures of the experiment. */
export interface RecoveryFigures {
  readonly rounds: CellRounds;
  readonly agents: readonly AgentFigures[];
  /** Of the team's versions: how often they repeat mistakes, and the share of failed runs that no rollback recovers. */
  readonly versions: readonly {
    readonly repeats: number;
    readonly failures: number;
    readonly unrecovered: number;
  }[];
  readonly online: readonly OnlineFigures[];
  readonly pooled: readonly PooledFigures[];
}

/** Figures of a pool. */
export function agentFigures(
  agent: string,
  pool: readonly PooledFailure[],
  { rounds, seed }: { readonly rounds: CellRounds; readonly seed: number },
): AgentFigures {
  const problems = new Map(pool.map(({ problem, run }) => [run, problem]));
  const outcomes = (arm: string): readonly ArmOutcome[] => pool.map((failure) => outcomeIn(failure, arm));
  const runs = Object.fromEntries(
    POLICIES.map(({ name }) => [
      name,
      outcomes(name).map((outcome, at) => ({ run: pool[at]?.run ?? "", ...outcome })),
    ]),
  );
  const compared = comparePolicies(runs, {
    against: "restart",
    seed,
    unitOf: (run) => problems.get(run) ?? run,
  });
  return {
    agent,
    failures: pool.length,
    policies: compared.map((comparison) => {
      const tries = triesOf(outcomes(comparison.policy));
      return {
        ...comparison,
        shares: Array.from({ length: MAX_ROLLBACKS + 1 }, (_, at) =>
          mean(tries.map((k) => Number(k === at + 1))),
        ),
        cells: recoveryCells(tries, rounds, seed),
      };
    }),
    shorter: CUTS.map((lambda) => shorterFigures(lambda, outcomes)),
  };
}

/** The outcome of a failure in an arm. @throws {RangeError} if it was not tried there */
export function outcomeIn({ arms, run }: PooledFailure, arm: string): ArmOutcome {
  const outcome = arms[arm];
  if (outcome === undefined) throw new RangeError(`Expected run ${run} in the arm ${arm}, got none.`);
  return outcome;
}

function shorterFigures(lambda: number, outcomes: (arm: string) => readonly ArmOutcome[]): ShorterFigures {
  const within = (arm: string): readonly boolean[] => triesOf(outcomes(arm)).map((k) => k <= lambda);
  const [planned, cut, told] = [within(LEAST_COST), within(cutAt(lambda)), within(toldOf(lambda))];
  const share = (recovered: readonly boolean[]): number => mean(recovered.map(Number));
  const differing = (recovered: readonly boolean[]): number =>
    recovered.filter((is, at) => is !== planned[at]).length;
  return {
    lambda,
    planned: share(planned),
    cut: share(cut),
    told: share(told),
    cutDiffers: differing(cut),
    toldDiffers: differing(told),
    p: mcnemar(told, planned).p,
  };
}
