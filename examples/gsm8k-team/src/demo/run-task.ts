import type { AttemptRecord, RollbackEvent, RunStatus } from "langgraph-rollback";
import { setImmediate } from "node:timers/promises";
import type { TeamGraph } from "../team/team-graph.ts";
import { teamInput } from "../team/team-input.ts";
import type { TeamTask } from "./team-task.ts";

/** Outcome of one task. */
export interface TaskRun {
  readonly task: TeamTask;
  readonly status: RunStatus;
  /** Decisions after each attempt, in order. */
  readonly records: readonly AttemptRecord[];
  /** How many steps each attempt executed, in order; those that it was spared by the rewind do not count. */
  readonly steps: readonly number[];
}

/** Runs a graph that `withRollback` gave to its end, by its stream: it says what each attempt does. */
export async function runTask(graph: TeamGraph, task: TeamTask): Promise<TaskRun> {
  const records: AttemptRecord[] = [];
  const steps: number[] = [];
  let status: RunStatus = "running";
  try {
    const chunks = await graph.stream(teamInput(task.problem, task.seed), {
      configurable: { thread_id: task.id },
      streamMode: ["updates", "custom"],
    });
    for await (const [mode, chunk] of chunks) {
      if (mode === "updates") steps.push((steps.pop() ?? 0) + Object.keys(chunk).length);
      else if (isRollbackEvent(chunk)) {
        if (chunk.type === "rollback:attempt-started") steps.push(0);
        if ("record" in chunk) records.push(chunk.record);
        if (chunk.type === "rollback:ended") status = chunk.status;
      }
    }
  } catch (error) {
    // An exception of the graph is thrown once nothing is left to try: then it is an outcome like others.
    if (status === "running") throw error;
  }
  // As in `calibrateTeam`: a pause in which progress is drawn and Ctrl-C is heard.
  await setImmediate();
  return { task, status, records, steps };
}

function isRollbackEvent(chunk: unknown): chunk is RollbackEvent {
  return (
    typeof chunk === "object" &&
    chunk !== null &&
    "type" in chunk &&
    typeof chunk.type === "string" &&
    chunk.type.startsWith("rollback:")
  );
}
