import type { Budget } from "langgraph-rollback";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { type ReplayCost, replayCost, type LabelReplay } from "langgraph-rollback/replay";

/** Prices of tokens by the model's name. */
export type Prices = NonNullable<Budget["money"]>["prices"];

/** Limits on all replays of a file together. */
export interface BudgetOptions {
  readonly budgetReplays?: number;
  readonly budgetTokens?: number;
  readonly budgetMoney?: number;
}

/** Amounts that replays have spent, and whether the budget is reached. */
export interface ReplayBudget {
  readonly add: (made: Pick<LabelReplay, "spent">) => void;
  readonly replays: () => number;
  readonly cost: () => ReplayCost;
  /**
   * Which limit is reached, in words; `undefined` while there is something left.
   *
   * @throws {CommandFailedError} if a limit cannot be kept to, since a model reports no tokens or has no price
   */
  readonly spent: () => string | undefined;
}

/**
 * Counts what replays spend.
 *
 * @param made replays of earlier runs of the command: they count, so that a command that is killed and run again spends no more than it may
 */
export function replayBudget(
  { budgetMoney, budgetReplays, budgetTokens }: BudgetOptions,
  prices: Prices | undefined,
  made: readonly Pick<LabelReplay, "spent">[],
): ReplayBudget {
  const all = [...made];
  const cost = (): ReplayCost =>
    replayCost(
      all.map(({ spent }) => spent),
      prices,
    );
  return {
    add: (each) => void all.push(each),
    replays: () => all.length,
    cost,
    spent: () => {
      const { money = 0, tokens, unpriced } = cost();
      if (budgetMoney !== undefined && unpriced.length > 0)
        throw new CommandFailedError(
          `\`--budget-money\` cannot be kept to: \`--prices\` has no price for ${unpriced.map(nameOf).join(", ")}. Add it; the replays so far are not made again.`,
        );
      if (budgetTokens !== undefined && tokens === undefined && all.length >= SILENT)
        throw new CommandFailedError(
          `\`--budget-tokens\` cannot be kept to: no model has reported tokens in ${all.length} replays. Limit \`--budget-replays\`; the replays so far are not made again.`,
        );
      return (
        reached(budgetReplays, all.length, "replays") ??
        reached(budgetTokens, tokens ?? 0, "tokens") ??
        reached(budgetMoney, money, "in money")
      );
    },
  };
}

/** Replays without tokens after which a budget of tokens counts as one that limits nothing. */
const SILENT = 5;

/** A model in words. */
export const nameOf = (model: string): string => (model === "" ? "a model without a name" : `"${model}"`);

const reached = (limit: number | undefined, used: number, what: string): string | undefined =>
  limit === undefined || used < limit ? undefined : `${used} of ${limit} ${what}`;
