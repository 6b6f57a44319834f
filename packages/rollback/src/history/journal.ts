import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { z } from "zod";

import { appendValue } from "./append-value.ts";
import type { AskedRollback, AttemptPause, AttemptProblem, AttemptRecord } from "./attempt-record.ts";
import {
  askedRollbackSchema,
  attemptPauseSchema,
  attemptProblemSchema,
  attemptRecordSchema,
} from "./attempt-record-schema.ts";
import { heldAsSettled } from "./held-as-settled.ts";
import { keptActionSchema, type KeptAction, type OperatorAction } from "./operator-action.ts";
import { describeError } from "../errors/describe-error.ts";
import { HistoryFormatError } from "../errors/history-format-error.ts";
import { RecordFormatError } from "../errors/record-format-error.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { HISTORY_NAMESPACE } from "../recording/history-namespace.ts";
import { isUnreadable, listTolerantly } from "../recording/tolerant-reads.ts";

/** The kinds of entries, each in a channel of its name. */
interface Entries {
  readonly attempt: AttemptRecord;
  readonly problem: AttemptProblem;
  readonly pause: AttemptPause;
  readonly question: AskedRollback;
  readonly action: KeptAction;
}

const schemas: { readonly [Kind in keyof Entries]: z.ZodType<Entries[Kind]> } = {
  attempt: attemptRecordSchema,
  problem: attemptProblemSchema,
  pause: attemptPauseSchema,
  question: askedRollbackSchema,
  action: keptActionSchema,
};

/**
 * @internal Appends an entry to a thread's history: a decision about an attempt, a problem in it, its wait for a human, or what a human did.
 *
 * @throws {RecordFormatError} if it could not be read again; nothing is written then
 */
export async function appendEntry<Kind extends keyof Entries>(
  saver: BaseCheckpointSaver,
  threadId: string,
  kind: Kind,
  entry: Entries[Kind],
): Promise<void> {
  const value = await asReadAgain(saver, schemas[kind], entry);
  await appendValue(saver, checkpointConfig(threadId), {
    namespace: HISTORY_NAMESPACE,
    channel: kind,
    value,
    at: entry.at,
  });
}

/** An entry as the checkpointer's serialiser gives it back, checked. */
async function asReadAgain<T>(saver: BaseCheckpointSaver, schema: z.ZodType<T>, entry: T): Promise<T> {
  const fits = schema.safeParse(entry);
  if (!fits.success) throw new RecordFormatError(z.prettifyError(fits.error));
  let read: unknown;
  try {
    read = await saver.serde.loadsTyped(...(await saver.serde.dumpsTyped(entry)));
  } catch (error) {
    throw new RecordFormatError(describeError(error).message);
  }
  const again = schema.safeParse(read);
  if (!again.success) throw new RecordFormatError(z.prettifyError(again.error));
  return entry;
}

/** @internal A thread's history as it is stored; each oldest first. */
export interface Journal {
  /** Ids of the runs that were judged, have paused, or had a problem. */
  readonly runs: readonly string[];
  readonly records: readonly AttemptRecord[];
  readonly problems: readonly AttemptProblem[];
  readonly pauses: readonly AttemptPause[];
  readonly questions: readonly AskedRollback[];
  /** Actions of people that changed no record. */
  readonly actions: readonly KeptAction[];
  /** Entries that cannot be read: damaged, or of a newer version. */
  readonly unreadable: readonly HistoryFormatError[];
}

/** @internal A thread's history, as far as it can be read. */
export async function readJournal(saver: BaseCheckpointSaver, threadId: string): Promise<Journal> {
  const runs: string[] = [];
  const records: AttemptRecord[] = [];
  const problems: AttemptProblem[] = [];
  const pauses: AttemptPause[] = [];
  const questions: AskedRollback[] = [];
  const actions: KeptAction[] = [];
  const unreadable: HistoryFormatError[] = [];
  const config = checkpointConfig(threadId, undefined, HISTORY_NAMESPACE);
  for await (const { checkpoint } of listTolerantly(saver, config)) {
    try {
      if (isUnreadable(checkpoint)) throw new HistoryFormatError(checkpoint.id, checkpoint.detail);
      const { id, channel_values: values } = checkpoint;
      if ("problem" in values) runs.push(keptIn(problems, checked("problem", values["problem"], id)));
      else if ("question" in values)
        runs.push(keptIn(questions, checked("question", values["question"], id)));
      else if ("action" in values) runs.push(keptIn(actions, checked("action", values["action"], id)));
      else if ("pause" in values) runs.push(keptIn(pauses, checked("pause", values["pause"], id)));
      else runs.push(keptIn(records, checked("attempt", values["attempt"], id)));
    } catch (error) {
      if (!(error instanceof HistoryFormatError)) throw error;
      unreadable.push(error);
    }
  }
  return {
    runs: [...new Set(runs.toReversed())],
    records: await heldAsSettled(saver, threadId, records.toReversed()),
    problems: problems.toReversed(),
    pauses: pauses.toReversed(),
    questions: questions.toReversed(),
    actions: actions.toReversed(),
    unreadable: unreadable.toReversed(),
  };
}

/** Adds an entry to those of its kind; gives its run. */
function keptIn<T extends { readonly run: string }>(entries: T[], entry: T): string {
  entries.push(entry);
  return entry.run;
}

function checked<Kind extends keyof Entries>(kind: Kind, value: unknown, checkpoint: string): Entries[Kind] {
  if (isUnreadable(value)) throw new HistoryFormatError(checkpoint, value.detail);
  const parsed = schemas[kind].safeParse(value);
  if (!parsed.success) throw new HistoryFormatError(checkpoint, z.prettifyError(parsed.error));
  return parsed.data;
}

/**
 * @internal The records of one run, one for each attempt, in order. A process that died between deciding and rewinding
 * may have decided again: the later record counts.
 */
export function recordsOfRun(records: readonly AttemptRecord[], run: string): readonly AttemptRecord[] {
  const latest = new Map(
    records.filter((record) => record.run === run).map((record) => [record.attempt, record]),
  );
  return [...latest.values()].toSorted((a, b) => a.attempt - b.attempt);
}

/** An action of a person on an attempt. */
export interface ActionOnAttempt extends OperatorAction {
  /** 1-based. */
  readonly attempt: number;
}

/** @internal What people have done to the runs of a thread, or to one of them; oldest first. A record that was stored again tells of it once. */
export function actionsIn({ actions, records }: Journal, run?: string): readonly ActionOnAttempt[] {
  const found = [...records, ...actions].flatMap((entry) =>
    entry.operator === undefined || (run !== undefined && entry.run !== run)
      ? []
      : [{ attempt: entry.attempt, ...entry.operator }],
  );
  return found
    .filter(({ key }, place) => found.findIndex((each) => each.key === key) === place)
    .toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1));
}
