import type { LabelVerdict } from "./label.ts";

/** Indexes of the steps that a verdict is about, ascending: those it calls decisive, the one it rules out, or all among which the start lies. */
export function verdictSteps(verdict: LabelVerdict): readonly number[] {
  if (verdict.kind === "decisive") return [verdict.step, ...(verdict.further ?? [])];
  if (verdict.kind === "between")
    return Array.from(
      { length: Math.max(0, verdict.last - verdict.first + 1) },
      (_, at) => verdict.first + at,
    );
  return verdict.kind === "not-this" ? [verdict.step] : [];
}

/**
 * Fault in the steps of a verdict on an attempt of `count` steps.
 *
 * @returns the field at fault and what it should be; `undefined` if nothing is wrong
 */
export function verdictFault(
  verdict: LabelVerdict,
  count: number,
): { readonly field: "step" | "further" | "last"; readonly message: string } | undefined {
  if (verdict.kind === "between") {
    const isRange = verdict.first < verdict.last && verdict.last < count;
    return isRange
      ? undefined
      : { field: "last", message: "expected a step that the attempt has, after `first`" };
  }
  const [step = 0, ...further] = verdictSteps(verdict);
  if (step >= count) return { field: "step", message: "expected a step that the attempt has" };
  const isInOrder = further.every((each, at) => each > (further[at - 1] ?? step) && each < count);
  if (isInOrder) return undefined;
  return { field: "further", message: "expected steps that the attempt has, ascending, all after `step`" };
}
