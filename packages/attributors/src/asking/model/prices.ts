/** What a model costs per million tokens, in any currency. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/**
 * Prices by the name of the model: "gpt-4o-mini", or with its provider: "openai:gpt-4o-mini". They go for versions of it with a
 * date, too ("gpt-4o-mini-2024-07-18"), unless these have an entry of their own; never for models whose name only begins alike.
 */
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
  const name = id.slice(id.indexOf(":") + 1);
  const price = [id, name, undated(id), undated(name)].map((each) => table.get(each)).find(Boolean);
  return price === undefined
    ? undefined
    : (inputTokens * price.input + outputTokens * price.output) / MILLION;
}

function undated(name: string): string {
  return name.replace(/-(?:\d{4}-\d{2}-\d{2}|\d{8})$/, "");
}
