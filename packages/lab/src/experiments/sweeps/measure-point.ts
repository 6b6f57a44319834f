import { calibrate, fitLogitScorer, type StepScorer } from "@langgraph-rollback/attribution";
import { scorerMetrics } from "@langgraph-rollback/attribution/conformal/evaluation";

import { runArm, type ArmRun } from "../../arms/run-arm.ts";
import { ROLLBACKS } from "../../arms/rollback-arms.ts";
import { collectFailures } from "../../failures/collect-failures.ts";
import type { FailedRun, Failures } from "../../failures/failed-run.ts";
import { splitProblems, tasksOn } from "../../failures/problem-split.ts";
import { alteredScorer, textOf } from "../../scorers/altered-scorer.ts";
import type { System } from "../../systems/system.ts";
import { mean, overProblems } from "../figure.ts";
import { PRICE, SWEEP_POLICIES } from "./sweep-arms.ts";
import type { SweepArm, SweepFigures, SweepPoint } from "./sweep-point.ts";

/** Lets a system fail by itself, learns from some of its failures, and tries the others in every arm. */
export async function measurePoint(system: System, point: SweepPoint): Promise<SweepFigures> {
  const { alpha, seed, test } = point;
  const parts = splitProblems(system.problems, seed);
  const collected = (part: "fit" | "calibrate" | "test"): Promise<Failures> =>
    collectFailures(system, tasksOn(parts[part], seed), point[part]);
  const [fitting, calibrating, tried] = [
    await collected("fit"),
    await collected("calibrate"),
    await collected("test"),
  ];
  const scorer = scorerOf(point, fitting, [calibrating, tried]);
  const calibration = await calibrate(
    calibrating.failed.map(({ trajectory }) => trajectory),
    { scorer, alpha, method: "suffix" },
  );
  const history = { firstAttempts: calibrating.firstAttempts, redos: [] };
  const arms: SweepArm[] = [];
  for (const [name, policy] of Object.entries(SWEEP_POLICIES)) {
    const options = { scorer, calibration, history, policy: policy(alpha), maxRollbacks: ROLLBACKS };
    const runs: ArmRun[] = [];
    for (const run of tried.failed) runs.push(await runArm(system, options, run));
    arms.push(armOf(name, tried.failed, runs));
  }
  return {
    failed: failedShare(tried),
    length: tried.failed.reduce((sum, { trajectory }) => sum + trajectory.steps.length, 0) / test,
    auroc: await aurocOf(scorer, tried.failed),
    arms,
  };
}

/** The local scorer, made weaker or stronger. The truth of runs that were collected is known, and of no others. */
function scorerOf({ scorer, seed }: SweepPoint, fitting: Failures, known: readonly Failures[]): StepScorer {
  const fitted = fitLogitScorer(
    fitting.failed.map(({ trajectory }) => trajectory),
    { seed },
  );
  const mistakes = new Map(
    known.flatMap(({ failed }) =>
      failed.map(({ trajectory }) => [textOf(trajectory), trajectory.label.decisiveStep] as const),
    ),
  );
  return alteredScorer(fitted, scorer, (trajectory) => mistakes.get(textOf(trajectory)));
}

function armOf(arm: string, failed: readonly FailedRun[], runs: readonly ArmRun[]): SweepArm {
  const right = runs.map(({ ok }) => ok);
  const success = overProblems(
    right.map(Number),
    failed.map(({ task }) => task.problem),
  );
  const steps = runs.map(({ rollbacks }) => rollbacks.reduce((sum, { redone }) => sum + redone, 0));
  const lengths = failed.map(({ trajectory }) => trajectory.steps.length);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const redone = steps.reduce((sum, count) => sum + count, 0) / total;
  const lost = lengths.reduce((sum, length, at) => sum + (right[at] === true ? 0 : length), 0) / total;
  return {
    arm,
    success: success.mean,
    standardError: success.standardError,
    redone,
    reach: mean(
      runs.map(({ rollbacks }, at) =>
        Number((rollbacks[0]?.start ?? 0) <= (failed[at]?.trajectory.label.decisiveStep ?? 0)),
      ),
    ),
    cost: redone + PRICE * lost,
  };
}

function failedShare({ firstAttempts }: Failures): number {
  const failed = firstAttempts.reduce((sum, each) => sum + each.failed, 0);
  return failed / firstAttempts.reduce((sum, each) => sum + each.failed + each.succeeded, 0);
}

async function aurocOf(scorer: StepScorer, failed: readonly FailedRun[]): Promise<number> {
  const examples: { readonly stepScores: readonly number[]; readonly decisiveStep: number }[] = [];
  for (const { trajectory } of failed) {
    const { decisiveStep } = trajectory.label;
    examples.push({ stepScores: await scorer.score(trajectory), decisiveStep });
  }
  return scorerMetrics(examples).auroc;
}
