/** A run has a budget of money, and some of its models have no price. Their tokens are not counted as money. */
export class PriceMissingError extends Error {
  override readonly name = "PriceMissingError";
  readonly code = "PRICE_MISSING";
  /** Names of the models, as their messages give them; `undefined` stands for messages that name no model. */
  readonly models: readonly (string | undefined)[];

  constructor(models: readonly (string | undefined)[]) {
    const named = models.map((model) => (model === undefined ? "a model without a name" : `"${model}"`));
    super(
      `\`budget.money.prices\` has no price for ${named.join(", ")}: these tokens are not counted as money. Add the price, or limit \`budget.tokens\`.`,
    );
    this.models = models;
  }
}
