import { diffArrays } from "diff";

import type { StepView } from "../view/thread-view.ts";

/** One line of a comparison: a step of each attempt, or of one of them only. Indices are 0-based, in their attempt. */
export type ComparedRow =
  /** Not run again: the later attempt took it over. */
  | { readonly kind: "kept"; readonly a: number; readonly b: number }
  /** The same agent at the same place. */
  | { readonly kind: "paired"; readonly a: number; readonly b: number }
  | { readonly kind: "only-a"; readonly a: number; readonly b?: never }
  | { readonly kind: "only-b"; readonly a?: never; readonly b: number };

/** Fields that tell whether two steps do the same job. */
type StepPlace = Pick<StepView, "agent" | "node" | "depth">;

/** More steps than these without a partner, and looking for the best alignment would take noticeable time. */
const MOST_UNPAIRED = 2_000;

/**
 * Aligns two attempts: first the kept steps, then as many pairs as possible of steps of the same agent, node and depth, in order.
 *
 * Attempts that have next to nothing in common are paired by position where their steps there happen to agree.
 *
 * @param kept how many first steps the later attempt took over
 * @returns every step of both, each once and in its attempt's order
 */
export function alignSteps(
  a: readonly StepPlace[],
  b: readonly StepPlace[],
  kept: number,
  mostUnpaired: number = MOST_UNPAIRED,
): readonly ComparedRow[] {
  const shared = Math.max(0, Math.min(kept, a.length, b.length));
  const prefix = Array.from(
    { length: shared },
    (_, index) => ({ kind: "kept", a: index, b: index }) as const,
  );
  const changes = diffArrays(placesFrom(a, shared), placesFrom(b, shared), { maxEditLength: mostUnpaired });
  const rest = changes === undefined ? byPosition(a, b, shared) : fromChanges(changes, shared);
  return [...prefix, ...rest];
}

function placesFrom(steps: readonly StepPlace[], start: number): string[] {
  return steps.slice(start).map(placeOf);
}

function placeOf({ agent, node, depth }: StepPlace): string {
  return JSON.stringify([agent, node ?? null, depth]);
}

function fromChanges(
  changes: readonly { readonly added: boolean; readonly removed: boolean; readonly count: number }[],
  start: number,
): readonly ComparedRow[] {
  const rows: ComparedRow[] = [];
  let a = start;
  let b = start;
  for (const { added, removed, count } of changes)
    for (let turn = 0; turn < count; turn++) {
      if (removed) rows.push({ kind: "only-a", a: a++ });
      else if (added) rows.push({ kind: "only-b", b: b++ });
      else rows.push({ kind: "paired", a: a++, b: b++ });
    }
  return rows;
}

function byPosition(a: readonly StepPlace[], b: readonly StepPlace[], start: number): readonly ComparedRow[] {
  const rows: ComparedRow[] = [];
  for (let index = start; index < Math.max(a.length, b.length); index++) {
    const left = a[index];
    const right = b[index];
    if (left !== undefined && right !== undefined && placeOf(left) === placeOf(right))
      rows.push({ kind: "paired", a: index, b: index });
    else {
      if (left !== undefined) rows.push({ kind: "only-a", a: index });
      if (right !== undefined) rows.push({ kind: "only-b", b: index });
    }
  }
  return rows;
}
