import { trajectoryDraw } from "@langgraph-rollback/attribution/draws";

import type { QueueItem } from "../shared/view/labels-view.ts";
import { attemptKey, type AttemptId } from "../shared/labels/attempt-key.ts";
import { consensusOf, heldLabels } from "../shared/labels/consensus.ts";
import type { AttemptBrief } from "./attempt-brief.ts";
import { type FairTens, fairTens, type PlacedAttempt } from "./fair-tens.ts";
import { isNamedBlind } from "./settled-labels.ts";
import type { Label } from "../shared/labels/label.ts";

/** Why an attempt is in the queue, the most helpful first. */
const REASONS = {
  disputed: "Labellers disagree, so calibration cannot use it. One more opinion may settle it.",
  unsure: "Somebody looked at it and could not say.",
  "ruled-out": "Some steps are ruled out, and nobody has named the decisive one.",
  seen: "Labelled with scores in view, so calibration cannot use it. A label of somebody who has not seen them helps.",
  drawn: "Drawn at random: calibration needs a fair sample of failures, easy and hard ones alike.",
  again: "A later attempt: the guarantee is about the first of a run, so its label helps least.",
} as const;

type Reason = keyof typeof REASONS;

const ORDER: readonly string[] = Object.keys(REASONS);

/** Differences between one queue and another. */
export interface QueueKind {
  /** The reason shown for an attempt that was drawn at random, as a sentence. */
  readonly drawn: string;
  /** Queues of different kinds have different random orders. */
  readonly seed: string;
  /**
   * Whether alike attempts are put side by side. Accepted and rejected runs must not be: a verifier's words would tell them apart, and that would
   * lead the labeller.
   */
  readonly isGrouped: boolean;
}

const FAILURES: QueueKind = { drawn: REASONS.drawn, seed: "", isGrouped: true };

/** Attempts to label next, and those of them that are alike. */
export interface LabelQueue {
  readonly queue: readonly QueueItem[];
  /** Alike failures of one ten, labelled ones too. */
  readonly alike: readonly (readonly AttemptId[])[];
}

/**
 * The attempts that a label would help with, the most helpful first.
 *
 * An attempt that labellers have left open comes first: it takes one look more, and a failure that drops out for being hard to label
 * skews what is left. Among the others the order is random, and neither scores nor sets change it: a labeller who labels the
 * suspicious or the confusing first and then stops has labelled failures that are not like those to come, and the
 * guarantee of what is calibrated on them is gone. Alike failures stand side by side within tens that are drawn at random, as `fairTens` says.
 *
 * @param labelsOf the labels of an attempt, of one convention, oldest first
 * @param kind     default: failures, to label their decisive step
 */
export function labelQueue(
  attempts: readonly AttemptBrief[],
  labelsOf: (attempt: AttemptBrief) => readonly Label[],
  kind: QueueKind = FAILURES,
): LabelQueue {
  const { alike, placed } = placesOf(attempts, kind);
  const items = placed.flatMap(({ attempt, ten }) => {
    const reason = reasonFor(attempt, labelsOf(attempt));
    return reason === undefined ? [] : [{ attempt, reason, ten }];
  });
  return {
    alike: alike.map((group) => group.map(({ attempt, run, thread }) => ({ thread, run, attempt }))),
    // The sort is stable: what shares a reason stays as it was placed.
    queue: items
      .toSorted((a, b) => ORDER.indexOf(a.reason) - ORDER.indexOf(b.reason))
      .map(({ attempt: { attempt, run, steps, task, thread }, reason, ten }) => ({
        thread,
        run,
        attempt,
        steps,
        task,
        ...(kind.isGrouped && reason === "drawn" ? { ten } : {}),
        why: reason === "drawn" ? kind.drawn : REASONS[reason],
      })),
  };
}

/** First attempts and later ones are drawn apart: only first ones make up a fair sample. */
function placesOf(attempts: readonly AttemptBrief[], kind: QueueKind): FairTens<AttemptBrief> {
  const drawn = attempts
    .map((attempt) => ({ attempt, draw: drawOf(attempt, kind) }))
    .toSorted((a, b) => a.draw - b.draw)
    .map(({ attempt }) => attempt);
  if (!kind.isGrouped) return { placed: drawn.map(apart), alike: [] };
  const [first, later] = [
    fairTens(drawn.filter(({ attempt }) => attempt === 1)),
    fairTens(drawn.filter(({ attempt }) => attempt > 1)),
  ];
  return { placed: [...first.placed, ...later.placed], alike: [...first.alike, ...later.alike] };
}

const apart = (attempt: AttemptBrief): PlacedAttempt<AttemptBrief> => ({ attempt, ten: 0 });

/** `undefined` where nothing is left to say. */
function reasonFor({ attempt }: AttemptBrief, labels: readonly Label[]): Reason | undefined {
  const { kind } = consensusOf(labels);
  if (kind === "disputed") return "disputed";
  if (heldLabels(labels).some(({ verdict }) => verdict.kind === "unsure")) return "unsure";
  if (kind === "decisive" && attempt === 1 && !isNamedBlind(labels)) return "seen";
  if (kind !== "open") return undefined;
  if (labels.length > 0) return "ruled-out";
  return attempt === 1 ? "drawn" : "again";
}

/** In [0, 1); depends on the attempt's address alone, so that the order stays while labels and threads are added. */
function drawOf(attempt: AttemptBrief, { seed }: QueueKind): number {
  return trajectoryDraw({ id: `${seed}${attemptKey(attempt)}` });
}
