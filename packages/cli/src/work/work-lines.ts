import { printable } from "@langgraph-rollback/inspector/shared";
import type { WorkedRun } from "@langgraph-rollback/workers";

/** News of a worker and its runs. */
export type WorkEvent =
  | {
      readonly event: "ready";
      readonly worker: string;
      readonly graphs: readonly string[];
      readonly concurrency: number;
      /** Addresses of health and figures. */
      readonly health?: string;
    }
  | ({ readonly event: WorkedRun["kind"] } & Omit<WorkedRun, "kind">)
  | { readonly event: "stopping"; readonly active: number; readonly graceSeconds: number }
  | { readonly event: "stopped"; readonly ended: number; readonly givenBack: number };

/** An event as a line for people. */
export function workLine(event: WorkEvent): string {
  switch (event.event) {
    case "ready": {
      const { concurrency, graphs, health, worker } = event;
      const served = health === undefined ? "" : ` Health and figures: ${health}/health, ${health}/metrics.`;
      return printable(
        `Worker ${worker} is ready for ${graphs.join(", ")}, ${concurrency} ${counted(concurrency)} of each at once, until Ctrl-C or SIGTERM.${served}`,
      );
    }
    case "stopping":
      return event.active === 0
        ? "Stopping: no run is under way."
        : `Stopping: ${event.active} ${counted(event.active)} may end within ${event.graceSeconds} s, then they go on in other workers.`;
    case "stopped":
      return `Stopped: ${event.ended} ${counted(event.ended)} ended here, ${event.givenBack} handed over.`;
    default:
      return runLine(event);
  }
}

function runLine(run: Extract<WorkEvent, { readonly runId: string }>): string {
  const after = `after ${run.seconds.toFixed(1)} s`;
  const why = run.error === undefined ? "" : `, ${run.error.message}`;
  const words = {
    started: run.starts > 1 ? `started again, start ${run.starts}` : "started",
    ended: `${run.status} ${after}${why}`,
    waits: `waits for an answer, ${after}`,
    "goes-on": `handed over ${after}`,
  };
  return printable(`${run.graph}, thread ${run.threadId}: ${words[run.event]} (run ${run.runId})`);
}

const counted = (count: number): string => (count === 1 ? "run" : "runs");
