import type { LangGraphRunnableConfig } from "@langchain/langgraph";

import { problemEvents } from "../attempts/tell/attempt-events.ts";
import type { Attempt, EndedAttempt } from "../attempts/attempt/attempt.ts";
import { keepProblems } from "../attempts/attempt/keep-problems.ts";
import { isToGoOn, letGoOn, stopRefused } from "../attempts/decide/let-go-on.ts";
import { refusedRequest } from "../attempts/decide/refused-request.ts";
import type { AttemptRecord, RollbackProblem } from "../history/attempt-record.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import { startingWith, type RollbackGraphUpdate } from "./rollback-state.ts";
import { endUpdate } from "./report-run.ts";
import { tell } from "./tell-run.ts";

/** @internal The attempt as it continues where its model's request to go back is refused; `undefined` where no request is. */
export async function refusedIn(
  context: RollbackContext,
  ended: EndedAttempt,
  record: AttemptRecord,
  config: LangGraphRunnableConfig,
): Promise<RollbackGraphUpdate | undefined> {
  const refused = refusedRequest(ended, record);
  if (refused === undefined) return undefined;
  await told(context, refused.attempt, refused.problem, config);
  return startingWith(refused.attempt);
}

/** @internal The attempt as it continues where it was stopped early and is not rolled back; `undefined` where that is not so. */
export async function letGoOnIn(
  context: RollbackContext,
  ended: EndedAttempt,
  record: AttemptRecord,
  config: LangGraphRunnableConfig,
): Promise<RollbackGraphUpdate | undefined> {
  if (!isToGoOn(record)) return undefined;
  await told(context, ended.attempt, stopRefused(ended, record), config);
  const { attempt, end } = letGoOn(ended, record, ended.end.head);
  return { ...startingWith(attempt), ...(end === undefined ? {} : endUpdate(end)) };
}

async function told(
  context: RollbackContext,
  attempt: Attempt,
  problem: RollbackProblem,
  config: LangGraphRunnableConfig,
): Promise<void> {
  await keepProblems(context, attempt, [problem]);
  await tell(context, attempt, problemEvents(attempt, [problem]), config);
}
