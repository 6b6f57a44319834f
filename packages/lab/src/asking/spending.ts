import { BudgetReachedError } from "../errors/index.ts";

/** Money that calls have spent, and that calls on their way could spend. */
export interface Spending {
  /**
   * Reserves the most that a call can cost. It waits for calls on their way, which often cost less than was reserved for them.
   *
   * @throws {BudgetReachedError} if the call could pass the budget
   */
  reserve(most: number): Promise<void>;
  /** Ends a reservation with what the call has cost. */
  settle(most: number, cost: number): void;
  readonly spent: () => number;
}

/** @param before what was spent in earlier runs */
export function spending(budget: number, before: number): Spending {
  let [spent, reserved, onTheirWay] = [before, 0, 0];
  let waiting: (() => void)[] = [];
  return {
    reserve: async (most) => {
      const fits = (): boolean => spent + reserved + most <= budget;
      while (!fits()) {
        if (onTheirWay === 0) throw new BudgetReachedError(budget, spent, most);
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      onTheirWay += 1;
      reserved += most;
    },
    settle: (most, cost) => {
      onTheirWay -= 1;
      // Sums of fractions leave a rest.
      reserved = onTheirWay === 0 ? 0 : reserved - most;
      spent += cost;
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
    spent: () => spent,
  };
}
