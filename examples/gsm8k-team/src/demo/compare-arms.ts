import { armFigures } from "./arm-figures.ts";
import { type ArmParts, oracleArm, restartArm, ROLLBACKS, withoutTraceArm } from "./arms.ts";
import type { DemoFigures } from "./demo-figures.ts";
import { FRONTIER_ARMS, frontierOf } from "./frontier.ts";
import type { Narrator } from "./narrator.ts";
import type { Oracle } from "./oracle.ts";
import { runTask, type TaskRun } from "./run-task.ts";

/** Runs the failing tasks again in the other arms; by the seeds the first attempt fails in each as it did. */
export async function compareArms(
  failed: readonly TaskRun[],
  parts: ArmParts,
  oracle: Oracle | undefined,
  narrator: Narrator,
): Promise<DemoFigures["arms"]> {
  const others = [
    { name: "restart", graph: restartArm(parts, ROLLBACKS) },
    { name: "note without the trace", graph: withoutTraceArm(parts) },
    ...(oracle === undefined ? [] : [{ name: "oracle", graph: oracleArm(parts, oracle) }]),
  ];
  const progress = narrator.start(
    `Running the ${failed.length} failing runs in ${others.length} other arms, in memory`,
    Math.max(1, failed.length * others.length),
  );
  const done: TaskRun[][] = [];
  for (const { name, graph } of others) {
    const runs: TaskRun[] = [];
    done.push(runs);
    for (const { task } of failed) {
      runs.push(await runTask(graph, task));
      progress.advance(name);
    }
  }
  progress.done(`All arms have run: ${others.map(({ name }) => name).join(", ")}.`);
  const [restart = [], withoutTrace = [], byOracle] = done;
  return {
    rollback: armFigures(failed),
    restart: armFigures(restart),
    withoutTrace: armFigures(withoutTrace),
    oracle: byOracle === undefined ? null : armFigures(byOracle),
  };
}

/** Compares policies over one to four rollbacks on the failing tasks. */
export async function compareByPolicies(
  failed: readonly TaskRun[],
  parts: ArmParts,
  narrator: Narrator,
): Promise<DemoFigures["frontier"]> {
  const progress = narrator.start(
    `Running the ${failed.length} failing runs by other policies, with one to four rollbacks, in memory`,
    Math.max(1, failed.length * FRONTIER_ARMS),
  );
  const points = await frontierOf(failed, parts, (arm) => progress.advance(arm));
  progress.done("All policies have run.");
  return points;
}
