import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import type { EffectRecord, EffectStanding } from "../effects/effect-record.ts";
import { marksOfRun } from "../effects/journal/effect-journal.ts";
import { KnownEffects } from "../effects/known-effects.ts";
import type { AttemptRecord } from "./attempt-record.ts";

/** Acts that stand so in a record may have been settled since. */
const OPEN: ReadonlySet<EffectStanding> = new Set(["held", "not-released"]);

/**
 * @internal Records whose held acts stand as the journal of their effects says: a process can die between an act and the record that tells of it.
 */
export async function heldAsSettled(
  saver: BaseCheckpointSaver,
  threadId: string,
  records: readonly AttemptRecord[],
): Promise<readonly AttemptRecord[]> {
  const journals = new Map<string, KnownEffects>();
  const told: AttemptRecord[] = [];
  for (const record of records) {
    const { effects = [], run } = record;
    const isOpen = effects.some(({ standing }) => OPEN.has(standing));
    if (isOpen && !journals.has(run)) journals.set(run, await effectsOfRun(saver, threadId, run));
    told.push(isOpen ? settled(record, effects, journals.get(run)) : record);
  }
  return told;
}

async function effectsOfRun(
  saver: BaseCheckpointSaver,
  threadId: string,
  run: string,
): Promise<KnownEffects> {
  const known = new KnownEffects();
  for (const mark of (await marksOfRun(saver, threadId, run)).marks) known.fold(mark);
  return known;
}

function settled(
  record: AttemptRecord,
  effects: readonly EffectRecord[],
  known: KnownEffects | undefined,
): AttemptRecord {
  const now = effects.map((effect) => asKnown(effect, known));
  const { problem, ...rest } = record;
  const isMended =
    problem?.code === "RELEASE_FAILED" && now.every(({ standing }) => standing !== "not-released");
  return { ...rest, ...(problem === undefined || isMended ? {} : { problem }), effects: now };
}

function asKnown(record: EffectRecord, known: KnownEffects | undefined): EffectRecord {
  const effect = OPEN.has(record.standing) ? known?.of(record.id) : undefined;
  const standing =
    effect?.isUndone === true ? "discarded" : effect?.release === "done" ? "released" : undefined;
  if (standing === undefined) return record;
  const { problem: _, ...rest } = record;
  return { ...rest, standing };
}
