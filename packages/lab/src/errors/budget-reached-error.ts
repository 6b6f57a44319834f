/** The next call of a model could cost more than is left of the budget, so it was not made. Exit code 1. */
export class BudgetReachedError extends Error {
  override readonly name = "BudgetReachedError";
  readonly code = "BUDGET_REACHED";
  /** Dollars, all runs on the same file together. */
  readonly spent: number;

  constructor(budget: number, spent: number, next: number) {
    super(
      `The budget of $${budget} is reached: $${spent.toFixed(4)} are spent, and the next call could cost $${next.toFixed(4)}.`,
    );
    this.spent = spent;
  }
}
