import type { TokenProbability } from "../asking/question/token-probability.ts";

/**
 * @internal How probable a label is where the model chose between several, by the probabilities of the tokens that could
 * have stood there.
 *
 * @param tokens of the answer; `undefined` where the endpoint tells no probabilities
 * @param labels the choices; they must differ in their first token
 * @returns the share of `label` among the labels, in [0, 1]; `undefined` where the answer has none of them
 */
export function labelProbability(
  tokens: readonly TokenProbability[] | undefined,
  label: string,
  labels: readonly string[],
): number | undefined {
  const place = tokens?.findLast(({ token }) => labels.some((choice) => begins(choice, token)));
  if (place === undefined) return undefined;
  const alternatives = new Map([place, ...place.top].map(({ token, logprob }) => [token, logprob]));
  const massOf = (choice: string) =>
    [...alternatives].reduce(
      (sum, [token, logprob]) => sum + (begins(choice, token) ? Math.exp(logprob) : 0),
      0,
    );
  const total = labels.reduce((sum, choice) => sum + massOf(choice), 0);
  return total > 0 ? massOf(label) / total : undefined;
}

function begins(label: string, token: string): boolean {
  const word = token.replaceAll(/[\s"'▁Ġ]/g, "").toLowerCase();
  return word !== "" && label.toLowerCase().startsWith(word);
}
