import {
  type AgentHistory,
  type Calibration,
  calibrate,
  fitLogitScorer,
} from "@langgraph-rollback/attribution";
import { MemorySaver } from "@langchain/langgraph";

import { runArm } from "../../arms/run-arm.ts";
import { collectFailures } from "../../failures/collect-failures.ts";
import type { FailedRun } from "../../failures/failed-run.ts";
import { splitProblems, tasksOn } from "../../failures/problem-split.ts";
import type { System } from "../../systems/system.ts";
import { POLICIES, type RecoveryArm, SETS_ALPHA, SHORTER } from "./recovery-arms.ts";

/** Results of learning, with which the policies plan. Plain data: it is sent from process to process. */
export interface LearntOnce {
  readonly calibration: Calibration;
  readonly history: AgentHistory;
}

/** A failed run in an arm. */
export interface ArmOutcome {
  /** K: the rollback after which an attempt was first accepted, 1-based. Absent where none was. */
  readonly recoveredBy?: number;
  /** Steps that its rollbacks executed. */
  readonly steps: number;
}

/** A natural failure, and what became of it in each arm. */
export interface PooledFailure {
  readonly run: string;
  readonly problem: string;
  /** Outcome by the arm's name. */
  readonly arms: Readonly<Record<string, ArmOutcome>>;
}

/** Names of the arms of a pool: "all" of them, or restarts alone, for which nothing has to be learnt. */
export type PoolArms = "all" | "restart";

const RESTART = POLICIES.filter(({ name }) => name === "restart");

/** Fits a scorer on natural failures of some problems, and calibrates sets on those of others. */
export async function learnOnce(
  system: System,
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<LearntOnce> {
  const parts = splitProblems(system.problems, seed);
  const fitting = await collectFailures(system, tasksOn(parts.fit, seed), count);
  const calibrating = await collectFailures(system, tasksOn(parts.calibrate, seed), count);
  const scorer = fitLogitScorer(
    fitting.failed.map(({ trajectory }) => trajectory),
    { seed },
  );
  const labelled = calibrating.failed.map(({ trajectory }) => trajectory);
  return {
    calibration: await calibrate(labelled, { scorer, alpha: SETS_ALPHA, method: "suffix" }),
    history: { firstAttempts: calibrating.firstAttempts, redos: [] },
  };
}

/** Part of a pool. */
export interface PoolPart {
  readonly arms: PoolArms;
  readonly learnt?: LearntOnce;
  /** Failures. */
  readonly count: number;
  /** Of the problems' parts, one for the whole pool. */
  readonly seed: number;
  /** Of the runs, one for each part. */
  readonly runSeed: number;
}

/**
 * Runs tasks on problems that nothing was learnt from until so many have failed, and rolls each failure back in every arm. Every failure counts, whether or not the
 * simulation knows its first mistake.
 */
export async function recoverFailures(
  system: System,
  { arms, count, learnt, runSeed, seed }: PoolPart,
): Promise<readonly PooledFailure[]> {
  const pooled: PooledFailure[] = [];
  for (const task of tasksOn(splitProblems(system.problems, seed).test, runSeed)) {
    if (pooled.length === count) return pooled;
    const thread = { saver: new MemorySaver(), threadId: task.id };
    const { ok, trajectory } = await system.run(task, thread);
    if (ok) continue;
    // No arm reads the label.
    const run: FailedRun = { task, thread, trajectory: { ...trajectory, label: { decisiveStep: 0 } } };
    const outcomes: Record<string, ArmOutcome> = {};
    for (const arm of arms === "all" ? [...POLICIES, ...SHORTER] : RESTART)
      outcomes[arm.name] = await outcomeOf(system, arm, run, learnt);
    pooled.push({ run: task.id, problem: task.problem, arms: outcomes });
  }
  throw new RangeError(`Expected ${count} failures, got ${pooled.length}: there are no more tasks.`);
}

async function outcomeOf(
  system: System,
  { maxRollbacks, policy }: RecoveryArm,
  run: FailedRun,
  learnt: LearntOnce | undefined,
): Promise<ArmOutcome> {
  const { rollbacks } = await runArm(system, { ...learnt, policy, maxRollbacks }, run);
  const at = rollbacks.findIndex(({ ok }) => ok);
  const steps = rollbacks.reduce((sum, { redone }) => sum + redone, 0);
  return { steps, ...(at === -1 ? {} : { recoveredBy: at + 1 }) };
}
