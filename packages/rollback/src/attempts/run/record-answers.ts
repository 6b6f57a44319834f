import type { BaseCallbackHandler } from "@langchain/core/callbacks/base";

import { answerListener } from "../../answers/answer-listener.ts";
import { AnswerLog } from "../../answers/answer-log.ts";
import type { RollbackProblem } from "../../history/attempt-record.ts";
import { problemOf } from "../../history/left-alone.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { keepProblems } from "../attempt/keep-problems.ts";

/**
 * @internal Runs an attempt, and records what its models and tools answer if the options say so. All of it is stored when this ends. What could not be is a
 * problem of the run, kept in its history.
 *
 * @param run is given who is to hear of the attempt's calls
 */
export async function* recordingAnswers<T>(
  context: RollbackContext,
  attempt: Attempt,
  run: (listeners: readonly BaseCallbackHandler[]) => AsyncGenerator<unknown, T>,
): AsyncGenerator<unknown, { readonly ran: T; readonly problems: readonly RollbackProblem[] }> {
  const { options, saver } = context;
  const { record, clock } = options;
  if (record === undefined) return { ran: yield* run([]), problems: [] };
  const { threadId, run: id, number, config } = attempt;
  const log = new AnswerLog(saver, { threadId, run: id, attempt: number }, { clock, redact: record.redact });
  let closed: Promise<readonly RollbackProblem[]> | undefined;
  const close = (): Promise<readonly RollbackProblem[]> => (closed ??= closing());
  const closing = async (): Promise<readonly RollbackProblem[]> => {
    const error = await log.close(config.signal);
    const problems = error === undefined ? [] : [problemOf(error)];
    await keepProblems(context, attempt, problems);
    return problems;
  };
  try {
    const ran = yield* run([answerListener(log, record, config.signal)]);
    return { ran, problems: await close() };
  } finally {
    // Also where the run was aborted, or nobody reads on.
    await close();
  }
}
