import { leastCost, toSet } from "langgraph-rollback/policies";
import { type ArmParts, policyArm, restartArm, ROLLBACKS } from "./arms.ts";
import { runTask, type TaskRun } from "./run-task.ts";
import { type Share, shareOf } from "./share.ts";
import { type RunWithin, within } from "./within.ts";

/** Numbers of rollbacks that policies are compared at. */
const COMPARED: readonly number[] = [1, 2, 3, 4];
const MOST = 4;

/** A policy at a number of rollbacks, held against a restart of the same runs at the same number. */
export interface FrontierPoint {
  readonly policy: "restart" | "to-set" | "least-cost";
  readonly rollbacks: number;
  readonly recovered: Share;
  /** Steps executed after the first attempt, over all rollbacks of all runs. */
  readonly steps: number;
  /** Share of the restart's steps; null where that executed none. */
  readonly stepsOfRestart: number | null;
  /** Points of a hundred by which more runs recover than by restarting, paired by run, with their standard error. */
  readonly morePoints: { readonly mean: number; readonly standardError: number } | null;
}

/** How many runs the frontier takes beyond those of the demo's own arm, for progress. */
export const FRONTIER_ARMS = 2 + COMPARED.filter((rollbacks) => rollbacks !== ROLLBACKS).length;

/**
 * Runs the failing runs again by each policy, and compares. The same task fails alike at first in each, by its seeds, so that
 * runs are paired.
 *
 * @param failed those runs by the demo's own arm: the default policy with {@link ROLLBACKS}
 * @param onRun  told the name of each arm whose run has ended
 */
export async function frontierOf(
  failed: readonly TaskRun[],
  parts: ArmParts,
  onRun: (arm: string) => void,
): Promise<readonly FrontierPoint[]> {
  const rerun = async (name: string, graph: ReturnType<typeof restartArm>): Promise<readonly TaskRun[]> => {
    const runs: TaskRun[] = [];
    for (const { task } of failed) {
      runs.push(await runTask(graph, task));
      onRun(name);
    }
    return runs;
  };
  const restarts = await rerun("restart", restartArm(parts, MOST));
  const sets = await rerun("to the set", policyArm(parts, toSet(), MOST));
  const points: FrontierPoint[] = [];
  for (const rollbacks of COMPARED) {
    // A plan of least cost depends on how many rollbacks are left.
    const planned =
      rollbacks === ROLLBACKS ? failed : await rerun("least cost", policyArm(parts, leastCost(), rollbacks));
    const restart = restarts.map((run) => within(run, rollbacks));
    points.push(
      pointOf("restart", rollbacks, restart, restart),
      pointOf(
        "to-set",
        rollbacks,
        sets.map((run) => within(run, rollbacks)),
        restart,
      ),
      pointOf(
        "least-cost",
        rollbacks,
        planned.map((run) => within(run, rollbacks)),
        restart,
      ),
    );
  }
  return points;
}

function pointOf(
  policy: FrontierPoint["policy"],
  rollbacks: number,
  runs: readonly RunWithin[],
  restart: readonly RunWithin[],
): FrontierPoint {
  const steps = stepsOf(runs);
  const others = stepsOf(restart);
  return {
    policy,
    rollbacks,
    recovered: shareOf(runs.filter(({ recovered }) => recovered).length, runs.length),
    steps,
    stepsOfRestart: others === 0 ? null : steps / others,
    morePoints: pairedPoints(runs, restart),
  };
}

const stepsOf = (runs: readonly RunWithin[]): number => runs.reduce((sum, run) => sum + run.steps, 0);

/** Mean over runs of the difference in points, and its standard error; null of fewer than two runs. */
function pairedPoints(
  runs: readonly RunWithin[],
  restart: readonly RunWithin[],
): FrontierPoint["morePoints"] {
  const n = runs.length;
  if (n < 2) return null;
  const more = runs.map(
    ({ recovered }, at) => 100 * (Number(recovered) - Number(restart[at]?.recovered ?? false)),
  );
  const mean = more.reduce((sum, each) => sum + each, 0) / n;
  const variance = more.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (n - 1);
  return { mean, standardError: Math.sqrt(variance / n) };
}
