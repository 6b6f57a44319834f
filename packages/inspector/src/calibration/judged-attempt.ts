import type { Attribution } from "@langgraph-rollback/attribution";

import { attemptKey, type AttemptId } from "../shared/labels/attempt-key.ts";
import { type AttemptBrief, briefOf } from "../labels/attempt-brief.ts";
import { failedAttempts } from "../labels/failed-attempts.ts";
import type { Label } from "../shared/labels/label.ts";
import { type MissedLabel, missedLabels } from "../labels/missed-labels.ts";
import { settledLabels, type SettledLabel } from "../labels/settled-labels.ts";
import type { ThreadSource } from "../source/thread-source.ts";

/** A first attempt that failed: what was recorded of it, and what labellers say. */
export interface JudgedAttempt {
  /** Id of its trajectory. */
  readonly trajectory: string;
  readonly steps: number;
  /** When it was decided, ISO 8601, UTC. */
  readonly at?: string | undefined;
  /** As it was made then: absent where nothing was attributed, or scores do not fit the steps. */
  readonly attribution?: Attribution | undefined;
  /** The decisive step that labellers agree on. */
  readonly label?: SettledLabel | undefined;
  /** Replays found no start of it: its set counts as a miss. */
  readonly missed?: MissedLabel | undefined;
}

/**
 * The first attempts that failed by their verifier's word, and those that a label says failed.
 *
 * @param labels     that stand
 * @param limit      threads that are looked at for failures; labelled ones are looked at in any case
 */
export async function judgedAttempts(
  source: ThreadSource,
  labels: readonly Label[],
  { convention, limit }: { readonly convention: string; readonly limit: number },
): Promise<readonly JudgedAttempt[]> {
  const failed = (await failedAttempts(source, limit)).filter(({ attempt }) => attempt === 1);
  const attempts = new Map(failed.map((attempt) => [attemptKey(attempt), attempt]));
  const settled = new Map(settledLabels(labels, convention).map((label) => [attemptKey(label), label]));
  const missed = new Map(missedLabels(labels, convention).map((label) => [attemptKey(label), label]));
  for (const [key, label] of [...settled, ...missed]) {
    const found = attempts.get(key) ?? (await labelledAttempt(source, label));
    if (found !== undefined) attempts.set(key, found);
  }
  return [...attempts].map(([key, attempt]) => judged(attempt, settled.get(key), missed.get(key)));
}

/** An attempt that no verifier has judged, or beyond the threads looked at. */
async function labelledAttempt(
  source: ThreadSource,
  { attempt, run, thread }: AttemptId,
): Promise<AttemptBrief | undefined> {
  const found = (await source.thread(thread))?.runs.find((each) => each.run === run);
  const view = found?.attempts.find((each) => each.attempt === attempt);
  return found === undefined || view === undefined ? undefined : briefOf(thread, found, view);
}

function judged(
  { at, attribution, head, steps, thread }: AttemptBrief,
  label: SettledLabel | undefined,
  missed: MissedLabel | undefined,
): JudgedAttempt {
  const isWhole = attribution?.scores.length === steps;
  // A label of an attempt that has changed since is about another one.
  const isMeant = label?.steps === steps;
  return {
    trajectory: head === undefined ? thread : `${thread}:${head}`,
    steps,
    at,
    ...(attribution === undefined || !isWhole ? {} : { attribution }),
    ...(label === undefined || !isMeant ? {} : { label }),
    ...(missed?.steps === steps ? { missed } : {}),
  };
}
