import type { RunnableConfig } from "@langchain/core/runnables";
import { Command } from "@langchain/langgraph";

import { isIrreversible } from "../effects/effect-record.ts";
import { ActionRefusedError } from "../errors/action-refused-error.ts";
import { appendEntry } from "../history/journal.ts";
import type { OperatorAction } from "../history/operator-action.ts";
import type { OutputOf, RollbackTarget } from "../langgraph/compiled-graph.ts";
import { threadIdOf } from "../langgraph/thread.ts";
import { patiently } from "../recording/patiently.ts";
import { guardedContext } from "../setup/guarded-context.ts";
import type { OpeningAction } from "../attempts/attempt/opening-action.ts";
import { callGraph, REPEATED } from "./call-graph.ts";
import { endedRun } from "./ended-run.ts";
import { planRetry } from "./plan-retry.ts";
import { actionOf, checkNote, checkRequest, checkStep, type ActionRequest } from "./request.ts";
import { asSeen } from "./seen.ts";

/** A retry that a person asks for. */
export interface RetryRequest extends ActionRequest {
  /** Index of the first step that runs again; the graph may have to go back further. */
  readonly step: number;
  /** Note to the next attempt. Default: the one that the graph's options write. */
  readonly note?: string;
  /** Whether effects that nothing undoes may stay as they are. Default: no, and one in the way refuses. */
  readonly mayStand?: boolean;
}

/**
 * Goes back to a step of a thread's last run, and runs the graph again from there, because a person says so: after a run that succeeded, one that was given up, and one that waits for
 * an approval. It is a rollback of that run like those that it makes by itself: its effects are undone, its next attempt is verified, and the history tells of it, with who has asked for it.
 *
 * It counts as a rollback of the run, and is made even if the run's budget is spent. What follows it keeps to the budget.
 *
 * A request that is repeated, after a crash or by a second click, is carried out once; its output is given again.
 *
 * @param graph  as `withRollback` gives it
 * @param config names the thread. The rest of it is the call's: `context`, `signal`, `callbacks`
 * @returns what the graph then returns
 * @throws {ThreadMovedError} if the thread has moved since the person has looked at it; nothing is done
 * @throws {ActionRefusedError} if somebody else has acted on it, its run is under way, or an effect that nothing undoes is in the way; nothing is done
 * @throws {ThreadBusyError} if another run is using the thread
 * @throws {InvalidOptionError} if the graph has no rollback, or something of the request has a value that it cannot have
 * @throws {UndoFailedError | RollbackUnfinishedError} as any rollback, if an effect cannot be undone
 *
 * @example
 * const { expected } = await previewActions(agent, config, { step: 3 });
 * await retryFrom(agent, config, { step: 3, note: "Book the later train.", by: "ada", expected });
 */
export async function retryFrom<G extends RollbackTarget>(
  graph: G,
  config: RunnableConfig,
  request: RetryRequest,
): Promise<OutputOf<G>>;
export async function retryFrom(
  graph: RollbackTarget,
  config: RunnableConfig,
  request: RetryRequest,
): Promise<unknown> {
  const { step, note, by, why, expected, mayStand = false } = request;
  checkRequest(request);
  checkStep(step);
  checkNote(note);
  const context = guardedContext(graph);
  const threadId = threadIdOf(config);
  const action = actionOf(request, { action: "retry", step, note }, context.options.clock);
  const { done, journal } = await asSeen(context, threadId, { expected, key: action.key });
  const waits = done === undefined && (await endedRun(context, threadId, journal)).asked !== undefined;
  const answer = { decision: "approve" as const, step, ...(note === undefined ? {} : { note }) };
  const act: OpeningAction = async (own, call) => {
    const now = await asSeen(own, threadId, { expected, key: action.key });
    if (now.done !== undefined) throw REPEATED;
    const ended = await endedRun(own, threadId, now.journal);
    const { record } = await planRetry(own, { threadId, config: call.config }, ended, {
      step,
      note,
      by,
      ...(why === undefined ? {} : { why }),
    });
    const inTheWay = (record.effects ?? []).filter(isIrreversible);
    if (inTheWay.length > 0 && !mayStand)
      throw refused(
        threadId,
        inTheWay.map(({ name }) => name),
      );
    if (waits) return { ...action, instead: "question" };
    const instead = ended.record.decision === "accept" ? "accept" : "give-up";
    const operator: OperatorAction = { ...action, instead };
    await patiently(() => appendEntry(own.saver, threadId, "attempt", { ...record, operator }));
    return undefined;
  };
  return callGraph(graph, config, waits ? new Command({ resume: answer }) : null, act);
}

function refused(threadId: string, names: readonly string[]): ActionRefusedError {
  const named = [...new Set(names)].map((name) => `"${name}"`).join(", ");
  return new ActionRefusedError(
    threadId,
    `Nothing undoes ${named}, which happened in the part that would be undone. Say by \`mayStand\` that it may stay.`,
  );
}
