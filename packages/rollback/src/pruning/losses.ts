import { z } from "zod";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { ANSWERS_NAMESPACE } from "../answers/read-answers.ts";
import { recordsOfRun, type Journal } from "../history/journal.ts";
import { readValues } from "../history/read-values.ts";
import type { Lineages } from "./lineages.ts";
import { keyOf, type StoredThread } from "./stored-thread.ts";

/** An attempt of a run, as the thread's history names it. */
export interface NamedAttempt {
  readonly run: string;
  /** 1-based. */
  readonly attempt: number;
}

/** Things that cannot be read or done any more once rows of a thread are gone. */
export interface ThreadLosses {
  /** Attempts whose steps are gone. Their records stay, unless the thread is deleted. */
  readonly attempts: readonly NamedAttempt[];
  /** Failed attempts among them whose retries tell `readOutcomes` where mistakes lie. */
  readonly outcomes: number;
  /** Labels of these attempts: they stay, but have no steps to calibrate on. */
  readonly labels: number;
  /** Runs with recorded answers that cannot be replayed any more. The answers are deleted. */
  readonly replays: number;
  /** Rewind points that records name. */
  readonly rewindPoints: readonly (NamedAttempt & { readonly checkpoint: string })[];
  /** Entries of an agent's learning that go with a deleted thread. */
  readonly evidence: number;
  /** Snapshots of a workspace that go with a deleted thread, as far as they are on this machine. */
  readonly snapshots: number;
}

const LABELS_NAMESPACE = "langgraph-rollback-labels";
const EVIDENCE_NAMESPACE = "langgraph-rollback-learning";

const labelOf = z.object({ label: z.object({ id: z.string(), run: z.string(), attempt: z.number() }) });
const retractionOf = z.object({ kind: z.literal("retraction"), id: z.string() });

/**
 * @internal Finds what is lost with rows.
 *
 * @param doomed keys of the rows
 */
export async function lossesOf(
  saver: BaseCheckpointSaver,
  {
    lineages,
    thread: { checkpoints, threadId },
  }: { readonly thread: StoredThread; readonly lineages: Lineages },
  { records, runs }: Journal,
  doomed: ReadonlySet<string>,
): Promise<ThreadLosses> {
  const stored = new Set(checkpoints.map(keyOf));
  const goes = (id: string): boolean => {
    const key = keyOf({ namespace: "", id });
    return stored.has(key) && doomed.has(key);
  };
  const judged = runs.flatMap((run) => recordsOfRun(records, run));
  const lost = judged.filter(({ head }) => lineages.isBroken(head, doomed));
  const isLost = new Set(lost.map(({ attempt, run }) => `${run} ${attempt}`));
  const doomedIn = (namespace: string): number =>
    checkpoints.filter((each) => each.namespace === namespace && doomed.has(keyOf(each))).length;
  return {
    attempts: lost.map(({ attempt, run }) => ({ run, attempt })),
    outcomes: lost.filter(({ outcome, rewind }) => outcome?.ok === false && rewind !== undefined).length,
    labels:
      lost.length === 0
        ? 0
        : await labelsOf(saver, threadId, (run, attempt) => isLost.has(`${run} ${attempt}`)),
    replays: doomedIn(ANSWERS_NAMESPACE),
    rewindPoints: judged.flatMap(({ attempt, rewind, run }) =>
      rewind !== undefined && goes(rewind.checkpoint)
        ? [{ run, attempt, checkpoint: rewind.checkpoint }]
        : [],
    ),
    evidence: doomedIn(EVIDENCE_NAMESPACE),
    snapshots: 0,
  };
}

/** Labels that stand, of some attempts. */
async function labelsOf(
  saver: BaseCheckpointSaver,
  threadId: string,
  isOf: (run: string, attempt: number) => boolean,
): Promise<number> {
  const ids = new Set<string>();
  for (const { value } of await readValues(saver, LABELS_NAMESPACE, threadId)) {
    const { data: entry } = labelOf.safeParse(value);
    if (entry !== undefined && isOf(entry.label.run, entry.label.attempt)) ids.add(entry.label.id);
    const { data: retraction } = retractionOf.safeParse(value);
    if (retraction !== undefined) ids.delete(retraction.id);
  }
  return ids.size;
}
