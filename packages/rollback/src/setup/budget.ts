import type { OptionCheck, OptionChecks } from "../errors/option-check.ts";

/** Price of a model's tokens, in money for a million of them. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** Of tokens in that came from the provider's cache. Default `input`. */
  readonly cacheRead?: number;
  /** Of tokens in that were written to the provider's cache. Default `input`. */
  readonly cacheWrite?: number;
}

/**
 * Limits on a run's spending, all its attempts together. Checked after each attempt that failed, before its steps are scored and before it is
 * rolled back: a run that has spent as much as is allowed, or more, is given up. An attempt that is running is not cut off.
 */
export interface Budget {
  /** Steps executed. Steps that a rollback keeps count once. */
  readonly steps?: number;
  /** Time by `clock` since the run's first step began. The time in which it waits for a human counts, too. */
  readonly milliseconds?: number;
  /** Tokens in and out, cached ones like others: as `usage_metadata` of the AI messages reports them that the steps wrote, and as the verdicts report them (`cost`). */
  readonly tokens?: number;
  /** Money for these tokens, in any one currency. */
  readonly money?: {
    readonly amount: number;
    /**
     * By the model's name, as `response_metadata.model_name` (or `model`) of its messages gives it. Tokens of a model without a price
     * are not counted; the event `rollback:problem` tells so, with code PRICE_MISSING.
     */
    readonly prices: Readonly<Record<string, ModelPrice>>;
  };
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const isAmount = (value: unknown): boolean => typeof value === "number";

const AMOUNT: OptionCheck = { expected: "a number", holds: isAmount };

const isPrice = (value: unknown): boolean =>
  isObject(value) &&
  ["input", "output"].every((kind) => isAmount(Reflect.get(value, kind))) &&
  ["cacheRead", "cacheWrite"].every((kind) => {
    const price: unknown = Reflect.get(value, kind);
    return price === undefined || isAmount(price);
  });

const MONEY = {
  amount: { ...AMOUNT, isRequired: true },
  prices: {
    expected: "an object with { input, output, cacheRead?, cacheWrite? } for each model's name",
    isRequired: true,
    holds: (value) => isObject(value) && Object.values(value).every(isPrice),
  },
} satisfies OptionChecks;

const BUDGET: Readonly<Record<keyof Budget, OptionCheck>> = {
  steps: AMOUNT,
  milliseconds: AMOUNT,
  tokens: AMOUNT,
  money: { expected: "an object with `amount` and `prices`", holds: isObject, inner: MONEY },
};

/** @internal */
export const A_BUDGET: OptionCheck = {
  expected: "an object with `steps`, `milliseconds`, `tokens` or `money`",
  holds: isObject,
  inner: BUDGET,
};

/**
 * @internal
 * @throws {RangeError} if an amount or a price is negative or no number
 */
export function checkBudget({ steps, milliseconds, tokens, money }: Budget): void {
  const amounts = { steps, milliseconds, tokens, "money.amount": money?.amount };
  for (const [name, amount] of Object.entries(amounts))
    if (amount !== undefined) checkAmount(`budget.${name}`, amount);
  for (const [model, price] of Object.entries(money?.prices ?? {}))
    for (const kind of ["input", "output", "cacheRead", "cacheWrite"] as const)
      checkAmount(`budget.money.prices[${JSON.stringify(model)}].${kind}`, price[kind] ?? 0);
}

function checkAmount(name: string, amount: number): void {
  if (!(amount >= 0)) throw new RangeError(`Expected \`${name}\` to be a number >= 0, got ${amount}.`);
}
