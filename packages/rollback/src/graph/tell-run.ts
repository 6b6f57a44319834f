import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { problemEvents, tellEvent } from "../attempts/tell/attempt-events.ts";
import type { Attempt } from "../attempts/attempt/attempt.ts";
import { keepProblems } from "../attempts/attempt/keep-problems.ts";
import type { RollbackPlan } from "../attempts/decide/plan-rollback.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import type { RollbackEvent } from "../setup/rollback-event.ts";

/** @internal Keeps and tells what went otherwise than planned while it was planned. */
export async function tellNotice(
  context: RollbackContext,
  attempt: Attempt,
  planned: RollbackPlan | undefined,
  config: LangGraphRunnableConfig,
): Promise<void> {
  if (planned?.notice === undefined) return;
  await keepProblems(context, attempt, [planned.notice]);
  await tell(context, attempt, problemEvents(attempt, [planned.notice]), config);
}

/** @internal Tells `onEvent`, callbacks, and the reader of this graph's `custom` stream. */
export async function tell(
  context: RollbackContext,
  attempt: Attempt,
  events: readonly RollbackEvent[],
  config: LangGraphRunnableConfig,
): Promise<void> {
  for (const event of events) {
    // The attempts are streamed as `updates`; the chunks for this graph's reader go through its writer.
    for await (const _ of tellEvent(context, attempt, event));
    write(context, event, config);
  }
}

/** @internal Of a run that is only observed, the stream has the graph's own chunks alone. */
export function write(
  { options }: RollbackContext,
  event: RollbackEvent,
  { writer }: LangGraphRunnableConfig,
): void {
  if (options.mode !== "observe") writer?.(event);
}
