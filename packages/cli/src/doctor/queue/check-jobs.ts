import type { QueueExamination, TroubledRun } from "@langgraph-rollback/workers";

import type { Diagnosis } from "../diagnosis.ts";
import { counted, named, queueFault, queueWarning, runNames } from "./queue-words.ts";

/** Whether runs and the jobs of pg-boss fit together, and which runs the machinery around them has hindered. */
export function checkJobs({ crashed, jobless, setBack, stuck }: QueueExamination): readonly Diagnosis[] {
  return [
    ...(stuck.length === 0
      ? []
      : [
          queueFault(
            "QUEUE_THREAD_STUCK",
            `Threads are held back by failed jobs although no run waits there, so that their later runs never start: ${runNames(stuck)}.`,
            "Start a worker: it frees the thread of a run that was answered or cancelled. What is left after that: `deleteJob` of pg-boss, with the id of the run.",
          ),
        ]),
    ...(jobless.length === 0
      ? []
      : [
          queueFault(
            "QUEUE_JOB_MISSING",
            `Runs have no job in pg-boss, so that no worker will take them: ${runNames(jobless)}.`,
            "Jobs were deleted by hand, or by a `db` without transactions. Cancel these runs (`queue.cancel`), and enqueue them again.",
          ),
        ]),
    ...(crashed.length === 0
      ? []
      : [
          queueWarning(
            "QUEUE_RUNS_CRASHED",
            `Workers died again and again while they had ${counted(crashed.length, "run")}, now "crashed": ${runNames(crashed)}.`,
            "Look into the workers' logs for what ended them, such as too little memory.",
          ),
        ]),
    ...(setBack.length === 0
      ? []
      : [
          queueWarning(
            "QUEUE_RUNS_SET_BACK",
            `What is around them has set back ${counted(setBack.length, "run")} under way: ${named(setBack.map(setBackWords))}.`,
            "Mend what the message names. The runs go on by themselves.",
          ),
        ]),
  ];
}

function setBackWords({ crashes, graph, problem, runId, setbacks, threadId }: TroubledRun): string {
  const how = [
    ...(setbacks > 0 ? [counted(setbacks, "time")] : []),
    ...(crashes > 0 ? [`its worker was lost ${counted(crashes, "time")}`] : []),
  ].join(", ");
  const last = problem === undefined ? "" : `; ${problem.code}: ${problem.message}`;
  return `${runId} (${graph}, thread ${threadId}; ${how}${last})`;
}
