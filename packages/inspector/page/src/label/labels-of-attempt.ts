import { attemptKey, type AttemptId } from "../../../src/shared/labels/attempt-key.ts";
import { heldLabels } from "../../../src/shared/labels/consensus.ts";
import { isJudgedBy } from "../../../src/shared/labels/is-judged-by.ts";
import type { Label, LabelVerdict } from "../../../src/shared/labels/label.ts";
import { verdictSteps } from "../../../src/shared/labels/verdict-steps.ts";

/** The labels that hold of one attempt, those of the labeller and those of others. */
export interface LabelsOfAttempt {
  readonly own: readonly Label[];
  readonly others: readonly Label[];
  /** Whether the labeller has made up their mind: what others say, and the scores, cannot lead them any more. */
  readonly isDecided: boolean;
}

/** @param labels of all attempts, oldest first */
export function labelsOfAttempt(
  labels: readonly Label[],
  id: AttemptId,
  labeller: string | undefined,
): LabelsOfAttempt {
  const key = attemptKey(id);
  const held = heldLabels(labels.filter((label) => attemptKey(label) === key));
  const own = held.filter((label) => label.labeller === labeller);
  const others = held.filter((label) => label.labeller !== labeller);
  return { own, others, isDecided: isJudgedBy(labels, id, labeller) };
}

const SETTLING: ReadonlySet<LabelVerdict["kind"]> = new Set(["decisive", "none", "right", "wrong"]);

/** Keys of the attempts that have a definite label of the labeller. */
export function settledBy(labels: readonly Label[], labeller: string | undefined): ReadonlySet<string> {
  const own = labels.filter((label) => label.labeller === labeller);
  return new Set(
    own
      .map((label) => ({ key: attemptKey(label), held: labelsOfAttempt(own, label, labeller).own }))
      .filter(({ held }) => held.some(({ verdict }) => SETTLING.has(verdict.kind)))
      .map(({ key }) => key),
  );
}

/** Steps that these labels rule out, and those that they name. */
export function stepsNamed(labels: readonly Label[], kind: "decisive" | "not-this"): ReadonlySet<number> {
  return new Set(labels.flatMap(({ verdict }) => (verdict.kind === kind ? verdictSteps(verdict) : [])));
}

/** The verdict that these steps are decisive. @param steps in any order, at least one */
export function decisiveVerdict(steps: ReadonlySet<number>): LabelVerdict {
  const [step = 0, ...further] = [...steps].toSorted((a, b) => a - b);
  return { kind: "decisive", step, ...(further.length === 0 ? {} : { further }) };
}
