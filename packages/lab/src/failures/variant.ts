/** Part of a run in which the fault is planted: a third of it, or anywhere. */
export const VARIANTS = ["left", "mid", "right", "uniform"] as const;
export type Variant = (typeof VARIANTS)[number];

const THIRDS: Readonly<Record<Exclude<Variant, "uniform">, number>> = { left: 0, mid: 1, right: 2 };

/**
 * Whether a step lies in the third of a run that a variant is about.
 *
 * @param index of the step, 0-based
 * @param steps how many the run has
 * @see arXiv:2605.06788, section 4.1: dense variants
 */
export function isInVariant(variant: Variant, index: number, steps: number): boolean {
  return variant === "uniform" || Math.floor((3 * index) / steps) === THIRDS[variant];
}
