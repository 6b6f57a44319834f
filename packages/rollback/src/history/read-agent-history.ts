import type { AgentHistory, FirstAttempts, Redo } from "@langgraph-rollback/attribution";

import { CheckpointNotFoundError } from "../errors/checkpoint-not-found-error.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { readTrajectory } from "../reading/read-trajectory.ts";
import type { GraphOrCheckpointer } from "../recording/graph-or-checkpointer.ts";
import type { AttemptRecord } from "./attempt-record.ts";
import { readHistory } from "./history.ts";
import { listThreads } from "./list-threads.ts";

/** Which runs tell of an agent. */
export interface AgentHistoryOptions {
  /** Ids of threads. Default: all that the source holds, the latest first. */
  readonly threads?: readonly string[];
  /** At most so many threads, where none are named. Default 1000. */
  readonly limit?: number;
}

/**
 * How often an agent errs, by its earlier runs: how its first attempts ended, by length, and how attempts after a rollback ended. Pass it as the
 * option `history`: `leastCost` plans by it.
 *
 * The source should hold one agent's threads; else name them. Only runs of `withRollback` and `rollbackGraph` that were judged count, not those
 * of the middleware alone. Reads the steps of each attempt that passed, so do not call it for each request: read once, and keep the value.
 *
 * @param source the graph with its checkpointer, or a checkpointer alone
 * @returns plain JSON without text of any run; first attempts ascending by length
 * @throws {NoCheckpointerError | UnsupportedGraphError}
 */
export async function readAgentHistory(
  source: GraphOrCheckpointer,
  { threads, limit = 1000 }: AgentHistoryOptions = {},
): Promise<AgentHistory> {
  const ids = threads ?? (await listThreads(source, limit)).threads.map(({ threadId }) => threadId);
  const counts = new Map<number, { succeeded: number; failed: number }>();
  const redos: Redo[] = [];
  for (const threadId of ids) {
    for (const { attempts } of await readHistory(source, checkpointConfig(threadId))) {
      const ended = await endedAttempts(source, threadId, attempts);
      const [first] = ended;
      if (first !== undefined) count(counts, first);
      for (const each of redosIn(ended)) redos.push(each);
    }
  }
  return { firstAttempts: sorted(counts), redos };
}

/** An attempt that was judged. */
interface EndedAttempt {
  readonly record: AttemptRecord;
  readonly succeeded: boolean;
  /** Steps that it executed itself. */
  readonly steps: number;
}

/** The attempts of a run up to the first one that was not judged, or whose steps nobody knows. */
async function endedAttempts(
  source: GraphOrCheckpointer,
  threadId: string,
  attempts: readonly AttemptRecord[],
): Promise<readonly EndedAttempt[]> {
  const ended: EndedAttempt[] = [];
  for (const [i, record] of attempts.entries()) {
    const { attempt, outcome } = record;
    const steps = await ownSteps(source, threadId, record, attempts[i - 1]);
    // An unreadable attempt is left out of a history, and so are the attempts after it.
    if (attempt !== i + 1 || outcome === undefined || steps === undefined || steps < 1) break;
    ended.push({ record, succeeded: outcome.ok, steps });
  }
  return ended;
}

async function ownSteps(
  source: GraphOrCheckpointer,
  threadId: string,
  { spent, head }: AttemptRecord,
  before: AttemptRecord | undefined,
): Promise<number | undefined> {
  if (spent !== undefined) return spent.steps;
  try {
    const { steps } = await readTrajectory(source, checkpointConfig(threadId, head));
    return steps.length - (before?.rewind?.kept ?? 0);
  } catch (error) {
    // A checkpointer that prunes does not hold it any more.
    if (error instanceof CheckpointNotFoundError) return undefined;
    throw error;
  }
}

function count(
  counts: Map<number, { succeeded: number; failed: number }>,
  { steps, succeeded }: EndedAttempt,
): void {
  const known = counts.get(steps) ?? { succeeded: 0, failed: 0 };
  counts.set(steps, known);
  if (succeeded) known.succeeded += 1;
  else known.failed += 1;
}

function redosIn(attempts: readonly EndedAttempt[]): readonly Redo[] {
  return attempts.slice(1).flatMap(({ steps, succeeded }, i) => {
    const reach = reachOf(attempts[i]?.record);
    return reach === undefined ? [] : [{ redone: steps, reach, succeeded }];
  });
}

/** A restart reaches back to the mistake for certain. Records of older versions do not tell of any other rollback. */
const reachOf = (record: AttemptRecord | undefined): number | undefined =>
  record?.rewind?.step === 0 ? 1 : record?.rewind?.reach;

function sorted(
  counts: ReadonlyMap<number, { readonly succeeded: number; readonly failed: number }>,
): readonly FirstAttempts[] {
  return [...counts].map(([length, each]) => ({ length, ...each })).toSorted((a, b) => a.length - b.length);
}
