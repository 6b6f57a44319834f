import type { LangGraphRunnableConfig } from "@langchain/langgraph";

import { problemEvents } from "../attempts/tell/attempt-events.ts";
import type { EndedAttempt } from "../attempts/attempt/attempt.ts";
import { keepProblems } from "../attempts/attempt/keep-problems.ts";
import { isToGoOn, letGoOn } from "../attempts/decide/let-go-on.ts";
import { refusedRequest, type RefusedRequest } from "../attempts/decide/refused-request.ts";
import type { AttemptRecord } from "../history/attempt-record.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import { startingWith, type RollbackGraphUpdate } from "./rollback-state.ts";
import { tell } from "./tell-run.ts";

/** @internal The attempt as it continues where its model's request to go back is refused; `undefined` where no request is. */
export const refusedIn = (
  context: RollbackContext,
  ended: EndedAttempt,
  record: AttemptRecord,
  config: LangGraphRunnableConfig,
): Promise<RollbackGraphUpdate | undefined> => continued(context, refusedRequest(ended, record), config);

/** @internal The attempt as it continues where it was stopped early and is not rolled back; `undefined` where that is not so. */
export const letGoOnIn = (
  context: RollbackContext,
  ended: EndedAttempt,
  record: AttemptRecord,
  config: LangGraphRunnableConfig,
): Promise<RollbackGraphUpdate | undefined> =>
  continued(context, isToGoOn(record) ? letGoOn(ended, record) : undefined, config);

async function continued(
  context: RollbackContext,
  next: RefusedRequest | undefined,
  config: LangGraphRunnableConfig,
): Promise<RollbackGraphUpdate | undefined> {
  if (next === undefined) return undefined;
  const { attempt, problem } = next;
  await keepProblems(context, attempt, [problem]);
  await tell(context, attempt, problemEvents(attempt, [problem]), config);
  return startingWith(attempt);
}
