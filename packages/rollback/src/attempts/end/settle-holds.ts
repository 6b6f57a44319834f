import {
  discardAll,
  failedBefore,
  releaseAll,
  stillHeld,
  type SettledHolds,
} from "../../effects/holding/release-all.ts";
import { passOnAll } from "../../effects/holding/pass-on.ts";
import { declaredEffectOf } from "../../effects/declaring/declared-effect.ts";
import { declaresHold } from "../../effects/declaring/check-effects.ts";
import { runAfter } from "../../effects/journal/run-chain.ts";
import { performsHeld } from "../../effects/holding/perform-held.ts";
import { foundInGraph, toolsOfGraph } from "../../effects/intercepting/tools-of-graph.ts";
import type { EffectRecord } from "../../effects/effect-record.ts";
import type { RunEffects } from "../../effects/run-effects.ts";
import { warn } from "../../errors/warn.ts";
import { appendEntry, readJournal, recordsOfRun, type Journal } from "../../history/journal.ts";
import type { AttemptRecord } from "../../history/attempt-record.ts";
import { problemOf } from "../../history/left-alone.ts";
import { fateOfHeld } from "../../history/fate-of-held.ts";
import { withSettled } from "../../history/with-settled.ts";
import { isUntrue } from "../../replanning/held-line.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { effectsOf } from "../attempt/attempt-effects.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { keepAnyway } from "../attempt/keep-anyway.ts";

type OfRun = Pick<Attempt, "config" | "run" | "threadId">;

/**
 * @internal The record that ends a run, before it is stored: acts that are held are discarded if the run is not accepted and nothing else was asked for. Where the verifier itself failed, they
 * stay held: the result may speak of them. Never throws.
 */
export async function withHoldsDiscarded(
  context: RollbackContext,
  attempt: OfRun,
  record: AttemptRecord,
): Promise<AttemptRecord> {
  if (record.decision !== "give-up") return record;
  try {
    const effects = await heldEffects(context, attempt);
    if (effects === undefined) return record;
    const isToDiscard = fateOfHeld(effects.options, record) === "discard";
    return withSettled(record, isToDiscard ? await discardAll(effects) : { effects: stillHeld(effects) });
  } catch (error) {
    return withProblem(record, error);
  }
}

/**
 * @internal Carries out the acts that a run holds, if its last record says that it is accepted; or that it is given up, where that is asked for. The record is stored
 * before, so that a process that continues for one that died does the rest. Never throws.
 *
 * @returns the record with what became of them, as it is stored then
 */
export async function withHoldsReleased(
  context: RollbackContext,
  attempt: OfRun,
  record: AttemptRecord,
): Promise<AttemptRecord> {
  try {
    const effects = await heldEffects(context, attempt);
    if (effects === undefined || fateOfHeld(effects.options, record) !== "release") return record;
    const failed = failedBefore(effects);
    if (failed !== undefined) return await withFailureTold(context, attempt, record, failed);
    return await released(context, attempt, record, effects);
  } catch (error) {
    return withProblem(record, error);
  }
}

/** The record that tells of acts whose release has failed before: it may, or that of a run may that this one continues. */
async function withFailureTold(
  { saver }: RollbackContext,
  { threadId }: OfRun,
  record: AttemptRecord,
  failed: SettledHolds,
): Promise<AttemptRecord> {
  const isTold = new Set(record.effects?.map(({ id }) => id));
  if (failed.effects.every(({ id }) => isTold.has(id))) return record;
  const told = withSettled(record, failed);
  await keepAnyway(saver, threadId, told);
  return told;
}

const withProblem = (record: AttemptRecord, error: unknown): AttemptRecord =>
  record.problem === undefined ? { ...record, problem: problemOf(error) } : record;

async function released(
  context: RollbackContext,
  attempt: OfRun,
  record: AttemptRecord,
  effects: RunEffects,
): Promise<AttemptRecord> {
  const { config } = attempt;
  const performs = performsHeld(effects, config, foundInGraph(context.graph));
  const { around } = context;
  const settled =
    around === undefined ? await releaseAll(effects, performs) : await passOnAll(effects, around, performs);
  if (settled.failure !== undefined)
    warn(settled.failure.message, "RollbackReleaseWarning", settled.failure.code);
  const told = withSettled(record, settled);
  // The journal of the effects knows it, also where this cannot be stored.
  await keepAnyway(context.saver, attempt.threadId, told);
  return told;
}

/**
 * @internal Carries out what a process has left behind that died after its run was accepted. Inside of a run with rollback it is discarded: the task that
 * had called it has not ended, and does it anew. So is what the run of a question holds that a new turn has dropped.
 *
 * @returns acts of the thread's last run that were held
 */
