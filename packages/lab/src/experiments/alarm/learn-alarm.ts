import {
  type AgentHistory,
  type AlarmCalibration,
  type Calibration,
  calibrate,
  calibrateAlarm,
  fitAlarm,
  fitLogitScorer,
  fitProgressScorer,
  progressScores,
} from "@langgraph-rollback/attribution";
import { seededOrder } from "@langgraph-rollback/attribution/draws";
import type { LabelledTrajectory, Step, Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { countFirstAttempts } from "langgraph-rollback/faults";

import { tasksOn } from "../../failures/problem-split.ts";
import type { BareRun, System, SystemTask } from "../../systems/system.ts";
import { SETS_ALPHA } from "../recovery/recovery-arms.ts";

/** Results of the runs that were only observed. Plain data: it is sent from process to process. */
export interface LearntAlarm {
  readonly alarm: AlarmCalibration;
  /** Of the sets that rollbacks plan with. */
  readonly calibration: Calibration;
  readonly history: AgentHistory;
}

/** Runs to learn from. */
export interface LearnAlarmJob {
  readonly system: string;
  /** Half of them fit, the others calibrate. */
  readonly runs: number;
  readonly seed: number;
}

/** Tolerated share of right runs that the alarm ever stops. */
export const ALPHA = 0.05;

/** Tasks of some seed, on all problems in a drawn order. */
export function tasksOf({ problems }: Pick<System, "problems">, seed: number): Iterable<SystemTask> {
  return tasksOn(
    seededOrder(problems.length, seed).flatMap((at) => problems[at] ?? []),
    seed,
  );
}

/** Observes runs, and makes of them all that the watched runs need: the scorer of their progress, the alarm, and sets. */
export async function learnAlarm(system: System, { runs, seed }: LearnAlarmJob): Promise<LearntAlarm> {
  const observed: BareRun[] = [];
  for (const task of tasksOf(system, seed)) {
    if (observed.length === runs) break;
    await system.pilot(task, { mode: "observe" }, (first) => observed.push(first));
  }
  const half = Math.floor(observed.length / 2);
  const [fitting, calibrating] = [observed.slice(0, half), observed.slice(half)];
  const scorer = fitProgressScorer(
    fitting.map(({ ok, trajectory }) => ({ right: ok, ...withoutTimes(trajectory) })),
  );
  const scored = (runsOf: readonly BareRun[]) =>
    runsOf.map(({ ok, trajectory }) => ({
      right: ok,
      scores: progressScores(scorer, withoutTimes(trajectory)),
    }));
  const model = fitAlarm(scored(fitting));
  const alarm = calibrateAlarm(scored(calibrating), { model, scorer, alpha: ALPHA, rightBy: "acceptance" });
  const suspects = fitLogitScorer(labelled(fitting), { seed });
  return {
    alarm,
    calibration: await calibrate(labelled(calibrating), {
      scorer: suspects,
      alpha: SETS_ALPHA,
      method: "suffix",
    }),
    history: {
      firstAttempts: countFirstAttempts(
        observed.map(({ ok, trajectory }) => ({ base: { ok, steps: trajectory.steps.length } })),
      ),
      redos: [],
    },
  };
}

/** The simulated models take no time: what their steps took tells of the machine. Fitted without times, the scorer gives none of them a weight. */
export const withoutTimes = ({ steps }: Pick<Trajectory, "steps">): { readonly steps: readonly Step[] } => ({
  steps: steps.map(({ endedAt: _endedAt, startedAt: _startedAt, ...step }) => step),
});

const labelled = (runs: readonly BareRun[]): readonly LabelledTrajectory[] =>
  runs.flatMap(({ mistake, ok, trajectory }) =>
    ok || mistake === undefined ? [] : [{ ...trajectory, label: { decisiveStep: mistake } }],
  );
