import type { AttemptId } from "../shared/labels/attempt-key.ts";
import { consensusOf, heldLabels } from "../shared/labels/consensus.ts";
import { EARLIEST_UNRECOVERED, type Label } from "../shared/labels/label.ts";
import { labelsByAttempt } from "../shared/labels/labels-by-attempt.ts";

/** The decisive steps of an attempt that its labellers agree on, as `consensusOf` says. */
export interface SettledLabel extends AttemptId {
  /** Number of the attempt's steps when it was labelled. */
  readonly steps: number;
  /** 0-based. */
  readonly decisiveStep: number;
  /** 0-based. Present of a label by replay that is a range: the start is `decisiveStep`, this step or one between them. */
  readonly lastPossibleStep?: number;
  /** 0-based, ascending, all after `decisiveStep`; empty where the label names one step. */
  readonly furtherDecisiveSteps: readonly number[];
  /** When it was last named, ISO 8601, UTC. */
  readonly at: string;
  /** Why, by the last who gave a reason. */
  readonly reason?: string | undefined;
}

/**
 * The labels that calibration can use: of first attempts, which the guarantee is about, where somebody who had not seen the
 * scores has named the decisive step and nobody says otherwise. A replay never sees the scores.
 *
 * @param labels     that stand, oldest first
 * @param convention labels of another one do not count
 * @returns one an attempt, in the order in which it was last named
 */
export function settledLabels(
  labels: readonly Label[],
  convention: string = EARLIEST_UNRECOVERED,
): readonly SettledLabel[] {
  return labelsByAttempt(labels.filter((label) => label.convention === convention && label.attempt === 1))
    .groups.flatMap(settled)
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/**
 * Whether somebody named the decisive step that labellers agree on before they had seen scores or the set. Their later label may name it again with
 * scores in view: the first label still counts.
 *
 * @param labels of one attempt and one convention, oldest first
 */
export function isNamedBlind(labels: readonly Label[]): boolean {
  const consensus = consensusOf(labels);
  return labels.some(
    ({ scoresInView, verdict }) =>
      consensus.kind === "decisive" &&
      verdict.kind === "decisive" &&
      verdict.step === consensus.step &&
      scoresInView !== true,
  );
}

function settled(labels: readonly Label[]): readonly SettledLabel[] {
  const consensus = consensusOf(labels);
  if (consensus.kind !== "between" && (consensus.kind !== "decisive" || !isNamedBlind(labels))) return [];
  const naming = heldLabels(labels).filter(({ verdict }) => verdict.kind === consensus.kind);
  const last = naming.at(-1);
  if (last === undefined) return [];
  const { attempt, at, run, steps, thread } = last;
  const reason = naming.findLast((label) => label.reason !== undefined)?.reason;
  const own = { thread, run, attempt, steps, at, reason };
  if (consensus.kind === "between") {
    const { first, last: latest } = consensus;
    return [{ ...own, decisiveStep: first, lastPossibleStep: latest, furtherDecisiveSteps: [] }];
  }
  return [
    {
      ...own,
      decisiveStep: consensus.step,
      // The attempt may have had more steps when somebody else labelled it.
      furtherDecisiveSteps: (consensus.further ?? []).filter((step) => step < steps),
    },
  ];
}
