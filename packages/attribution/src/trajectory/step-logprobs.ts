/** A model's own log-probabilities of the tokens of a step, in a few numbers: the tokens themselves are not kept. */
export interface StepLogprobs {
  /** Tokens with a log-probability, at least 1. */
  readonly tokens: number;
  /** Mean log-probability, natural, in [-20, 0]. */
  readonly mean: number;
  /** The least one, in [-20, 0]. */
  readonly least: number;
  /** Share of the tokens whose probability is below 0.1, in [0, 1]. */
  readonly unlikely: number;
  /**
   * Mean entropy of the tokens of tool calls, in nats: over the alternatives that were recorded, and all others as one. Absent where no such token is
   * known.
   */
  readonly argumentEntropy?: number;
}

/** A message of a model, as far as its tokens can be told from it. */
export interface ToldTokens {
  /** `logprobs` as OpenAI's protocol has it, and LangChain in `response_metadata`. Untrusted. */
  readonly logprobs: unknown;
  /** Text of the message: tokens behind it are those of its tool calls. */
  readonly text: string;
  readonly callsTools: boolean;
}

/** Servers send -9999 for what is out of the question: below this all count as alike. */
const LEAST = -20;
const UNLIKELY = Math.log(0.1);
/** Servers round: a log-probability may come out this much above 0. */
const ROUNDING = 1e-3;
/** Tokens of a message, and alternatives of a token, that are read. */
const MOST_TOKENS = 100_000;
const MOST_ALTERNATIVES = 20;

/**
 * Reads log-probabilities of models' messages. Tokens whose value is no log-probability are left out: NaN, texts, numbers above 0.
 *
 * @param said the messages of one step
 * @returns `undefined` if no token has one
 */
export function readLogprobs(said: readonly ToldTokens[]): StepLogprobs | undefined {
  let tokens = 0;
  let sum = 0;
  let least = 0;
  let unlikely = 0;
  const calls = { tokens: 0, entropy: 0 };
  for (const message of said) {
    const entries = entriesIn(message.logprobs);
    const behind = message.callsTools ? firstBehind(entries, message.text) : entries.length;
    entries.forEach((entry, at) => {
      const value = logprobOf(entry);
      if (value === undefined) return;
      tokens += 1;
      sum += value;
      least = Math.min(least, value);
      unlikely += Number(value < UNLIKELY);
      if (at < behind) return;
      calls.tokens += 1;
      calls.entropy += entropyOf(entry, value);
    });
  }
  if (tokens === 0) return undefined;
  return {
    tokens,
    mean: sum / tokens,
    least,
    unlikely: unlikely / tokens,
    ...(calls.tokens === 0 ? {} : { argumentEntropy: calls.entropy / calls.tokens }),
  };
}

/** The tokens of a text or of a refusal. */
function entriesIn(logprobs: unknown): readonly unknown[] {
  return ["content", "refusal"]
    .flatMap((name) => [fieldOf(logprobs, name)])
    .flatMap((list): readonly unknown[] => (Array.isArray(list) ? list.slice(0, MOST_TOKENS) : []));
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function logprobOf(entry: unknown): number | undefined {
  const value = fieldOf(entry, "logprob");
  if (typeof value !== "number" || !(value <= ROUNDING)) return undefined;
  return Math.max(LEAST, Math.min(0, value));
}

/** Position of the first token behind a text; past all of them where the tokens do not spell the text. */
function firstBehind(entries: readonly unknown[], text: string): number {
  let spelt = "";
  for (const [at, entry] of entries.entries()) {
    if (spelt.length >= text.length) return spelt.startsWith(text) ? at : entries.length;
    const token = fieldOf(entry, "token");
    spelt += typeof token === "string" ? token : "";
  }
  return entries.length;
}

function entropyOf(entry: unknown, value: number): number {
  const token = fieldOf(entry, "token");
  const top = fieldOf(entry, "top_logprobs");
  const others = (Array.isArray(top) ? top.slice(0, MOST_ALTERNATIVES) : []).flatMap((each) => {
    const other = logprobOf(each);
    return other === undefined || fieldOf(each, "token") === token ? [] : [Math.exp(other)];
  });
  const chances = [Math.exp(value), ...others];
  const known = chances.reduce((total, chance) => total + chance, 0);
  // Rounding, or a server that lies, may bring them above 1.
  const all = [...chances, Math.max(0, 1 - known)].map((chance) => chance / Math.max(1, known));
  return all.reduce((total, chance) => total - (chance > 0 ? chance * Math.log(chance) : 0), 0);
}
