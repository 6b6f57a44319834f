import type { RunnableConfig } from "@langchain/core/runnables";
import { Command } from "@langchain/langgraph";

import type { RollbackAnswer } from "../approving/rollback-answer.ts";
import { parseAnswer } from "../approving/rollback-answer.ts";
import type { OpeningAction } from "../attempts/attempt/opening-action.ts";
import { ActionRefusedError } from "../errors/action-refused-error.ts";
import type { OperatorAction } from "../history/operator-action.ts";
import type { OutputOf, RollbackTarget } from "../langgraph/compiled-graph.ts";
import { threadIdOf } from "../langgraph/thread.ts";
import { guardedContext } from "../setup/guarded-context.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import { callGraph, REPEATED } from "./call-graph.ts";
import { endedRun } from "./ended-run.ts";
import { actionOf, checkRequest, type ActionRequest } from "./request.ts";
import { asSeen } from "./seen.ts";

/** An answer to the question whether a run is to be rolled back, with who gives it. */
export type AnswerRequest = ActionRequest & RollbackAnswer;

/**
 * Answers the question about a rollback that a thread waits with, as the `Command` does that resumes it; the history then tells who has answered, and when.
 *
 * @param graph  as `withRollback` gives it
 * @param config names the thread. The rest of it is the call's: `context`, `signal`, `callbacks`
 * @returns what the graph then returns
 * @throws {ThreadMovedError} if the thread has moved since the person has looked at it; nothing is done
 * @throws {ActionRefusedError} if no question waits there, or somebody else has acted on it; nothing is done
 * @throws {ThreadBusyError} if another run is using the thread
 * @throws {AnswerFormatError} if the graph cannot go back to the step; the question stays open
 * @throws {InvalidOptionError} if the graph has no rollback, or something of the request has a value that it cannot have
 *
 * @example
 * const { expected } = await previewActions(agent, config);
 * await answerRollback(agent, config, { decision: "approve", by: "ada", expected });
 */
export async function answerRollback<G extends RollbackTarget>(
  graph: G,
  config: RunnableConfig,
  request: AnswerRequest,
): Promise<OutputOf<G>>;
export async function answerRollback(
  graph: RollbackTarget,
  config: RunnableConfig,
  request: AnswerRequest,
): Promise<unknown> {
  const { act, answer } = signedAnswer(guardedContext(graph), threadIdOf(config), request);
  return callGraph(graph, config, new Command({ resume: answer }), act);
}

/** @internal An answer, and the opening of the call that gives it in a person's name. */
export interface SignedAnswer {
  readonly answer: RollbackAnswer;
  readonly act: OpeningAction;
  /** `key` of the action. */
  readonly key: string;
}

/** @internal @throws {InvalidOptionError | AnswerFormatError} if the request has a value that it cannot have */
export function signedAnswer(
  { options }: Pick<RollbackContext, "options">,
  threadId: string,
  request: AnswerRequest,
): SignedAnswer {
  checkRequest(request);
  const { by: _, expected, why: __, ...given } = request;
  const answer = parseAnswer(given);
  const operator = actionOf(request, askedBy(answer), options.clock);
  const { key } = operator;
  const act: OpeningAction = async (own) => {
    const { done, journal } = await asSeen(own, threadId, { expected, key });
    if (done !== undefined) throw REPEATED;
    const { asked } = await endedRun(own, threadId, journal);
    if (asked === undefined)
      throw new ActionRefusedError(threadId, "No question about a rollback waits there.");
    return operator;
  };
  return { answer, act, key };
}

function askedBy(answer: RollbackAnswer): Pick<OperatorAction, "action" | "step"> & {
  readonly note?: string | undefined;
  readonly held?: string | undefined;
} {
  if (answer.decision === "decline") return { action: "decline", held: answer.held };
  const { note, step } = answer;
  return { action: "approve", note, ...(step === undefined ? {} : { step }) };
}
