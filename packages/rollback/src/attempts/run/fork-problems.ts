import type { CheckpointTuple } from "@langchain/langgraph-checkpoint";
import type { Attempt } from "../attempt/attempt.ts";
import type { StampedAttempt } from "../../steps/attempt-stamp.ts";
import type { RollbackProblem } from "../../history/attempt-record.ts";
import { BranchOvertakenError } from "../../errors/branch-overtaken-error.ts";
import { KeptTaskRanError } from "../../errors/kept-task-ran-error.ts";
import type { ForkPin } from "../../recording/fork-pin.ts";
import { problemOf } from "../../history/left-alone.ts";
import { keepProblems } from "../attempt/keep-problems.ts";
import { type RollbackContext, stopKeeping } from "../../setup/rollback-context.ts";
import { outlinesOf } from "../../recording/graph-or-checkpointer.ts";
import { isOf } from "../../reading/newest-of-attempt.ts";
import { checkpointConfig } from "../../langgraph/thread.ts";

/** More checkpoints of somebody else are not listed. */
const LISTED = 10;

/**
 * @internal Compares what an attempt from a fork did with the plan: whether a kept task ran again, and whether others had stored checkpoints that the
 * attempt's own have overtaken. Stores its findings in the history.
 */
export async function forkProblems(
  context: RollbackContext,
  attempt: Attempt,
  fork: string,
  { first, ranAgain }: Pick<ForkPin, "first" | "ranAgain">,
): Promise<readonly RollbackProblem[]> {
  const { threadId, run, number } = attempt;
  const own = { run, attempt: number };
  const overtaken = first === undefined ? [] : await foreignBetween(context, threadId, own, { fork, first });
  const errors = [
    ...(ranAgain.size === 0 ? [] : [new KeptTaskRanError(fork, [...ranAgain])]),
    ...(overtaken.length === 0 ? [] : [new BranchOvertakenError(threadId, fork, overtaken)]),
  ];
  if (ranAgain.size > 0) stopKeeping(context);
  const problems = errors.map(problemOf);
  await keepProblems(context, attempt, problems);
  return problems;
}

/**
 * Checkpoints newer than a fork and older than the first checkpoint after it. Those that another process of the same attempt has stored
 * there before it died are not somebody else's.
 */
async function foreignBetween(
  { saver }: RollbackContext,
  threadId: string,
  own: StampedAttempt,
  { fork, first }: { readonly fork: string; readonly first: string },
): Promise<readonly string[]> {
  const between = async (limit: number): Promise<readonly CheckpointTuple[]> => {
    const tuples: CheckpointTuple[] = [];
    const options = { before: checkpointConfig(threadId, first), limit };
    for await (const tuple of outlinesOf({ saver }).list(checkpointConfig(threadId), options)) {
      if (tuple.checkpoint.id <= fork) break;
      tuples.push(tuple);
    }
    return tuples;
  };
  try {
    // Nearly always the newest is the fork itself; each one more may be a whole state to load.
    const found = (await between(1)).length === 0 ? [] : await between(LISTED);
    return found.flatMap(({ checkpoint, metadata }) => (isOf(own, { ...metadata }) ? [] : [checkpoint.id]));
  } catch {
    // Unreadable checkpoints cannot be reported, and the attempt's result does not depend on them.
    return [];
  }
}