export async function completeReleases(
  context: RollbackContext,
  fresh: Omit<OfRun, "run">,
): Promise<readonly EffectRecord[]> {
  const holding = mayHold(context) ? await lastHolding(context, fresh) : undefined;
  if (holding === undefined) return [];
  const { effects, last, own } = holding;
  const fate = fateOfHeld(effects.options, last);
  const isDropped = last.stopped?.by === "declined" && fate === "discard";
  if (isDropped || (fate === "release" && context.around !== undefined)) {
    const settled = await discardAll(effects);
    await appendEntry(context.saver, own.threadId, "attempt", withSettled(last, settled));
    return settled.effects;
  }
  const held = new Set(stillHeld(effects).map(({ id }) => id));
  const told = await withHoldsReleased(context, own, last);
  return (told.effects ?? []).filter(({ id }) => held.has(id));
}

/** @internal Decides by hand about the acts that the runs of a thread hold, run by run. */
export async function settleHolds(
  context: RollbackContext,
  { config, threadId }: Omit<OfRun, "run">,
  decision: "release" | "discard",
): Promise<readonly EffectRecord[]> {
  let settled: readonly EffectRecord[] = [];
  for (const { last, run } of runsToSettle(await readJournal(context.saver, threadId))) {
    const own = { config, threadId, run };
    const effects = await heldEffects(context, own);
    if (effects === undefined) continue;
    const told =
      decision === "discard"
        ? await discardAll(effects)
        : await releaseAll(effects, performsHeld(effects, config, foundInGraph(context.graph)));
    await appendEntry(context.saver, threadId, "attempt", withSettled(last, told));
    settled = [...settled, ...told.effects];
    if (told.failure !== undefined) break;
  }
  return settled;
}

/**
 * Runs that have ended, earlier ones first, each with the record that tells of what it held. A run that continued another one and was dropped by a new turn has no record: that of
 * the other run tells.
 */
function runsToSettle({
  records,
  runs,
}: Journal): readonly { readonly run: string; readonly last: AttemptRecord }[] {
  const ended = runs.flatMap((run) => {
    const last = recordsOfRun(records, run).at(-1);
    return last === undefined ? [] : [{ run, last }];
  });
  return ended.flatMap(({ last, run }, nth) => {
    const after = runAfter(run);
    const isDropped = nth < ended.length - 1 && ended.every((other) => other.run !== after);
    return [{ run, last }, ...(isDropped ? [{ run: after, last }] : [])];
  });
}

/** @internal Acts of a thread's last run that were held, whose receipts say more than is true: they were given up, have failed, or still wait. */
export async function untrueReceipts(
  context: RollbackContext,
  threadId: string,
): Promise<readonly EffectRecord[]> {
  const last = mayHold(context) ? await lastRecord(context, threadId) : undefined;
  const untrue = (last?.effects ?? []).filter(isUntrue);
  // An accepted run's branch does not hold what was given up.
  return last?.decision === "accept" ? untrue.filter(({ standing }) => standing !== "discarded") : untrue;
}

/** The last run of a thread, if it holds acts. */
async function lastHolding(
  context: RollbackContext,
  { config, threadId }: Omit<OfRun, "run">,
): Promise<{ readonly own: OfRun; readonly last: AttemptRecord; readonly effects: RunEffects } | undefined> {
  const last = await lastRecord(context, threadId);
  if (last === undefined) return undefined;
  const own = { config, threadId, run: last.run };
  const effects = await heldEffects(context, own);
  return effects === undefined ? undefined : { own, last, effects };
}

/** The record that ends the last run of a thread. */
async function lastRecord({ saver }: RollbackContext, threadId: string): Promise<AttemptRecord | undefined> {
  const { records, runs } = await readJournal(saver, threadId);
  const run = runs.at(-1);
  return run === undefined ? undefined : recordsOfRun(records, run).at(-1);
}

/** Whether acts are declared as held, by name or beside a tool. */
function mayHold({ graph, options: { effects } }: RollbackContext): boolean {
  if (effects === undefined || effects.isObserved) return false;
  return effects.mayHold || toolsOfGraph(graph).some((tool) => declaresHold(declaredEffectOf(tool)));
}

/** The effects of a run, if some of them are held. */
async function heldEffects(context: RollbackContext, attempt: OfRun): Promise<RunEffects | undefined> {
  const { effects: declared } = context.options;
  if (declared === undefined || declared.isObserved) return undefined;
  const effects = await effectsOf(context, attempt);
  return effects !== undefined && stillHeld(effects).length > 0 ? effects : undefined;
}
