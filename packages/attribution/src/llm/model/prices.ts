/** What a model costs per million tokens, in any currency. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** Prices by the name of the model: "gpt-4o-mini", or with its provider: "openai:gpt-4o-mini". */
export type Prices = Readonly<Record<string, Price>>;

const MILLION = 1_000_000;

/**
 * @internal What so many tokens cost, where the table has the model.
 *
 * @param id of the model, as `modelId` gives it
 */
export function costOf(
  prices: Prices | undefined,
  id: string,
  { inputTokens, outputTokens }: { readonly inputTokens: number; readonly outputTokens: number },
): number | undefined {
  const table = new Map(Object.entries(prices ?? {}));
  const price = table.get(id) ?? table.get(id.slice(id.indexOf(":") + 1));
  return price === undefined
    ? undefined
    : (inputTokens * price.input + outputTokens * price.output) / MILLION;
}
