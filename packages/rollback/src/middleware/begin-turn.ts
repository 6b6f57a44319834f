import { RECORDS_CHANNEL, TURN_CHANNEL } from "../steps/middleware-channels.ts";
import type { MiddlewareContext } from "./middleware-context.ts";
import { addRecord } from "./middleware-record.ts";
import { countOf } from "./agent-call.ts";
import { threadIn } from "./agent-runtime.ts";
import type { AgentEnd } from "./finished-run.ts";
import { writeBeside, type Turn } from "./middleware-state.ts";
import { unjudgedTurn } from "./unjudged-turn.ts";

/** @internal The beginning of a turn, as the `beforeAgent` hook: marks it, and notes down if the turn before it was not judged. */
export function beginTurn(context: MiddlewareContext, { state, configurable }: AgentEnd): void {
  const { messages, _rollbackTurn: before, _rollbackRecords: records = [], _rollbackCalls: log } = state;
  const at = new Date(context.clock()).toISOString();
  const turn: Turn = { id: context.ids(), last: messages.at(-1)?.id ?? "", at, calls: countOf(log) };
  const unjudged = unjudgedTurn(before, records, at);
  writeBeside(configurable, {
    [TURN_CHANNEL]: turn,
    ...(unjudged === undefined ? {} : { [RECORDS_CHANNEL]: addRecord(records, unjudged) }),
  });
  if (unjudged?.problem !== undefined)
    context.emit({ type: "rollback:problem", threadId: threadIn(configurable), problem: unjudged.problem });
}
