import type { RunnableConfig } from "@langchain/core/runnables";

import { effectsOf } from "../attempts/attempt/attempt-effects.ts";
import { recordOf } from "../effects/effect-plan.ts";
import { undoneStanding, type EffectRecord } from "../effects/effect-record.ts";
import { performsHeld } from "../effects/holding/perform-held.ts";
import { discardAll, releaseAll } from "../effects/holding/release-all.ts";
import { foundInGraph } from "../effects/intercepting/tools-of-graph.ts";
import type { KnownEffect } from "../effects/journal/known-effect.ts";
import type { RunEffects } from "../effects/run-effects.ts";
import { undoAll } from "../effects/undoing/undo-all.ts";
import { ActionRefusedError } from "../errors/action-refused-error.ts";
import { InvalidOptionError } from "../errors/invalid-option-error.ts";
import type { AttemptRecord } from "../history/attempt-record.ts";
import { appendEntry, recordsOfRun, type Journal } from "../history/journal.ts";
import { problemOf } from "../history/left-alone.ts";
import type { RollbackTarget } from "../langgraph/compiled-graph.ts";
import { threadIdOf } from "../langgraph/thread.ts";
import { withThread } from "../locking/take-thread.ts";
import { patiently } from "../recording/patiently.ts";
import { guardedContext } from "../setup/guarded-context.ts";
import { forOneRun, type RollbackContext } from "../setup/rollback-context.ts";
import { endedRun } from "./ended-run.ts";
import { actionOf, checkRequest, type ActionRequest } from "./request.ts";
import { asSeen } from "./seen.ts";
import { canBe, type EffectAction } from "./settleable-effects.ts";

/** A person's decision about one effect. */
export interface SettleRequest extends ActionRequest {
  /** Id of the effect. */
  readonly effect: string;
  /** "undo" calls its `undo`; "release" carries an act out that is held; "discard" gives such an act up. */
  readonly action: EffectAction;
}

/** An effect of a run, and the record that is to tell of it. */
interface Found {
  readonly effects: RunEffects;
  readonly effect: KnownEffect;
  readonly record: AttemptRecord;
}

/**
 * Undoes one effect of a thread's last run, or decides about one act that it holds; the history then tells who has done it. The graph is not run, and its state stays as it is.
 *
 * A request that is repeated, after a crash or by a second click, is carried out once.
 *
 * @param graph  as `withRollback` gives it
 * @param config names the thread
 * @returns the effect as it stands now
 * @throws {ThreadMovedError} if the thread has moved since the person has looked at it; nothing is done
 * @throws {ActionRefusedError} if somebody else has acted on it, its run is under way, it has no such effect, or that cannot be done about it; nothing is done
 * @throws {UndoFailedError | ReleaseFailedError} if it was tried and has failed; the history says so
 * @throws {ThreadBusyError} if another run is using the thread
 * @throws {InvalidOptionError} if the graph has no rollback, or something of the request has a value that it cannot have
 *
 * @example
 * const { expected, effects } = await previewActions(agent, config);
 * await settleEffect(agent, config, { effect: effects[0].id, action: "undo", by: "ada", expected });
 */
export async function settleEffect(
  graph: RollbackTarget,
  config: RunnableConfig,
  request: SettleRequest,
): Promise<EffectRecord> {
  checkRequest(request);
  const { action, effect: id, expected } = request;
  if (!["undo", "release", "discard"].includes(action))
    throw new InvalidOptionError("action", '"undo", "release" or "discard"', action);
  const own = forOneRun(guardedContext(graph));
  const threadId = threadIdOf(config);
  const operator = actionOf(request, { action, effect: id }, own.options.clock);
  return withThread(own, threadId, config.signal, async () => {
    const { done, journal } = await asSeen(own, threadId, { expected, key: operator.key });
    const found = await findEffect(own, threadId, journal, id);
    if (done !== undefined) {
      if (hasHappened(found, action)) return standingNow(found);
      throw new ActionRefusedError(
        threadId,
        "The same request was tried before and has failed. Look at it again.",
      );
    }
    if (hasHappened(found, action)) {
      // A process has done it, and died before it could say so.
      await patiently(() => keep(own, threadId, { ...found.record, operator }, standingNow(found)));
      return standingNow(found);
    }
    if (!canBe(found.effects, found.effect).includes(action))
      throw new ActionRefusedError(
        threadId,
        `"${action}" is nothing that can be done about "${found.effect.intent.name}" as it stands.`,
      );
    const { told, failure } = await settled(own, config, found, action);
    const problem = failure === undefined ? {} : { problem: problemOf(failure) };
    await patiently(() => keep(own, threadId, { ...found.record, ...problem, operator }, told));
    if (failure !== undefined) throw failure;
    return told;
  });
}

async function settled(
  { graph }: RollbackContext,
  config: RunnableConfig,
  { effect, effects }: Found,
  action: EffectAction,
): Promise<{ readonly told: EffectRecord; readonly failure?: unknown }> {
  const isIt = (other: KnownEffect): boolean => other.intent.id === effect.intent.id;
  const before = recordOf(effects, effect, { places: undefined, standing: "to-undo" });
  const done =
    action === "undo"
      ? await undoAll(effects, [before], config.signal)
      : action === "discard"
        ? await discardAll(effects, isIt)
        : await releaseAll(effects, performsHeld(effects, config, foundInGraph(graph)), isIt);
  const [told = before] = done.effects;
  return { told, ...("failure" in done ? { failure: done.failure } : {}) };
}

async function findEffect(
  context: RollbackContext,
  threadId: string,
  journal: Journal,
  id: string,
): Promise<Found> {
  const { record: asked } = await endedRun(context, threadId, journal);
  const effects = await effectsOf(context, { threadId, run: asked.run });
  const effect = effects?.of(id);
  const record = recordsOfRun(journal.records, asked.run).at(-1);
  if (effects === undefined || effect === undefined)
    throw new ActionRefusedError(threadId, `Its last run has no effect "${id}".`);
  if (record === undefined || record.attempt < asked.attempt)
    throw new ActionRefusedError(
      threadId,
      "A question about its rollback waits: the answer decides about its effects.",
    );
  return { effects, effect, record };
}

/** Problems that are over once no effect has one. */
const MENDED = new Set(["UNDO_FAILED", "RELEASE_FAILED"]);

const hasHappened = ({ effect }: Found, action: EffectAction): boolean =>
  action === "release" ? effect.release === "done" : effect.isUndone;

function standingNow({ effect, effects }: Found): EffectRecord {
  const standing = effect.isUndone
    ? undoneStanding(effect.intent.class)
    : effect.release === "done"
      ? "released"
      : "stands";
  return recordOf(effects, effect, { places: undefined, standing });
}

/** Stores a record again, with what became of an effect. */
function keep(
  { saver }: RollbackContext,
  threadId: string,
  record: AttemptRecord,
  told: EffectRecord,
): Promise<void> {
  const { effects: before = [], problem, ...rest } = record;
  const effects = [...before.filter(({ id }) => id !== told.id), told];
  const isMended = MENDED.has(problem?.code ?? "") && effects.every(({ problem: why }) => why === undefined);
  const stays = problem === undefined || isMended ? {} : { problem };
  return appendEntry(saver, threadId, "attempt", { ...rest, ...stays, effects });
}
