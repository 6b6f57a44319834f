import { ANALYST_ROLES } from "./roles.ts";

/** How a panel is made up, and how it works. Defaults are the paper's where it has them. */
export interface EchoSettings {
  /** Size of the panel, k, in 1..6; default 3. */
  readonly analysts: number;
  /** Least confidence at which a conclusion counts as a vote, in [0, 1]; default 0.3. */
  readonly threshold: number;
  /** Lowest and highest temperature of the panel; default [0.3, 0.9]. */
  readonly temperatures: readonly [number, number];
  /** Draws each trajectory's panel, together with its id; any safe integer, default 1. */
  readonly seed: number;
  /**
   * Tokens of a trace up to which agent and step are judged together, on the whole of it; above, and where the model
   * cannot read so much, they are judged in two rounds on an abridged one. 0 always decouples. Default 10,000: the paper
   * found one round better at some 4,000 tokens, two better at some 22,000, and names no bound.
   */
  readonly unifiedUpTo: number;
  /** The abridger of steps far from those in question. Default "patterns", which costs nothing. */
  readonly extraction: "patterns" | "model";
}

/**
 * @internal Given settings, and defaults for the others.
 *
 * @throws {RangeError} if one is out of range
 */
export function echoSettings(given: Partial<EchoSettings>): EchoSettings {
  const {
    analysts = 3,
    threshold = 0.3,
    temperatures = [0.3, 0.9],
    seed = 1,
    unifiedUpTo = 10_000,
    extraction = "patterns",
  } = given;
  const most = ANALYST_ROLES.length;
  const [low, high] = temperatures;
  expect(
    "analysts",
    `an integer in 1..${most}`,
    analysts,
    Number.isInteger(analysts) && analysts >= 1 && analysts <= most,
  );
  expect("threshold", "a number in [0, 1]", threshold, threshold >= 0 && threshold <= 1);
  expect(
    "temperatures",
    "[low, high] with 0 <= low <= high",
    temperatures.join(", "),
    low >= 0 && high >= low && high < Infinity,
  );
  expect("seed", "a safe integer", seed, Number.isSafeInteger(seed));
  expect("unifiedUpTo", "a number of tokens, 0 or more", unifiedUpTo, unifiedUpTo >= 0);
  return { analysts, threshold, temperatures, seed, unifiedUpTo, extraction };
}

function expect(name: keyof EchoSettings, wanted: string, got: number | string, holds: boolean): void {
  if (!holds) throw new RangeError(`Expected \`${name}\` to be ${wanted}, got ${got}.`);
}
