import { attribute, constantScorer } from "@langgraph-rollback/attribution";

import { endOfRecord } from "../attempts/attempt/attempt-end.ts";
import type { RollBackRecord } from "../attempts/attempt/attempt-from-fork.ts";
import { readsOf } from "../attempts/attempt/attempt-reads.ts";
import type { Attempt, EndedAttempt } from "../attempts/attempt/attempt.ts";
import { placedNote } from "../attempts/attempt/placed-note.ts";
import { failedAttempt } from "../attempts/decide/failed-attempt.ts";
import { planningOf, recordedPlan } from "../attempts/decide/plan-rollback.ts";
import { recordOfPlan } from "../attempts/decide/record-of.ts";
import type { EffectRecord } from "../effects/effect-record.ts";
import { isUndoneStanding } from "../effects/effect-record.ts";
import { ActionRefusedError } from "../errors/action-refused-error.ts";
import { InvalidOptionError } from "../errors/invalid-option-error.ts";
import type { AttemptRecord } from "../history/attempt-record.ts";
import { checkpointTuple } from "../langgraph/thread.ts";
import { planChosen } from "../planning/plan-failure.ts";
import { lineageOf, turnInput } from "../reading/lineage.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import type { RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import type { CallConfig } from "../streams/call-config.ts";
import type { AttemptOutcome } from "../verifiers/verifier.ts";
import type { EndedRun } from "./ended-run.ts";

/** @internal A retry that a person asks for, as it would be decided. */
export interface PlannedRetry {
  readonly record: RollBackRecord;
  readonly trajectory: RecordedTrajectory;
}

/**
 * @internal Plans a rollback to a step that a person has named, of a run that has ended or waits for its approval. Nothing is written.
 *
 * @param wanted.note in place of the planned one
 * @param wanted.by   name of the person
 * @throws {InvalidOptionError} if the attempt has no such step
 * @throws {ActionRefusedError} if the graph cannot go back there
 */
export async function planRetry(
  context: RollbackContext,
  { config, threadId }: { readonly config: CallConfig; readonly threadId: string },
  ended: EndedRun,
  wanted: {
    readonly step: number;
    readonly note?: string | undefined;
    readonly by: string;
    readonly why?: string;
  },
): Promise<PlannedRetry> {
  const { record: before } = ended;
  const attempt = await attemptOf(context, { config, threadId }, before);
  const end = await endOfRecord(context, threadId, before);
  const { calls, files } = before;
  const told = { ...(calls === undefined ? {} : { calls }), ...(files === undefined ? {} : { files }) };
  const reads = readsOf(context, threadId, before.head);
  const judged: EndedAttempt = { kind: "ended", attempt, end: { ...end, ...told }, reads };
  const at = new Date(context.options.clock()).toISOString();
  const verified = { kind: "failed" as const, at, outcome: outcomeOf(before, wanted.why) };
  const failed = await failedAttempt(context, judged, verified);
  const { steps } = failed.trajectory;
  if (wanted.step >= steps.length)
    throw new InvalidOptionError(
      "step",
      `less than ${steps.length}, the number of the attempt's steps`,
      wanted.step,
    );
  const attribution =
    before.attribution ?? (await attribute(failed.trajectory, { scorer: constantScorer(), alpha: 0 }));
  const planning = { ...planningOf(context, failed), isChosen: true };
  const plan = recordedPlan(context, failed, await planChosen(planning, attribution, wanted.step));
  if (plan.kind === "give-up") throw new ActionRefusedError(threadId, plan.reason);
  const { attribution: _, recovery, ...planned } = recordOfPlan(judged, verified, plan);
  const words = `Attempt ${before.attempt} is retried, as ${wanted.by} has asked for; ${planning.words(plan.rewind, steps.length)}.`;
  const effects = withEarlier(planned.effects, before.effects);
  const record: RollBackRecord = {
    ...planned,
    reason: words,
    ...(before.attribution === undefined ? {} : { attribution: before.attribution }),
    // A promise about a run that was accepted was kept.
    ...(before.recovery === undefined || recovery === undefined ? {} : { recovery }),
    ...(effects.length === 0 ? {} : { effects }),
    rewind: { ...planned.rewind, ...(ended.isEarlier ? { over: ended.head } : {}) },
  };
  return { record: await withNote(context, judged, record, wanted.note), trajectory: failed.trajectory };
}

async function withNote(
  context: RollbackContext,
  { reads }: EndedAttempt,
  record: RollBackRecord,
  note: string | undefined,
): Promise<RollBackRecord> {
  if (note === undefined) return record;
  const { text, updates } = await placedNote(context, reads, record.rewind, { note, head: record.head });
  return { ...record, note: text, updates };
}

async function attemptOf(
  { saver }: RollbackContext,
  { config, threadId }: { readonly config: CallConfig; readonly threadId: string },
  { attempt, head, run }: AttemptRecord,
): Promise<Attempt> {
  const lineage = await lineageOf(saver, threadId, await checkpointTuple(saver, threadId, head));
  return {
    run,
    number: attempt,
    threadId,
    input: turnInput(lineage),
    call: null,
    config,
    start: { kind: "settled", checkpoint: head },
  };
}

/** How the attempt counts as failed: as its verifier says, or as the person does where the verifier has accepted it or was not heard. */
function outcomeOf({ outcome }: AttemptRecord, why: string | undefined): AttemptOutcome {
  if (outcome?.ok === false) return outcome;
  const { cost } = outcome ?? {};
  const reason = why ?? "A person has found that the result is wrong.";
  return { ok: false, reason, ...(cost === undefined ? {} : { cost }) };
}

/** Effects that the record before tells of, too: what became of them is not to be forgotten. */
function withEarlier(
  planned: readonly EffectRecord[] = [],
  before: readonly EffectRecord[] = [],
): readonly EffectRecord[] {
  const isPlanned = new Set(planned.map(({ id }) => id));
  const others = before.filter(({ id, standing }) => !isPlanned.has(id) && standing !== "to-undo");
  return [
    ...planned,
    ...others.map((effect) =>
      isUndoneStanding(effect.standing) ? { ...effect, repeated: true as const } : effect,
    ),
  ];
}
