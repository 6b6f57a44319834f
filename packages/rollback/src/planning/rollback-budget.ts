import type { Attribution } from "@langgraph-rollback/attribution";

/** @internal How often a run may be rolled back, and how often it was. */
export interface RollbackBudget {
  readonly used: number;
  readonly max: number;
}

/** @internal Whether no rollback is left. */
export const isSpent = ({ used, max }: RollbackBudget): boolean => used >= max;

/**
 * @internal The tolerated miss rate of an attempt's set. The first rollback goes to the set's first step, later ones to the
 * start, for which 0 stands: the runs that are left by then are those that the set missed, or that failed anew. An attempt
 * with no rollback left is attributed as the first is, as the best knowledge of what is wrong.
 */
export function alphaOf<Alpha extends number | undefined>(budget: RollbackBudget, alpha: Alpha): Alpha | 0 {
  return budget.used === 0 || isSpent(budget) ? alpha : 0;
}

/** @internal Why a rollback goes to where it does. */
export function strategyOf({ used }: RollbackBudget, { status }: Attribution): "set" | "restart" {
  return used === 0 && status === "bounded" ? "set" : "restart";
}
