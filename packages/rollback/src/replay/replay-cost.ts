import type { AttemptSpent } from "../history/attempt-record.ts";
import { moneyFor } from "../planning/stop-run.ts";
import type { Budget } from "../setup/budget.ts";
import { tokensByModel, totalTokens } from "../steps/token-count.ts";

/** Amounts that replays have spent together, verdicts included. */
export interface ReplayCost {
  readonly steps: number;
  /** Tokens in and out; absent if no model reports any. */
  readonly tokens?: number;
  /** Money for the tokens of models that have a price; absent where no prices are given. */
  readonly money?: number;
  /** Models whose tokens have no price, by name; "" stands for tokens of a model that gives no name. Empty where no prices are given. */
  readonly unpriced: readonly string[];
}

/**
 * Adds up what replays have spent.
 *
 * @param spent  `spent` of each replay
 * @param prices by the model's name, as for `budget.money` of `withRollback`
 */
export function replayCost(
  spent: readonly AttemptSpent[],
  prices?: NonNullable<Budget["money"]>["prices"],
): ReplayCost {
  const tokens = tokensByModel(spent.flatMap((each) => each.tokens ?? []));
  const { input, output } = totalTokens(tokens);
  const models = prices === undefined ? [] : tokens.map(({ model = "" }) => model);
  return {
    steps: spent.reduce((sum, { steps }) => sum + steps, 0),
    ...(tokens.length === 0 ? {} : { tokens: input + output }),
    ...(prices === undefined ? {} : { money: moneyFor(tokens, { amount: 0, prices }) }),
    unpriced: models.filter((model) => !Object.hasOwn(prices ?? {}, model)),
  };
}
