import type { BaseCheckpointSaver } from "@langchain/langgraph";
import type { Calibration } from "@langgraph-rollback/attribution";
import { rollbackArm } from "./arms.ts";
import type { DemoSetting } from "./demo-setting.ts";
import type { Narrator } from "./narrator.ts";
import { runTask, type TaskRun } from "./run-task.ts";
import { distinctProblems } from "./team-task.ts";

/** The runs that the demo is about: the team with rollback, on problems that calibration has not seen. */
export async function freshPhase(
  { chosen, problems, tasks }: DemoSetting,
  calibration: Calibration | undefined,
  saver: BaseCheckpointSaver,
  narrator: Narrator,
): Promise<readonly TaskRun[]> {
  const graph = rollbackArm({ model: chosen.model, problems, calibration }, saver);
  const progress = narrator.start(
    `Running the team with rollback ${tasks.fresh.length} times on ${distinctProblems(tasks.fresh)} other problems`,
    tasks.fresh.length,
  );
  const runs: TaskRun[] = [];
  const count = (status: TaskRun["status"]): number => runs.filter((run) => run.status === status).length;
  const soFar = (): string =>
    `${count("succeeded")} solved at once, ${count("recovered")} recovered by rollback, ${runs.length - count("succeeded") - count("recovered")} given up`;
  for (const task of tasks.fresh) {
    runs.push(await runTask(graph, task));
    progress.advance(soFar());
  }
  progress.done(`${soFar()}.`);
  return runs;
}
