import { printable } from "@langgraph-rollback/inspector/shared";
import type { QueuedRunName, RunCount } from "@langgraph-rollback/workers";

import type { Diagnosis, DiagnosisCode } from "../diagnosis.ts";

/** Runs, workers or graphs that one diagnosis names. */
const NAMED = 3;

export const ok = (message: string): Diagnosis => ({
  check: "queue",
  level: "ok",
  message: printable(message),
});

const found =
  (level: "warning" | "fault") =>
  (code: DiagnosisCode, message: string, remedy: string): Diagnosis => ({
    check: "queue",
    level,
    code,
    message: printable(message),
    remedy,
  });

/** Something that keeps runs from being worked on, or their order from being kept. */
export const queueFault: (code: DiagnosisCode, message: string, remedy: string) => Diagnosis = found("fault");
/** Something that makes the queue slower, or its runs worth less. */
export const queueWarning: (code: DiagnosisCode, message: string, remedy: string) => Diagnosis =
  found("warning");

/** The first of several names, and how many there are beside. */
export function named(names: readonly string[]): string {
  const rest = names.length - NAMED;
  return `${names.slice(0, NAMED).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** Runs, each with its graph and its thread. */
export const runNames = (runs: readonly QueuedRunName[]): string =>
  named(runs.map(({ graph, runId, threadId }) => `${runId} (${graph}, thread ${threadId})`));

/** Runs of a status, over all graphs. */
export const totalOf = (runs: readonly RunCount[], status: RunCount["status"]): number =>
  runs.reduce((sum, each) => sum + (each.status === status ? each.count : 0), 0);

/** "one run", "3 runs". */
export const counted = (count: number, what: string): string =>
  count === 1 ? `one ${what}` : `${count} ${what}s`;
