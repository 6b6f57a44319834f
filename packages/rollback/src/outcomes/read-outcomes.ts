import type { FailureEvidence, TriedStart } from "@langgraph-rollback/attribution";

import { CheckpointNotFoundError } from "../errors/checkpoint-not-found-error.ts";
import type { AttemptRecord } from "../history/attempt-record.ts";
import { readHistory } from "../history/history.ts";
import { listThreads } from "../history/list-threads.ts";
import type { AgentHistoryOptions } from "../history/read-agent-history.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { readTrajectory } from "../reading/read-trajectory.ts";
import type { GraphOrCheckpointer } from "../recording/graph-or-checkpointer.ts";
import { plainTrajectory } from "../steps/plain-trajectory.ts";

/**
 * The failed attempts of an agent's runs that were rolled back, each with the step from which it was tried again and whether that retry was accepted. Pass
 * them to `fitOutcomeScorer`: the agent's own retries teach a scorer where its mistakes lie.
 *
 * Each retry counts for the attempt that it rewound: the second retry of a run tells of the first retry's steps. Attempts whose steps a checkpointer does not
 * hold any more are left out. The source should hold one agent's threads; else name them. Reads the steps of each failed attempt.
 *
 * @param source the graph with its checkpointer, or a checkpointer alone
 * @returns one entry for each such attempt; the ids of trajectories are those that `readTrajectory` gives
 * @throws {NoCheckpointerError | UnsupportedGraphError}
 *
 * @example
 * const scorer = fitOutcomeScorer(await readOutcomes(agent));
 */
export async function readOutcomes(
  source: GraphOrCheckpointer,
  { threads, limit = 1000 }: AgentHistoryOptions = {},
): Promise<readonly FailureEvidence[]> {
  const ids = threads ?? (await listThreads(source, limit)).threads.map(({ threadId }) => threadId);
  const evidence: FailureEvidence[] = [];
  for (const threadId of ids)
    for (const { attempts } of await readHistory(source, checkpointConfig(threadId)))
      for (const [at, record] of attempts.entries()) {
        const tried = retryOf(record, attempts[at + 1]);
        const trajectory = tried && (await stepsOfAttempt(source, threadId, record));
        if (trajectory !== undefined && tried !== undefined && tried.start < trajectory.steps.length)
          evidence.push({ trajectory, tried: [tried] });
      }
  return evidence;
}

/**
 * @internal The retry that rewound a failed attempt; `undefined` if there was none, or it has not ended.
 *
 * @param next the record after it in the run
 */
export function retryOf(record: AttemptRecord, next: AttemptRecord | undefined): TriedStart | undefined {
  const { attempt, outcome, rewind } = record;
  // No verifier has refused an attempt that its model, an alarm or a check ended: it may hold no mistake at all.
  if (
    outcome?.ok !== false ||
    outcome.asked !== undefined ||
    outcome.early !== undefined ||
    rewind === undefined ||
    next?.attempt !== attempt + 1
  )
    return undefined;
  return { start: rewind.step, kind: "retry", status: statusOf(next) };
}

function statusOf({ outcome }: AttemptRecord): TriedStart["status"] {
  if (outcome === undefined) return "inconclusive";
  return outcome.ok ? "accepted" : "rejected";
}

async function stepsOfAttempt(source: GraphOrCheckpointer, threadId: string, { head }: AttemptRecord) {
  try {
    return plainTrajectory(await readTrajectory(source, checkpointConfig(threadId, head)));
  } catch (error) {
    // A checkpointer that prunes does not hold it any more.
    if (error instanceof CheckpointNotFoundError) return undefined;
    throw error;
  }
}
