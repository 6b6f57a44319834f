import type { Step } from "@langgraph-rollback/attribution/trajectory";

import type { AttemptRecord, PlannedTelling, RewindDecision } from "../history/attempt-record.ts";
import type { UndonePart } from "../rewinding/rewind-point.ts";

/**
 * The middleware's decision at the end of one attempt, as stored in the agent's state. `run` is an id of the user's
 * turn, the same for its attempts. Under `withRollback`, "roll-back" leaves the rollback to it.
 */
export interface MiddlewareRecord extends Omit<AttemptRecord, "head" | "rewind" | "planned" | "updates"> {
  /** Part trimmed from the conversation; absent where nothing was. */
  readonly trimmed?: UndonePart & RewindDecision;
  /** Part that would have been trimmed, where `stopped` is by "observing". */
  readonly planned?: UndonePart & RewindDecision & PlannedTelling;
  /** Id of the attempt's trajectory. */
  readonly trajectory?: string;
  /** The steps that were trimmed, their text cut to 500 characters: their messages are gone from the state. */
  readonly undone?: readonly Step[];
}

/** Activity of the middleware, for `onEvent`. */
export type MiddlewareEvent =
  | { readonly type: "rollback:judged"; readonly threadId: string; readonly record: MiddlewareRecord }
  /** The middleware itself failed; the agent's own result stands. */
  | {
      readonly type: "rollback:problem";
      readonly threadId: string;
      readonly problem: NonNullable<MiddlewareRecord["problem"]>;
    };

/** Number of records in the state: enough for the last turns of a thread. */
const KEPT_RECORDS = 20;

/** @internal */
export function addRecord(
  records: readonly MiddlewareRecord[],
  record: MiddlewareRecord,
): readonly MiddlewareRecord[] {
  return [...records, record].slice(-KEPT_RECORDS);
}
