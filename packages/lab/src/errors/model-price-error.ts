/** A model is to be asked within a budget of money, and nothing says what it costs. Nothing was asked. Exit code 2. */
export class ModelPriceError extends Error {
  override readonly name = "ModelPriceError";
  readonly code = "MODEL_PRICE";
  readonly model: string;

  constructor(model: string) {
    super(
      `There is no price for "${model}": expected \`--price\` with dollars for a million tokens in and out, as in \`--price 0.15:0.6\`.`,
    );
    this.model = model;
  }
}
