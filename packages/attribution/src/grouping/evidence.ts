import type { FailureCase } from "./failure-case.ts";

/** Places and errors that are compared at most; rarer ones tell too little. */
const MOST = 80;

/** Variance of a place's evidence at least. A place that has never varied would decide alone. */
const LEAST = 0.005;

/** Variance of the wordings of one kind beyond chance: people word different cases differently. */
const OWN = 0.0003;

/** Evidence of one run, or the mean of several. */
export interface Evidence {
  /** Of each place, the share of the suspicion less the share of the steps: 0 where a scorer tells nothing. */
  readonly places: readonly number[];
  /** Of each exception, whether it escaped, 0 or 1. */
  readonly errors: readonly number[];
}

/** The evidence of some runs. */
export interface Summed extends Evidence {
  readonly n: number;
}

/** Makes the evidence of each run, with the same places and errors in the same order. */
export function evidenceOf(cases: readonly FailureCase[]): ReadonlyMap<FailureCase, Evidence> {
  const places = commonest(cases.flatMap(({ places: own }) => Object.keys(own)));
  const errors = commonest(cases.flatMap(({ error }) => error ?? []));
  return new Map(
    cases.map((each) => [
      each,
      {
        places: places.map((place) => {
          const there = each.places[place];
          return there === undefined ? 0 : there.suspicion - there.steps;
        }),
        errors: errors.map((name) => (each.error === name ? 1 : 0)),
      },
    ]),
  );
}

function commonest(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, MOST)
    .map(([name]) => name);
}

/** @param all at least one */
export function summed(all: readonly Evidence[]): Summed {
  const mean = (of: (each: Evidence) => readonly number[]): readonly number[] => {
    const [one] = all;
    return (one === undefined ? [] : of(one)).map(
      (_, at) => all.reduce((sum, each) => sum + (of(each)[at] ?? 0), 0) / all.length,
    );
  };
  return { n: all.length, places: mean(({ places }) => places), errors: mean(({ errors }) => errors) };
}

/** Both together. */
export function joined(a: Summed, b: Summed): Summed {
  const n = a.n + b.n;
  const mean = (one: readonly number[], other: readonly number[]): readonly number[] =>
    one.map((value, at) => (a.n * value + b.n * (other[at] ?? 0)) / n);
  return { n, places: mean(a.places, b.places), errors: mean(a.errors, b.errors) };
}

/** Variance of each place's evidence among runs that are worded alike, of the wordings whose runs have been there. */
export function spreadOf(wordings: readonly (readonly Evidence[])[]): readonly number[] {
  const places = (wordings[0]?.[0]?.places ?? []).map((_, at) => at);
  return places.map((at) => {
    // Ten pseudo-runs keep a few runs from passing for exact.
    let squares = 10 * 0.02;
    let freedom = 10;
    for (const all of wordings) {
      const values = all.map((each) => each.places[at] ?? 0);
      if (values.every((value) => value === 0)) continue;
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      for (const value of values) squares += (value - mean) ** 2;
      freedom += values.length - 1;
    }
    return Math.max(LEAST, squares / freedom);
  });
}

/** The evidence of two sets of runs, in units of chance. */
export interface Contrast {
  /** How far they are apart, as a square. */
  readonly apart: number;
  /** How far they would be apart if they suspected different places. */
  readonly power: number;
}

/** Compares two sets of runs. Exceptions count where both have some: what throws today is rejected tomorrow. */
export function contrast(a: Summed, b: Summed, spread: readonly number[]): Contrast {
  let apart = 0;
  let power = 0;
  const compare = (one: number, other: number, variance: number): void => {
    const chance = variance * (1 / a.n + 1 / b.n) + 2 * OWN;
    apart += (one - other) ** 2 / chance;
    power += (one ** 2 + other ** 2) / chance;
  };
  for (const [at, value] of a.places.entries()) compare(value, b.places[at] ?? 0, spread[at] ?? LEAST);
  if (a.errors.some((share) => share > 0) && b.errors.some((share) => share > 0)) {
    const [ofA, ofB] = [a, b].map(({ errors }) => errors.reduce((sum, share) => sum + share, 0));
    for (const [at, share] of a.errors.entries())
      compare(share / (ofA ?? 1), (b.errors[at] ?? 0) / (ofB ?? 1), 0.05);
  }
  return { apart, power };
}

/** Logarithm of the likelihood of a run's evidence in a group, but for a constant. */
export function likelihoodIn(run: Evidence, group: Evidence, spread: readonly number[]): number {
  let sum = 0;
  for (const [at, value] of run.places.entries())
    sum -= (value - (group.places[at] ?? 0)) ** 2 / (2 * (spread[at] ?? LEAST));
  return sum;
}
