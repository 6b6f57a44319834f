import { largest } from "../trajectory/index.ts";
import { type Evidence, likelihoodIn, type Summed } from "./evidence.ts";

/** Gain of the logarithm of the likelihood from which on runs of one wording are taken for several kinds. */
const GAIN = 4;

/** Runs of a wording at least whose evidence tells several kinds apart. */
const FEW = 20;

/** Rounds of reckoning how often each group uses a wording. */
const ROUNDS = 30;

/**
 * Shares the runs of one wording out among groups: two kinds may be told in the same words, and then each run's own evidence decides.
 *
 * @param runs   evidence of the wording's runs
 * @param groups those that it may be of, without its own runs where it alone is one
 * @param own    the group that it was joined to; `undefined` where it alone is one
 * @param alone  the evidence of its runs, summed up
 * @returns the group of each run; `undefined` where all runs stay together
 */
export function shareOut(
  runs: readonly Evidence[],
  groups: readonly Summed[],
  {
    alone,
    own,
    spread,
  }: { readonly alone: Summed; readonly own: number | undefined; readonly spread: readonly number[] },
): readonly number[] | undefined {
  if (groups.length === 0 || runs.length < FEW) return undefined;
  const likelihoods = runs.map((run) => groups.map((group) => likelihoodIn(run, group, spread)));
  const mixed = mixtureOf(likelihoods, groups.length);
  const stay =
    own === undefined
      ? runs.reduce((sum, run) => sum + likelihoodIn(run, alone, spread), 0) - costOf(alone)
      : likelihoods.reduce((sum, each) => sum + (each[own] ?? Number.NEGATIVE_INFINITY), 0);
  if (mixed.likelihood - stay <= (own === undefined ? -GAIN : GAIN)) return undefined;
  return likelihoods.map((each) => best(each.map((value, at) => value + Math.log(mixed.shares[at] ?? 0))));
}

/** Means that were fitted to the runs themselves are better for that alone. */
const costOf = ({ n, places }: Summed): number =>
  (places.filter((value) => value !== 0).length * Math.log(n)) / 2;

/** Shares of the groups under which the runs are likeliest, and how likely they are. */
function mixtureOf(
  likelihoods: readonly (readonly number[])[],
  groups: number,
): { readonly shares: readonly number[]; readonly likelihood: number } {
  let shares: readonly number[] = Array.from({ length: groups }, () => 1 / groups);
  let likelihood = Number.NEGATIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const sums = Array.from({ length: groups }, () => 0);
    likelihood = 0;
    for (const each of likelihoods) {
      const top = largest(each);
      const parts = each.map((value, at) => (shares[at] ?? 0) * Math.exp(value - top));
      const whole = parts.reduce((sum, part) => sum + part, 0);
      likelihood += top + Math.log(whole);
      for (const [at, part] of parts.entries()) sums[at] = (sums[at] ?? 0) + part / whole;
    }
    shares = sums.map((sum) => sum / likelihoods.length);
  }
  return { shares, likelihood };
}

const best = (values: readonly number[]): number => values.indexOf(largest(values));
