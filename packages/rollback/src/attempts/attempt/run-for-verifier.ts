import { isCommand } from "@langchain/langgraph";

import { readJournal } from "../../history/journal.ts";
import { checkpointConfig } from "../../langgraph/thread.ts";
import { turnInput, turnStart } from "../../reading/lineage.ts";
import { readStep } from "../../reading/read-step.ts";
import { patiently } from "../../recording/patiently.ts";
import { mayHoldPlainNotes, textsTold, withoutNotes } from "../../steps/note-message.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { verifierRun } from "../../verifiers/judge.ts";
import type { VerifierRun } from "../../verifiers/verifier.ts";
import type { Attempt, EndedAttempt, FinalEnd } from "./attempt.ts";
import type { AttemptReads } from "./attempt-reads.ts";

/** @internal An attempt as its verifier is shown it. */
export async function runForVerifier(
  context: RollbackContext,
  { attempt, reads }: EndedAttempt,
  end: Exclude<FinalEnd, { readonly kind: "unknown" }>,
): Promise<VerifierRun> {
  const { signal } = attempt.config;
  // A note quotes what was rejected: a check of what the graph says would find it there.
  const given = end.kind === "returned" ? end.output : undefined;
  // A turn that a Command began is given the thread's state.
  const begun = await turnInputOf(context, attempt, reads, end.head);
  const told = await toldOn(context, attempt, [given, begun]);
  const [output, input] = [withoutNotes(given, told), withoutNotes(begun, told)];
  return verifierRun({
    input,
    output,
    ...(end.kind === "threw" ? { error: end.error } : {}),
    threadId: attempt.threadId,
    attempt: attempt.number,
    trajectory: reads.trajectory,
    readStep: (step) => readStep(context.graph, checkpointConfig(attempt.threadId), step),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Texts of the thread's notes, if the values may hold notes without ids. */
async function toldOn(
  { saver }: RollbackContext,
  { note, threadId }: Attempt,
  values: readonly unknown[],
): Promise<ReadonlySet<string> | undefined> {
  if (!values.some(mayHoldPlainNotes)) return undefined;
  const own = note === undefined ? [] : [{ note }];
  try {
    const { records } = await patiently(() => readJournal(saver, threadId));
    return textsTold([...own, ...records]);
  } catch {
    return textsTold(own);
  }
}

/** Start of a turn: its input, or the state with a Command's updates. */
async function turnInputOf(
  { saver }: RollbackContext,
  { input, threadId }: Attempt,
  reads: AttemptReads,
  head: string,
): Promise<unknown> {
  if (!isCommand(input)) return input;
  try {
    return await patiently(async () =>
      turnInput([await turnStart(saver, threadId, await reads.checkpoint(head))]),
    );
  } catch {
    return input;
  }
}
