import { isCommand } from "@langchain/langgraph";
import type { RollbackProblem } from "../../history/attempt-record.ts";
import { readJournal } from "../../history/journal.ts";
import { problemOf } from "../../history/left-alone.ts";
import { checkpointConfig } from "../../langgraph/thread.ts";
import { turnInput, turnStart } from "../../reading/lineage.ts";
import { readStep } from "../../reading/read-step.ts";
import { accountedRun } from "../../planning/recovery-in-force.ts";
import { enterRecovered } from "../../planning/silent-ends.ts";
import { patiently } from "../../recording/patiently.ts";
import { mayHoldPlainNotes, textsTold, withoutNotes } from "../../steps/note-message.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { tellTelemetry, withinTelemetry } from "../../setup/telemetry.ts";
import { askedOutcome, judge, verifierRun } from "../../verifiers/judge.ts";
import type { AttemptOutcome, VerifierRun } from "../../verifiers/verifier.ts";
import type { Attempt, EndedAttempt, FinalEnd } from "../attempt/attempt.ts";
import type { AttemptReads } from "../attempt/attempt-reads.ts";

/** @internal The verdict on an attempt. `at` is when the verifier was called, ISO 8601, UTC. */
export type Verified =
  | Failed
  | { readonly kind: "accepted"; readonly at: string; readonly outcome: AttemptOutcome }
  /** The verifier itself failed, or nobody but the caller knows the output. */
  | { readonly kind: "unjudged"; readonly at: string; readonly problem: RollbackProblem };

/** @internal The verifier rejected it, or an exception escaped. */
export interface Failed {
  readonly kind: "failed";
  readonly at: string;
  readonly outcome: AttemptOutcome;
}

/**
 * @internal Asks the verifier about an attempt. Writes nothing. A failure of the machinery never throws: it makes the
 * attempt "unjudged". Only an abort is thrown.
 */
export async function verifyAttempt(context: RollbackContext, ended: EndedAttempt): Promise<Verified> {
  const { attempt, end } = ended;
  const at = new Date(context.options.clock()).toISOString();
  if (end.kind === "unknown") return { kind: "unjudged", at, problem: end.problem };
  try {
    const outcome =
      end.asked === undefined
        ? await judged(context, await runForVerifier(context, ended, end))
        : await askedOutcome(end.asked, ended.reads.trajectory);
    const { recovery } = context.options;
    if (outcome.ok && attempt.number > 1 && recovery.handOver)
      enterRecovered(accountedRun(recovery, Object.keys(context.graph.nodes), attempt.run));
    return { kind: outcome.ok ? "accepted" : "failed", at, outcome };
  } catch (error) {
    attempt.config.signal?.throwIfAborted();
    return { kind: "unjudged", at, problem: problemOf(error) };
  }
}

/** The verifier's answer; telemetry is told how long that took. */
async function judged(context: RollbackContext, run: VerifierRun): Promise<AttemptOutcome> {
  const { clock, verify } = context.options;
  if (context.telemetry === undefined) return judge(verify, run);
  const asked = clock();
  const outcome = await withinTelemetry(context, () => judge(verify, run));
  await tellTelemetry(context, (telemetry) => telemetry.verdict(clock() - asked, outcome));
  return outcome;
}

async function runForVerifier(
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
