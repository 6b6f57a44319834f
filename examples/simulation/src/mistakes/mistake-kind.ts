import type { Draw } from "./seeded-draw.ts";

export type MistakeKind = "slip" | "wrong operand" | "wrong operator" | "dropped constraint";

interface KindOfMistake {
  readonly kind: MistakeKind;
  /** Share among all mistakes, natural and planted alike. */
  readonly share: number;
  /** Instruction to a model when the mistake is planted. */
  readonly description: string;
}

export const MISTAKE_KINDS: readonly KindOfMistake[] = [
  { kind: "slip", share: 0.3, description: "get the figure itself wrong, as by a slip of the pen" },
  { kind: "wrong operand", share: 0.3, description: "use a wrong quantity in one place" },
  {
    kind: "wrong operator",
    share: 0.2,
    description: "use a wrong operation, such as adding instead of multiplying",
  },
  { kind: "dropped constraint", share: 0.2, description: "leave one quantity or condition out" },
];

/** Kinds in a drawn order, likelier ones earlier: the first one that a step can make is the one that it makes. */
export function kindsInDrawnOrder(draw: Draw): readonly MistakeKind[] {
  // Exponential races: sorting by -log(u) / share draws without replacement in proportion to the shares.
  return MISTAKE_KINDS.map(({ kind, share }) => ({ kind, time: -Math.log(1 - draw(`kind ${kind}`)) / share }))
    .toSorted((a, b) => a.time - b.time)
    .map(({ kind }) => kind);
}
