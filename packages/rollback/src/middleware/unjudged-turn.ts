import { problemOf } from "../history/left-alone.ts";
import type { MiddlewareRecord } from "./middleware-record.ts";
import type { Turn } from "./middleware-state.ts";
import { isRetry } from "./observed-retry.ts";
import { TurnNotJudgedError } from "./turn-not-judged-error.ts";

/**
 * @internal The record of a turn's last attempt, if that is over and nothing was decided about it. LangChain skips the hooks of the agent's end where a
 * hook before the model jumps to the end.
 *
 * @param at when this was noticed, ISO 8601
 */
export function unjudgedTurn(
  turn: Turn | undefined,
  records: readonly MiddlewareRecord[],
  at: string,
): MiddlewareRecord | undefined {
  if (turn === undefined) return undefined;
  const own = records.filter(({ run }) => run === turn.id);
  const last = own.at(-1);
  if (last !== undefined && !isRetry(last)) return undefined;
  const attempt = own.length + 1;
  const problem = problemOf(new TurnNotJudgedError(attempt));
  const reason = `Attempt ${attempt} was not judged (${problem.code}).`;
  return { version: 1, run: turn.id, attempt, at, decision: "give-up", reason, problem };
}
