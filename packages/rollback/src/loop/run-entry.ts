import {
  type AttemptEvidence,
  evidenceRows,
  FEATURE_SET,
  type RunEntry,
} from "@langgraph-rollback/attribution";

import { CheckpointNotFoundError } from "../errors/checkpoint-not-found-error.ts";
import type { AttemptRecord } from "../history/attempt-record.ts";
import { readJournal, recordsOfRun } from "../history/journal.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { retryOf } from "../outcomes/read-outcomes.ts";
import { readTrajectory } from "../reading/read-trajectory.ts";
import { openCheckpointer, type GraphOrCheckpointer } from "../recording/graph-or-checkpointer.ts";
import type { RunOnThread } from "../setup/open-runs.ts";
import { plainTrajectory } from "../steps/plain-trajectory.ts";

/** @internal A run of an agent that learns, and the runs that passed since the last one that failed. */
export interface EndedRun extends RunOnThread {
  readonly agent: string;
  readonly passed: number;
}

/**
 * @internal What a failed run teaches, by the thread's history; `undefined` if it did not fail, has not ended, was only observed, or is of a version that kept no procedure.
 *
 * Attempts whose steps the checkpointer does not hold any more are left out.
 */
export async function runEntry(
  source: GraphOrCheckpointer,
  { agent, passed, run, threadId }: EndedRun,
): Promise<RunEntry | undefined> {
  const { records } = await readJournal(openCheckpointer(source).saver, threadId);
  const attempts = recordsOfRun(records, run);
  const [first, last] = [attempts[0], attempts.at(-1)];
  if (first?.attempt !== 1 || first.recovery === undefined || last === undefined) return undefined;
  // A run that its model ended teaches nothing: no verifier has refused that attempt.
  if (attempts.some(({ outcome }) => outcome?.asked !== undefined)) return undefined;
  if (last.decision === "roll-back" || last.stopped?.by === "observing") return undefined;
  const { audited, learnt, maxRollbacks, procedure, promise } = first.recovery;
  const recoveredBy = last.attempt - 1;
  const isRecovered = last.decision === "accept" && recoveredBy >= 1;
  const evidence: AttemptEvidence[] = [];
  for (const [at, record] of attempts.entries()) {
    // A run that was stopped early counts for its recovery. Its attempt may have been right: nobody looked at its end.
    if (record.outcome?.ok !== false || record.outcome.early !== undefined) continue;
    const own = await attemptEvidence(source, threadId, record, attempts[at + 1]);
    if (own !== undefined) evidence.push(own);
  }
  return {
    kind: "run",
    format: 1,
    agent,
    run: runName({ run, threadId }),
    at: last.at,
    learntBy: learnt?.version ?? "",
    procedure,
    maxRollbacks,
    audited,
    ...(isRecovered ? { recoveredBy } : {}),
    ...(promise === undefined || promise.alpha === 0
      ? {}
      : { promised: { within: promise.within, alpha: promise.alpha } }),
    passed,
    featureSet: FEATURE_SET,
    attempts: evidence,
  };
}

/** @internal A run's name among all runs of an agent. */
export const runName = ({ run, threadId }: RunOnThread): string => `${threadId}:${run}`;

async function attemptEvidence(
  source: GraphOrCheckpointer,
  threadId: string,
  record: AttemptRecord,
  next: AttemptRecord | undefined,
): Promise<AttemptEvidence | undefined> {
  const trajectory = await stepsOf(source, threadId, record.head);
  if (trajectory === undefined || trajectory.steps.length === 0) return undefined;
  const tried = retryOf(record, next);
  const isTold = tried !== undefined && tried.start < trajectory.steps.length;
  const { score } = record.outcome ?? {};
  return {
    ...evidenceRows({ trajectory, tried: isTold ? [tried] : [] }),
    executed: record.spent?.steps ?? trajectory.steps.length,
    ...(score === undefined ? {} : { score }),
  };
}

async function stepsOf(source: GraphOrCheckpointer, threadId: string, head: string) {
  try {
    return plainTrajectory(await readTrajectory(source, checkpointConfig(threadId, head)));
  } catch (error) {
    // A checkpointer that prunes does not hold it any more.
    if (error instanceof CheckpointNotFoundError) return undefined;
    throw error;
  }
}
