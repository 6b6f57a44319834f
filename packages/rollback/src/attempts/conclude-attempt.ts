import { isCommand } from "@langchain/langgraph";

import type { Attempt, EndedAttempt } from "./attempt.ts";
import type { AttemptRecord } from "../history/attempt-record.ts";
import { readsOf } from "./attempt-reads.ts";
import { decide } from "./decide.ts";
import { giveUpOver, leftAlone } from "../history/give-up.ts";
import { judge } from "../verifying/judge.ts";
import { lineageOf, turnInput } from "../reading/lineage.ts";
import { patiently } from "../recording/patiently.ts";
import { readStep } from "../reading/read-step.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import { checkpointTuple } from "../langgraph/thread.ts";
import type { AttemptOutcome, VerifierRun } from "../verifying/verifier.ts";
import { withoutNotes } from "../rewinding/note-message.ts";

/**
 * @internal Verifies an attempt and, if it failed, decides what to do about it. Writes nothing.
 *
 * A failure of the machinery (verifier, scorer, replanner, store) never throws: the decision is then to leave the
 * run's own result as it is, with the problem beside it. Only an abort is thrown.
 */
export async function concludeAttempt(
  context: RollbackContext,
  attempt: Attempt,
  end: EndedAttempt,
): Promise<AttemptRecord> {
  const verified = await verifyAttempt(context, attempt, end);
  return verified.decision === undefined ? decideAttempt(context, attempt, end, verified) : verified;
}

/** @internal A record whose decision is still to be taken: the attempt failed its verifier. */
export type FailedAttempt = Pick<AttemptRecord, "version" | "run" | "attempt" | "at" | "head"> & {
  readonly outcome: AttemptOutcome;
  readonly decision?: undefined;
};

/** @internal First half of {@link concludeAttempt}: the run is accepted, or has failed, or could not be verified. */
export async function verifyAttempt(
  context: RollbackContext,
  attempt: Attempt,
  end: EndedAttempt,
): Promise<AttemptRecord | FailedAttempt> {
  const common = {
    version: 1 as const,
    run: attempt.run,
    attempt: attempt.number,
    at: new Date(context.options.clock()).toISOString(),
    head: end.head,
  };
  if (end.unknown !== undefined) return { ...common, ...leftAlone(end.unknown) };
  try {
    const input = await inputOf(context, attempt, end);
    const outcome = await judge(context.options.verify, runForVerifier(context, attempt, end, input));
    if (!outcome.ok) return { ...common, outcome };
    return {
      ...common,
      outcome,
      decision: "accept",
      reason: `Attempt ${attempt.number} passed the verifier.`,
    };
  } catch (error) {
    attempt.config.signal?.throwIfAborted();
    return { ...common, ...giveUpOver(error) };
  }
}

/** @internal Second half of {@link concludeAttempt}: attributes a failure and plans the rollback, or gives up. */
export async function decideAttempt(
  context: RollbackContext,
  attempt: Attempt,
  end: EndedAttempt,
  failed: FailedAttempt,
): Promise<AttemptRecord> {
  const { decision: _, ...common } = failed;
  try {
    return { ...common, ...(await decide(context, attempt, end, failed.outcome)) };
  } catch (error) {
    attempt.config.signal?.throwIfAborted();
    return { ...common, ...giveUpOver(error) };
  }
}

/** What a turn began with: its input, or the state with a Command's updates. */
async function inputOf(
  { saver }: RollbackContext,
  { input, threadId }: Attempt,
  { head }: EndedAttempt,
): Promise<unknown> {
  if (!isCommand(input)) return input;
  try {
    return await patiently(async () =>
      turnInput(await lineageOf(saver, threadId, await checkpointTuple(saver, threadId, head))),
    );
  } catch {
    return input;
  }
}

function runForVerifier(
  context: RollbackContext,
  attempt: Attempt,
  end: EndedAttempt,
  given: unknown,
): VerifierRun {
  const { signal } = attempt.config;
  // A note quotes what was rejected: a check of what the graph says would find it there.
  const output = end.error === undefined ? withoutNotes(end.output) : undefined;
  // A turn that a Command began is given the thread's state.
  const input = withoutNotes(given);
  return {
    input,
    inputs: input,
    output,
    outputs: output,
    ...(end.error === undefined ? {} : { error: end.error }),
    threadId: attempt.threadId,
    attempt: attempt.number,
    trajectory: readsOf(context, attempt, end.head).trajectory,
    readStep: (step) => readStep(context.graph, attempt.threadId, step),
    ...(signal === undefined ? {} : { signal }),
  };
}
