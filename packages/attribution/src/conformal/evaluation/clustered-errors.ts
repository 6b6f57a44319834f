/** Adds up figures of runs, unit by unit, for the standard errors of their means. */
export interface ClusteredErrors<Name extends string> {
  /** @param unit of the run: runs of one unit may depend on each other */
  add(unit: string | number, figures: Readonly<Record<Name, number>>): void;
  /** Of the mean of one figure; 0 of fewer than two units. */
  standardError(name: Name): number;
}

interface UnitSum {
  readonly sums: Float64Array;
  count: number;
}

/**
 * Standard errors of the means of all values, where values of different units are independent and values of one unit need not be: a
 * run that is predicted in many splits, or runs of the same task. They say how far the means may be from those of fresh units. They
 * leave out that fresh labels would calibrate, too.
 */
export function clusteredErrors<Name extends string>(names: readonly Name[]): ClusteredErrors<Name> {
  const units = new Map<string | number, UnitSum>();
  return {
    add(unit, figures) {
      const known = units.get(unit) ?? { sums: new Float64Array(names.length), count: 0 };
      if (known.count === 0) units.set(unit, known);
      known.count += 1;
      names.forEach((name, at) => {
        known.sums[at] = (known.sums[at] ?? 0) + figures[name];
      });
    },
    standardError(name) {
      const at = names.indexOf(name);
      return clusteredError([...units.values()].map(({ count, sums }) => ({ count, sum: sums[at] ?? 0 })));
    },
  };
}

/**
 * Standard error of the mean of all values, from their sums over units; 0 of fewer than two units.
 *
 * The mean is the ratio of two sums over units, so its variance is that of the residuals of units, times G / (G - 1) for G units
 * (linearisation, as in cluster sampling).
 */
export function clusteredError(units: readonly { readonly sum: number; readonly count: number }[]): number {
  if (units.length < 2) return 0;
  const count = units.reduce((total, unit) => total + unit.count, 0);
  const mean = units.reduce((total, unit) => total + unit.sum, 0) / count;
  const squares = units.reduce((total, unit) => total + (unit.sum - mean * unit.count) ** 2, 0);
  return Math.sqrt((squares * units.length) / (units.length - 1)) / count;
}
