import { printable } from "@langgraph-rollback/inspector/shared";
import { readHistory, type RunHistory } from "langgraph-rollback";

import type { AnyGraph } from "../data/load-graph.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";

/** Config that names a thread. */
export const on = (thread: string): { readonly configurable: { readonly thread_id: string } } => ({
  configurable: { thread_id: thread },
});

/** The last run of a thread, as it stands after an action. */
export interface ActedRun {
  readonly run: string;
  readonly status: RunHistory["status"];
  readonly reason: string;
  /** Attempts that were judged. */
  readonly attempts: number;
}

/**
 * Calls the graph for a person. Where it throws after its rollback was made, the run's own result is told in its place.
 *
 * @returns the thread's last run as it stands then
 * @throws what the action throws where nothing was done
 */
export async function actedRun(
  graph: AnyGraph,
  thread: string,
  act: () => Promise<unknown>,
): Promise<ActedRun> {
  const before = await lastRun(graph, thread);
  try {
    await act();
  } catch (error) {
    const now = await lastRun(graph, thread);
    if (now === undefined || (now.actions?.length ?? 0) === (before?.actions?.length ?? 0)) throw error;
    if (now.status === "running") throw error;
  }
  const now = await lastRun(graph, thread);
  if (now === undefined)
    throw new CommandFailedError(`Thread "${printable(thread)}" has no run with rollback.`);
  const { attempts, reason, run, status } = now;
  return { run, status, reason, attempts: attempts.length };
}

async function lastRun(graph: AnyGraph, thread: string): Promise<RunHistory | undefined> {
  return (await readHistory(graph, on(thread)))[0];
}

/** How a run stands, as a sentence. */
export const runLine = ({ reason, status }: ActedRun): string => printable(`Now ${status}: ${reason}`);

/** @throws {CommandFailedError} if the run that was to pass has not */
export function checkPassed({ reason, status }: ActedRun): void {
  if (status === "gave-up" || status === "unjudged")
    throw new CommandFailedError(`The run was retried and has not passed: ${printable(reason)}`);
}
