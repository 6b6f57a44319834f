import { check } from "recheck";

/**
 * Growth that an automaton proves for one search with a regular expression in any text. It knows neither that `replaceAll` and
 * `matchAll` search again and again, nor what expressions do that look ahead or behind.
 *
 * @returns "linear", "not known", or how it grows and on which text
 */
export async function provenGrowth({ source, flags }: RegExp): Promise<string> {
  process.env["RECHECK_BACKEND"] = "pure";
  // Expressions that it cannot prove, it tries for as long as a clock says: that has no part in a test.
  const hardlyAny = { maxInitialGenerationSize: 1, maxIteration: 1, maxGenerationSize: 1 };
  const found = await check(source, flags, { timeout: null, ...hardlyAny });
  if (found.status === "unknown" || found.checker === "fuzz") return "not known";
  return found.status === "safe"
    ? "linear"
    : `${found.complexity.summary} on ${JSON.stringify(found.attack.pattern)}`;
}
