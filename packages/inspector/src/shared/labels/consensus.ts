import type { Label, LabelVerdict } from "./label.ts";

/**
 * What the labels of one attempt come to.
 *
 * - "decisive", "none": somebody has said so and nobody has said otherwise
 * - "disputed": two labellers contradict each other
 * - "open": nobody has said enough
 */
export type Consensus =
  | { readonly kind: "decisive"; readonly step: number }
  | { readonly kind: "none" | "disputed" | "open" };

/**
 * What labellers agree on.
 *
 * @param labels of one attempt and one convention, oldest first
 */
export function consensusOf(labels: readonly Label[]): Consensus {
  const verdicts = heldLabels(labels).map(({ verdict }) => verdict);
  if (verdicts.some((one) => verdicts.some((other) => contradict(one, other)))) return { kind: "disputed" };
  const decisive = verdicts.find(({ kind }) => kind === "decisive");
  if (decisive?.kind === "decisive") return decisive;
  return { kind: verdicts.some(({ kind }) => kind === "none") ? "none" : "open" };
}

/** The labels without those that their own labeller has replaced by a later one. */
export function heldLabels(labels: readonly Label[]): readonly Label[] {
  return labels.filter(
    ({ labeller, verdict }, index) =>
      !labels
        .slice(index + 1)
        .some((later) => later.labeller === labeller && replaces(later.verdict, verdict)),
  );
}

/** Steps that a labeller rules out add up; anything else that is said later holds instead. */
function replaces(later: LabelVerdict, earlier: LabelVerdict): boolean {
  if (later.kind !== "not-this" && earlier.kind !== "not-this") return true;
  return contradict(later, earlier) || (later.kind === "not-this" && earlier.kind === "unsure");
}

function contradict(one: LabelVerdict, other: LabelVerdict): boolean {
  if (one.kind !== "decisive") return other.kind === "decisive" && contradict(other, one);
  if (other.kind === "decisive") return one.step !== other.step;
  return other.kind === "none" || (other.kind === "not-this" && one.step === other.step);
}
