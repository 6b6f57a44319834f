import type { Label, LabelVerdict } from "./label.ts";
import { verdictSteps } from "./verdict-steps.ts";

/**
 * Result of the labels of one attempt.
 *
 * - "decisive", "none", "right", "wrong": at least one labeller says it and none contradicts
 * - "decisive", "between", "unrecovered", "inconclusive" of labels by replay: the last of them, since they have one labeller
 * - "disputed": two labellers contradict each other
 * - "open": the labels do not decide it yet
 */
export type Consensus =
  | Extract<LabelVerdict, { kind: "decisive" | "between" }>
  | {
      readonly kind: "none" | "right" | "wrong" | "unrecovered" | "inconclusive" | "disputed" | "open";
    };

/**
 * Finds the verdict that labellers agree on.
 *
 * Labellers agree on a decisive step if all who name one name the same earliest step. A further decisive step counts if
 * more than half of those who name a decisive step name it, and nobody rules it out; a further step is never disputed.
 *
 * @param labels of one attempt and one convention, oldest first
 */
export function consensusOf(labels: readonly Label[]): Consensus {
  const verdicts = heldLabels(labels).map(({ verdict }) => verdict);
  if (verdicts.some((one) => verdicts.some((other) => contradict(one, other)))) return { kind: "disputed" };
  const decisive = verdicts.find(({ kind }) => kind === "decisive");
  if (decisive?.kind === "decisive") return withFurther(decisive.step, verdicts);
  const between = verdicts.find(({ kind }) => kind === "between");
  if (between?.kind === "between") return between;
  return { kind: WHOLE.find((kind) => verdicts.some((verdict) => verdict.kind === kind)) ?? "open" };
}

/** The labels of an attempt as a whole. */
const WHOLE = ["none", "right", "wrong", "unrecovered", "inconclusive"] as const;

function withFurther(step: number, verdicts: readonly LabelVerdict[]): Consensus {
  const naming = verdicts.filter(({ kind }) => kind === "decisive").map(verdictSteps);
  const ruledOut = new Set(verdicts.filter(({ kind }) => kind === "not-this").flatMap(verdictSteps));
  const further = [...new Set(naming.flat())]
    .filter((each) => each > step && !ruledOut.has(each))
    .filter((each) => naming.filter((steps) => steps.includes(each)).length * 2 > naming.length)
    .toSorted((a, b) => a - b);
  return { kind: "decisive", step, ...(further.length === 0 ? {} : { further }) };
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

/** Steps that a labeller rules out add up. Any other later label replaces the earlier one. */
function replaces(later: LabelVerdict, earlier: LabelVerdict): boolean {
  if (later.kind !== "not-this" && earlier.kind !== "not-this") return true;
  if (later.kind === "decisive" && earlier.kind === "not-this")
    return verdictSteps(later).includes(earlier.step);
  return contradict(later, earlier) || (later.kind === "not-this" && earlier.kind === "unsure");
}

function contradict(one: LabelVerdict, other: LabelVerdict): boolean {
  if (one.kind === "right" || one.kind === "wrong")
    return (other.kind === "right" || other.kind === "wrong") && one.kind !== other.kind;
  if (one.kind !== "decisive") return other.kind === "decisive" && contradict(other, one);
  if (other.kind === "decisive") return one.step !== other.step;
  return other.kind === "none" || (other.kind === "not-this" && one.step === other.step);
}
