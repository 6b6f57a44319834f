import { printable } from "@langgraph-rollback/inspector/shared";
import type { QueuedRunState, RunEvent } from "@langgraph-rollback/workers";

/** How a run stands, for people: its end with its output, or its questions. */
export function stateText(run: QueuedRunState): string {
  const { error, output, questions, status, summary } = run;
  const attempts =
    summary === undefined ? "" : ` after ${summary.attempts} attempt${summary.attempts === 1 ? "" : "s"}`;
  const head = printable(`Run ${run.runId} on thread ${run.threadId}: ${status}${attempts}.`);
  return [
    head,
    ...(error === undefined ? [] : [printable(`${error.name}: ${error.message}`)]),
    ...(status === "waiting"
      ? ["It waits for an answer, and holds back its thread:", shown(questions ?? [])]
      : []),
    ...(output === undefined ? [] : [shown(output)]),
  ].join("\n");
}

/** One event of a run as a line for people; its end is told by {@link stateText}. */
export function eventLine(event: RunEvent): string {
  switch (event.type) {
    case "status": {
      const { status, worker } = event.run;
      return printable(status === "running" && worker !== undefined ? `running on ${worker}` : status);
    }
    case "chunk":
      return printable(`attempt ${event.attempt}: ${JSON.stringify(plain(event.chunk))}`);
    case "rolled-back":
      return `attempt ${event.attempt} is rolled back`;
  }
}

/** A chunk of one stream mode without the mode's name. */
function plain(chunk: unknown): unknown {
  return Array.isArray(chunk) && chunk.length === 2 ? chunk[1] : chunk;
}

const shown = (value: unknown): string => JSON.stringify(value, undefined, 2);
