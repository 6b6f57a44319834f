import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type Calibration, readCalibration, type RollbackForecast } from "@langgraph-rollback/attribution";
import { type LabelledTrajectory, stringifyTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { forecastRollback } from "langgraph-rollback";
import { restart } from "langgraph-rollback/policies";

import { runArm } from "../../arms/run-arm.ts";
import { collectFailures } from "../../failures/collect-failures.ts";
import type { FailedRun } from "../../failures/failed-run.ts";
import { splitProblems, tasksOn } from "../../failures/problem-split.ts";
import type { ArmOptions, System } from "../../systems/system.ts";
import { runCommand } from "../run-command.ts";

/** One round: labels of its own, and fresh failures that are tried with ever more of them. */
export interface LabelsSetting {
  /** Decides the problems and all that is drawn. */
  readonly seed: number;
  /** Numbers of labels. */
  readonly sizes: readonly number[];
  /** Failures that are tried. */
  readonly fresh: number;
}

/** One failed run, tried again by the defaults. */
export interface TriedRun {
  /** Share of its steps that the first rollback executed again; 0 where it was given up. */
  readonly first: number;
  readonly isKept: boolean;
  /** Steps that all rollbacks executed again. */
  readonly redone: number;
  readonly ok: boolean;
}

/** Fresh failures of one round, tried with some labels. */
export interface TriedLabels {
  readonly seed: number;
  /** 0: each rollback is a restart. */
  readonly size: number;
  readonly runs: readonly TriedRun[];
  /** The forecast of `calibrate`; null without labels. */
  readonly forecast: RollbackForecast | null;
}

/** As the default of `withRollback`. */
const ROLLBACKS = 3;

/** Labels failures of a system by rule, calibrates with the command's defaults, and tries fresh failures with the defaults of `withRollback`. */
export async function tryLabels(
  system: System,
  { fresh, seed, sizes }: LabelsSetting,
): Promise<readonly TriedLabels[]> {
  const { fit, test } = splitProblems(system.problems, seed);
  const { failed } = await collectFailures(system, tasksOn(fit, seed), Math.max(...sizes));
  const labels = failed.map(({ trajectory }) => trajectory);
  const { failed: runs } = await collectFailures(system, tasksOn(test, seed), fresh);
  const restarted = await tryRuns(system, runs, { policy: restart() });
  const tried: TriedLabels[] = [{ seed, size: 0, runs: restarted, forecast: null }];
  for (const size of sizes) {
    const calibration = await calibratedByCommand(labels.slice(0, size));
    const forecast = forecastRollback(calibration);
    tried.push({ seed, size, runs: await tryRuns(system, runs, { calibration }), forecast });
  }
  return tried;
}

async function tryRuns(
  system: System,
  runs: readonly FailedRun[],
  options: ArmOptions,
): Promise<readonly TriedRun[]> {
  const tried: TriedRun[] = [];
  for (const run of runs) {
    const { ok, rollbacks } = await runArm(system, { ...options, maxRollbacks: ROLLBACKS }, run);
    const [first] = rollbacks;
    const steps = run.trajectory.steps.length;
    tried.push({
      first: first === undefined ? 0 : 1 - first.start / steps,
      isKept: first !== undefined && first.start > 0,
      redone: rollbacks.reduce((sum, { redone }) => sum + redone, 0),
      ok,
    });
  }
  return tried;
}

/** @throws {Error} with what the command says, if it fails */
async function calibratedByCommand(labels: readonly LabelledTrajectory[]): Promise<Calibration> {
  const folder = await mkdtemp(join(tmpdir(), "langgraph-rollback-labels-"));
  const [data, out] = [join(folder, "labels.jsonl"), join(folder, "calibration.json")];
  try {
    await writeFile(data, labels.map((each) => `${stringifyTrajectory(each)}\n`).join(""));
    await runCommand(["calibrate", "--data", data, "--out", out]);
    return await readCalibration(out);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
