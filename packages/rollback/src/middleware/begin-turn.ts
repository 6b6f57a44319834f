import { RECORDS_CHANNEL, TURN_CHANNEL } from "../steps/middleware-channels.ts";
import type { MiddlewareContext } from "./middleware-context.ts";
import { addRecord } from "./middleware-record.ts";
import { countOf } from "./agent-call.ts";
import { threadIn } from "./agent-runtime.ts";
import type { AgentEnd } from "./finished-run.ts";
import { writeBeside, type Turn } from "./middleware-state.ts";
import { learntFor, runIsOver } from "../setup/open-runs.ts";
import { completedTurn } from "./settle-turn.ts";
import { unjudgedTurn } from "./unjudged-turn.ts";

/**
 * @internal The beginning of a turn, as the `beforeAgent` hook: marks it, notes down if the turn before it was not judged, and looks at the files from
 * which the turn's failures are attributed.
 */
export async function beginTurn(
  context: MiddlewareContext,
  { state, configurable, writer }: AgentEnd,
): Promise<void> {
  const { messages, _rollbackTurn: before, _rollbackRecords: records = [], _rollbackCalls: log } = state;
  const at = new Date(context.clock()).toISOString();
  const turn: Turn = { id: context.ids(), last: messages.at(-1)?.id ?? "", at, calls: countOf(log) };
  const left = unjudgedTurn(before, records, at);
  const unjudged =
    before === undefined || left === undefined
      ? undefined
      : await completedTurn(context, { configurable, writer }, before, left);
  writeBeside(configurable, {
    [TURN_CHANNEL]: turn,
    ...(unjudged === undefined ? {} : { [RECORDS_CHANNEL]: addRecord(records, unjudged) }),
  });
  const threadId = threadIn(configurable);
  if (unjudged?.problem !== undefined)
    context.emit({ type: "rollback:problem", threadId, problem: unjudged.problem });
  if (before !== undefined) runIsOver(context, { threadId, run: before.id });
  const { problems } = await learntFor(context, { threadId, run: turn.id });
  for (const problem of problems) context.emit({ type: "rollback:problem", threadId, problem });
}
