import { PriceMissingError } from "../errors/price-missing-error.ts";
import type { Stopped } from "../errors/rollback-exhausted-error.ts";
import type { RollbackProblem } from "../history/attempt-record.ts";
import { problemOf } from "../history/left-alone.ts";
import type { Clock } from "../langgraph/clock.ts";
import type { Budget, ModelPrice } from "../setup/budget.ts";
import { totalTokens, type ModelTokens } from "../steps/token-count.ts";
import type { RunSpent } from "./run-spent.ts";

/** @internal Why a run is given up. */
export interface Stop {
  readonly stopped: Stopped;
  /** The same in words: the end of a sentence that begins with "Attempt 2 failed". */
  readonly words: string;
}

/** @internal Whether a run has spent its budget, and which part of it. */
export function spentStop(budget: Budget, spent: RunSpent, clock: Clock): Stop | undefined {
  const { steps, milliseconds, tokens, money } = budget;
  return (
    stopAt("steps", steps, () => spent.steps, "steps were executed") ??
    stopAt("time", milliseconds, () => elapsed(spent, clock), "milliseconds have passed") ??
    stopAt("tokens", tokens, () => tokensOf(spent), "tokens were used") ??
    stopAt("money", money?.amount, () => moneyFor(spent.tokens, money), "money is spent")
  );
}

function stopAt(
  by: Stopped["by"],
  limit: number | undefined,
  usedNow: () => number,
  what: string,
): Stop | undefined {
  if (limit === undefined) return undefined;
  const used = usedNow();
  if (used < limit) return undefined;
  return { stopped: { by, limit, used }, words: `; the budget is spent: ${used} of ${limit} ${what}.` };
}

function elapsed({ startedAt }: RunSpent, clock: Clock): number {
  // A clock that was set back has not given time back.
  return startedAt === undefined ? 0 : Math.max(0, clock() - startedAt);
}

function tokensOf({ tokens }: RunSpent): number {
  const { input, output } = totalTokens(tokens);
  return input + output;
}

const PER = 1_000_000;

/** @internal Money for tokens of the models that have a price. */
export function moneyFor(tokens: readonly ModelTokens[], money: Budget["money"]): number {
  const sum = tokens.reduce((total, each) => {
    const price = priceOf(money, each.model);
    return total + (price === undefined ? 0 : pricedAt(price, each));
  }, 0);
  // Sums of binary fractions end in digits that nobody has spent.
  return Number(sum.toPrecision(12));
}

function pricedAt(price: ModelPrice, { input, output, cacheRead = 0, cacheWrite = 0 }: ModelTokens): number {
  const read = cacheRead * (price.cacheRead ?? price.input);
  const written = cacheWrite * (price.cacheWrite ?? price.input);
  return ((input - cacheRead - cacheWrite) * price.input + read + written + output * price.output) / PER;
}

function priceOf(money: Budget["money"], model: string | undefined): ModelPrice | undefined {
  if (money === undefined || model === undefined) return undefined;
  return Object.hasOwn(money.prices, model) ? money.prices[model] : undefined;
}

/**
 * @internal Problem with a budget of money: models that it has no price for.
 *
 * @param tokens each model once
 */
export function missingPrices(
  { money }: Budget,
  tokens: readonly ModelTokens[] = [],
): RollbackProblem | undefined {
  if (money === undefined) return undefined;
  const models = tokens.map(({ model }) => model).filter((model) => priceOf(money, model) === undefined);
  return models.length === 0 ? undefined : problemOf(new PriceMissingError(models));
}
