/** Price of a model per million tokens, in any currency. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** Of tokens in that came from the provider's cache. Default `input`. */
  readonly cacheRead?: number;
  /** Of tokens in that were written to the provider's cache. Default `input`. */
  readonly cacheWrite?: number;
}

/**
 * Prices by the name of the model: "gpt-4o-mini", or with its provider: "openai:gpt-4o-mini". They go for versions of it with a
 * date, too ("gpt-4o-mini-2024-07-18"), unless these have an entry of their own; never for models whose name only begins alike.
 */
export type Prices = Readonly<Record<string, Price>>;

const MILLION = 1_000_000;

/** @internal Tokens of a call. Those of a cache are among the tokens in, and together no more than these. */
export interface CallTokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

/**
 * @internal Cost of so many tokens, where the table has the model.
 *
 * @param id of the model, as `modelId` gives it
 */
export function costOf(
  prices: Prices | undefined,
  id: string,
  { inputTokens, outputTokens, cacheRead = 0, cacheWrite = 0 }: CallTokens,
): number | undefined {
  const table = new Map(Object.entries(prices ?? {}));
  const name = id.slice(id.indexOf(":") + 1);
  const price = [id, name, undated(id), undated(name)].map((each) => table.get(each)).find(Boolean);
  if (price === undefined) return undefined;
  const read = cacheRead * (price.cacheRead ?? price.input);
  const written = cacheWrite * (price.cacheWrite ?? price.input);
  const anew = (inputTokens - cacheRead - cacheWrite) * price.input;
  return (anew + read + written + outputTokens * price.output) / MILLION;
}

function undated(name: string): string {
  return name.replace(/-(?:\d{4}-\d{2}-\d{2}|\d{8})$/, "");
}
