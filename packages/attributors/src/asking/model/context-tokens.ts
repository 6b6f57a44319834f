/** Share left for the answer, and for the tokens that other tokenisers count more. */
const RESERVE = 0.15;
const DEFAULT = 128_000;

/** Beginnings of models' names, and how many tokens they can read. The longest one counts. */
const KNOWN: Readonly<Record<string, number>> = {
  "gpt-3.5": 16_385,
  "gpt-4": 8192,
  "gpt-4-0125": 128_000,
  "gpt-4-1106": 128_000,
  "gpt-4-32k": 32_768,
  "gpt-4-turbo": 128_000,
  "gpt-4o": 128_000,
  "gpt-4.1": 1_047_576,
  "gpt-4.5": 128_000,
  "gpt-5": 400_000,
  "gpt-5-chat": 128_000,
  o1: 200_000,
  "o1-mini": 128_000,
  "o1-preview": 128_000,
  o3: 200_000,
  "o4-mini": 200_000,
  claude: 200_000,
  gemini: 1_000_000,
  "mixtral-8x7b": 32_768,
};

/**
 * @internal How many tokens a prompt for the model may have: what is known of its name, 128,000 for others, less a reserve.
 *
 * @param id            "openai:gpt-4o-mini"; also "openai:openai/gpt-4o-mini", "openai:ft:gpt-4o-mini:mine::1"
 * @param contextTokens what the user says that it can read, whatever its name
 */
export function promptBudget(id: string, contextTokens: number | undefined): number {
  return Math.floor((contextTokens ?? knownContext(id)) * (1 - RESERVE));
}

function knownContext(id: string): number {
  const names = id.split(/[:/]/).slice(1);
  const [best] = Object.entries(KNOWN)
    .filter(([beginning]) => names.some((name) => name.startsWith(beginning)))
    .toSorted(([one], [other]) => other.length - one.length);
  return best?.[1] ?? DEFAULT;
}
