import type { RunnableConfig } from "@langchain/core/runnables";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { Attribution } from "@langgraph-rollback/attribution";

import type { EndedAttempt } from "../attempts/attempt/attempt.ts";
import { readsOf } from "../attempts/attempt/attempt-reads.ts";
import { failedAttempt, type FailedAttempt } from "../attempts/decide/failed-attempt.ts";
import type { AttemptRecord } from "../history/attempt-record.ts";
import { readJournal } from "../history/journal.ts";
import type { CompiledGraph } from "../langgraph/compiled-graph.ts";
import { threadIdOf } from "../langgraph/thread.ts";
import { alphaOf } from "../planning/failure.ts";
import { attributeFailure } from "../planning/attribute-failure.ts";
import { turnInput, turnStart } from "../reading/lineage.ts";
import { readTrajectory } from "../reading/read-trajectory.ts";
import { learningPlace } from "../setup/learning-place.ts";
import { learntFor } from "../setup/open-runs.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import { outermost, type RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import type { AttemptOutcome } from "../verifiers/verifier.ts";

/** @internal A run that is replayed, as its thread tells it. */
export interface RecordedRun {
  readonly trajectory: RecordedTrajectory;
  /** The attempt's record in the thread's history; absent where no rollback has judged it. */
  readonly record: AttemptRecord | undefined;
}

/**
 * @internal
 * @param source a graph whose checkpointer holds the thread
 * @param config names the thread, and the run's last checkpoint if that is not the newest
 * @throws {ThreadIdError | CheckpointNotFoundError}
 */
export async function readRun(
  { graph, saver }: { readonly graph: CompiledGraph; readonly saver: BaseCheckpointSaver },
  config: RunnableConfig,
): Promise<RecordedRun> {
  const trajectory = await readTrajectory(graph, config);
  const { records } = await readJournal(saver, threadIdOf(config));
  const at = (head: string): AttemptRecord | undefined => records.findLast((each) => each.head === head);
  const { head } = trajectory;
  // The thread continues from the best attempt in a checkpoint of its own.
  const stood = records.findLast(({ stands }) => stands?.fork === head);
  const record =
    at(head) ?? records.find(({ run, attempt }) => run === stood?.run && attempt === stood.stands?.attempt);
  return { trajectory, record };
}

/** @internal The recorded run as an attempt that has failed, for those who plan the next one. */
export async function asFailed(
  context: RollbackContext,
  { trajectory, record }: RecordedRun,
): Promise<FailedAttempt> {
  const { threadId, head } = trajectory;
  const reads = readsOf(context, threadId, head);
  const [first] = trajectory.steps;
  // The turn's input lies just before its first step.
  const early = first === undefined ? head : outermost(first).before;
  const ended: EndedAttempt = {
    kind: "ended",
    attempt: {
      run: record?.run ?? head,
      number: record?.attempt ?? 1,
      threadId,
      input: turnInput([await turnStart(context.saver, threadId, await reads.checkpoint(early))]),
      call: null,
      config: {},
      start: { kind: "settled", checkpoint: head },
    },
    end: { kind: "returned", head, output: undefined },
    reads,
  };
  const outcome = record?.outcome ?? outcomeOf(trajectory);
  return failedAttempt(context, ended, { kind: "failed", at: record?.at ?? "", outcome }, trajectory);
}

/** @internal The outcome of a run that nobody has judged: the error that ended it, or that it is tried again. */
export function outcomeOf({ steps }: RecordedTrajectory): AttemptOutcome {
  const { error } = steps.at(-1) ?? {};
  return error === undefined ? { ok: false } : { ok: false, reason: error.message, error };
}

/** @internal The attribution of a recorded run: the one that its retry was planned by, or what the graph's scorer says now. */
export async function attributionOf(
  context: RollbackContext,
  { budget, trajectory, ended }: FailedAttempt,
  record: AttemptRecord | undefined,
  signal: AbortSignal | undefined,
): Promise<Attribution> {
  if (record?.attribution !== undefined) return record.attribution;
  const { learnt } = await learntFor(learningPlace(context), ended.attempt);
  const { attribution } = await attributeFailure(learnt, trajectory, alphaOf(budget, learnt.alpha), signal);
  return attribution;
}
