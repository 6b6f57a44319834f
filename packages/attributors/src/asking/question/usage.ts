/** Cost of calls of language models. */
export interface Usage {
  readonly calls: number;
  /** As the endpoint says (`usage_metadata`), else counted. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Sum over the calls, in milliseconds; calls that run at once count each. */
  readonly latency: number;
  /** In the price table's currency; absent without a table, or where it lacks the model. */
  readonly cost?: number;
  /** Questions that the cache answered, without a call; absent if there were none. */
  readonly cached?: number;
  /** Number of questions whose trace was shortened to fit the model's context; absent if there were none. */
  readonly shortened?: number;
}

/** @internal */
export const NO_USAGE: Usage = { calls: 0, inputTokens: 0, outputTokens: 0, latency: 0 };

/** Cost of several calls, or methods, together. A field absent from all stays absent. */
export function addUsage(usages: readonly Usage[]): Usage {
  const sum = (of: (usage: Usage) => number): number => usages.reduce((total, usage) => total + of(usage), 0);
  const sumOf = (field: "cost" | "cached" | "shortened") => {
    const given = usages.flatMap((usage) => usage[field] ?? []);
    return given.length === 0 ? {} : { [field]: given.reduce((total, value) => total + value, 0) };
  };
  return {
    calls: sum(({ calls }) => calls),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    latency: sum(({ latency }) => latency),
    ...sumOf("cost"),
    ...sumOf("cached"),
    ...sumOf("shortened"),
  };
}
