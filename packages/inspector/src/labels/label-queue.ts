import { trajectoryDraw } from "@langgraph-rollback/attribution/draws";

import type { QueueItem } from "../shared/view/labels-view.ts";
import { attemptKey } from "../shared/labels/attempt-key.ts";
import { consensusOf, heldLabels } from "../shared/labels/consensus.ts";
import type { AttemptBrief } from "./attempt-brief.ts";
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

/** What tells one queue from another. */
export interface QueueKind {
  /** The reason shown for an attempt that was drawn at random, as a sentence. */
  readonly drawn: string;
  /** Queues of different kinds have different random orders. */
  readonly seed: string;
}

const FAILURES: QueueKind = { drawn: REASONS.drawn, seed: "" };

/**
 * The attempts that a label would help with, the most helpful first.
 *
 * What labellers have left open comes first: it takes one look more, and a failure that drops out for being hard to label
 * skews what is left. Among the others the order is random, and neither scores nor sets change it: a labeller who labels the
 * suspicious or the confusing first and then stops has labelled failures that are not like those to come, and the
 * guarantee of what is calibrated on them is gone.
 *
 * @param labelsOf the labels of an attempt, of one convention, oldest first
 * @param kind     default: failures, to label their decisive step
 */
export function labelQueue(
  attempts: readonly AttemptBrief[],
  labelsOf: (attempt: AttemptBrief) => readonly Label[],
  kind: QueueKind = FAILURES,
): readonly QueueItem[] {
  const items = attempts.flatMap((attempt) => {
    const reason = reasonFor(attempt, labelsOf(attempt));
    return reason === undefined ? [] : [{ attempt, reason, draw: drawOf(attempt, kind) }];
  });
  return items
    .toSorted((a, b) => ORDER.indexOf(a.reason) - ORDER.indexOf(b.reason) || a.draw - b.draw)
    .map(({ attempt: { attempt, run, steps, task, thread }, reason }) => ({
      thread,
      run,
      attempt,
      steps,
      task,
      why: reason === "drawn" ? kind.drawn : REASONS[reason],
    }));
}

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
