/** Adds up a figure of runs, unit by unit, for the standard error of its mean. */
export interface ClusteredError {
  /** @param unit of the run: runs of one unit may depend on each other */
  add(unit: string | number, value: number): void;
  /** 0 of fewer than two units. */
  standardError(): number;
}

interface UnitSum {
  sum: number;
  count: number;
}

/**
 * Standard error of the mean of all values, where values of different units are independent and values of one unit need not be:
 * a run that is predicted in many splits, or runs of the same task. It says how far the mean may be from that of fresh units. It leaves
 * out that fresh labels would calibrate, too.
 *
 * The mean is the ratio of two sums over units, so its variance is that of the residuals of units, times G / (G - 1) for G units
 * (linearisation, as in cluster sampling).
 */
export function clusteredError(): ClusteredError {
  const units = new Map<string | number, UnitSum>();
  return {
    add(unit, value) {
      const known = units.get(unit);
      if (known === undefined) units.set(unit, { sum: value, count: 1 });
      else {
        known.sum += value;
        known.count += 1;
      }
    },
    standardError() {
      if (units.size < 2) return 0;
      const sums = [...units.values()];
      const count = sums.reduce((all, each) => all + each.count, 0);
      const mean = sums.reduce((all, each) => all + each.sum, 0) / count;
      const squares = sums.reduce((all, each) => all + (each.sum - mean * each.count) ** 2, 0);
      return Math.sqrt((squares * units.size) / (units.size - 1)) / count;
    },
  };
}
