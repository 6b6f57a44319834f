import type { RunnableConfig } from "@langchain/core/runnables";

import { filesAt } from "../attempts/attempt/files-at.ts";
import { questionOf, type RollbackQuestion } from "../approving/rollback-question.ts";
import type { EffectRecord } from "../effects/effect-record.ts";
import { ActionRefusedError } from "../errors/action-refused-error.ts";
import { CheckpointNotFoundError } from "../errors/checkpoint-not-found-error.ts";
import { withAttemptChanges } from "../history/attempt-files.ts";
import type { AttemptRecord } from "../history/attempt-record.ts";
import { readJournal, type Journal } from "../history/journal.ts";
import type { RollbackTarget } from "../langgraph/compiled-graph.ts";
import { threadIdOf } from "../langgraph/thread.ts";
import { patiently } from "../recording/patiently.ts";
import { guardedContext } from "../setup/guarded-context.ts";
import { forOneRun, type RollbackContext } from "../setup/rollback-context.ts";
import { endedRun, type EndedRun } from "./ended-run.ts";
import { planRetry, type PlannedRetry } from "./plan-retry.ts";
import { checkStep } from "./request.ts";
import { seenNow } from "./seen.ts";
import { settleable, type SettleableEffect } from "./settleable-effects.ts";

/** Consequences of a retry from a step. */
export interface RetryPreview {
  /** The attempt that would be rolled back, 1-based. */
  readonly attempt: number;
  /** Index of the first step that would be undone: at most the one that was asked for. */
  readonly step: number;
  /** Number of steps that stay. */
  readonly kept: number;
  /** Steps that would be undone, in order. */
  readonly undone: readonly { readonly index: number; readonly agent: string }[];
  /** Id of the checkpoint that the next attempt would start after. */
  readonly checkpoint: string;
  /** Effects that would be undone, newest first, which is the order of undoing. */
  readonly undo: readonly EffectRecord[];
  /** Acts that are held, and would never take place. */
  readonly discard: readonly EffectRecord[];
  /** Effects that would stand, as nothing undoes them: irreversible ones, and those of which nobody has declared what they are. */
  readonly cannotUndo: readonly EffectRecord[];
  /** Effects that would be left for the next attempt, which is given their results if it does the same. */
  readonly reused: readonly EffectRecord[];
  /** Files of the workspace that would change; absent if the run has none, or their snapshots are not on this machine. */
  readonly files?: readonly { readonly path: string; readonly change: "added" | "changed" | "deleted" }[];
  /** The note that the next attempt would be told, for the person to edit; absent if it would be told nothing. */
  readonly note?: string;
}

/** Actions that a thread allows as it stands. */
export interface ActionPreview {
  /** The thread as it stands: an action is given it, and is refused if the thread has changed since. */
  readonly expected: string;
  /** The question about a rollback that waits for its answer. */
  readonly question?: RollbackQuestion;
  /** Effects of the last run that stand or are held, in the order in which they began, each with what a person may do about it. */
  readonly effects: readonly SettleableEffect[];
  /** The retry from the step that was asked for. */
  readonly retry?: RetryPreview;
  /** Why the thread's last run cannot be retried now. */
  readonly refused?: string;
}

/**
 * Looks at what a person may do with a thread before they do it: the question that waits, the effects, and what a retry from a step would undo. Nothing is written, and nothing is run; a `replan` of
 * the options is called for the note. `step` is the index of the step to retry from.
 *
 * @param graph  as `withRollback` gives it
 * @param config names the thread
 * @throws {InvalidOptionError} if the graph has no rollback, or the last attempt has no such step
 * @throws {ThreadIdError}
 *
 * @example
 * const { expected, retry } = await previewActions(agent, { configurable: { thread_id: "t-1" } }, { step: 3 });
 * console.log(retry?.cannotUndo.map(({ name }) => name), retry?.note);
 */
export async function previewActions(
  graph: RollbackTarget,
  config: RunnableConfig,
  { step }: { readonly step?: number } = {},
): Promise<ActionPreview> {
  if (step !== undefined) checkStep(step);
  const context = forOneRun(guardedContext(graph));
  const threadId = threadIdOf(config);
  const expected = await seenNow(context, threadId);
  const journal = await patiently(() => readJournal(context.saver, threadId));
  const effects = await settleable(context, threadId, journal);
  const ended = await endedOr(context, threadId, journal);
  if ("refused" in ended) return { expected, effects, ...ended };
  const question = ended.asked === undefined ? {} : { question: questionOf(ended.asked.record) };
  if (step === undefined) return { expected, effects, ...question };
  try {
    const planned = await planRetry(context, { config, threadId }, ended, { step, by: "a person" });
    return { expected, effects, ...question, retry: await retryOf(context, threadId, planned) };
  } catch (error) {
    // Checkpoints that it needs may have been pruned.
    if (error instanceof ActionRefusedError || error instanceof CheckpointNotFoundError)
      return { expected, effects, ...question, refused: error.message };
    throw error;
  }
}

async function endedOr(
  context: RollbackContext,
  threadId: string,
  journal: Journal,
): Promise<EndedRun | { readonly refused: string }> {
  try {
    return await endedRun(context, threadId, journal);
  } catch (error) {
    if (error instanceof ActionRefusedError) return { refused: error.message };
    throw error;
  }
}

async function retryOf(
  context: RollbackContext,
  threadId: string,
  { record, trajectory }: PlannedRetry,
): Promise<RetryPreview> {
  const { attempt, effects = [], note, rewind } = record;
  const planned = effects.filter(({ repeated }) => repeated !== true);
  const toUndo = planned.filter(({ standing }) => standing === "to-undo");
  const files = await filesOf(context, threadId, record, rewind.checkpoint);
  return {
    attempt,
    step: rewind.step,
    kept: rewind.kept,
    undone: trajectory.steps.slice(rewind.step).map(({ agent, index }) => ({ index, agent })),
    checkpoint: rewind.checkpoint,
    undo: toUndo.filter((effect) => effect.class !== "held"),
    discard: toUndo.filter((effect) => effect.class === "held"),
    cannotUndo: planned.filter(({ standing }) => standing === "stands"),
    reused: planned.filter(({ standing }) => standing === "left-for-reuse"),
    ...(files === undefined ? {} : { files }),
    ...(note === undefined ? {} : { note }),
  };
}

/** Files that would be put back: those that differ between the attempt's end and where it would go back to. */
async function filesOf(
  { options, saver }: RollbackContext,
  threadId: string,
  { files: { end, place } = {} }: Pick<AttemptRecord, "files">,
  checkpoint: string,
): Promise<RetryPreview["files"]> {
  if (options.workspace === undefined || place === undefined || end === undefined) return undefined;
  const start = await filesAt(saver, threadId, checkpoint);
  if (start === undefined) return undefined;
  try {
    // From the end back to the start, as the rollback would change them.
    return await withAttemptChanges({ place, start: end, end: start }, ({ files }) =>
      Promise.resolve(files.map(({ change, path }) => ({ path, change }))),
    );
  } catch {
    return undefined;
  }
}
