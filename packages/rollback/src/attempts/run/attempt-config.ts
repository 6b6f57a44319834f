import { subgraphPathsOf } from "../../langgraph/subgraph-paths.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { withAttemptStamp, type StampedAttempt } from "../../steps/attempt-stamp.ts";
import type { CallConfig } from "../../streams/call-config.ts";
import type { Attempt, AttemptStart } from "../attempt/attempt.ts";

/** @internal Mark on the checkpoints of an attempt. */
export const stampOf = ({ run, number }: Attempt): StampedAttempt => ({ run, attempt: number });

/** @internal The config with which the graph runs an attempt. */
export function attemptConfig({ graph, options }: RollbackContext, attempt: Attempt): CallConfig {
  const { number, threadId, note, start, config } = attempt;
  const at = {
    ...config.configurable,
    thread_id: threadId,
    ...(start.kind === "call" ? {} : pointIn(start)),
  };
  const stamp = {
    ...stampOf(attempt),
    ...(note === undefined ? {} : { note }),
    ...(options.mode === "observe" ? { isObserved: true as const } : {}),
    subgraphs: subgraphPathsOf(graph),
  };
  return {
    ...config,
    runName: `attempt ${number}`,
    metadata: { ...config.metadata, rollback_attempt: number },
    configurable: { ...withAttemptStamp(at, stamp) },
  };
}

/**
 * Names the fork to run from. With a `checkpoint_id` LangGraph runs all of its tasks, and restores subgraphs with memory to that time. A fork with
 * kept tasks is not named: any name makes LangGraph run them again (from 1.5.3 on). The fork is pinned in the checkpointer instead, and read from
 * there.
 */
function pointIn(start: Exclude<AttemptStart, { readonly kind: "call" }>): Readonly<Record<string, unknown>> {
  const isPartial = start.kind === "fork" && start.isPartial;
  return { checkpoint_ns: "", ...(isPartial ? {} : { checkpoint_id: start.checkpoint }) };
}
