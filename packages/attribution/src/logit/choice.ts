/**
 * One trajectory as the conditional logit sees it: features of each step, of which one is the decisive step. Most
 * features of most steps are 0, so only the others are held, row after row.
 */
export interface Choice {
  /** Start of each step's entries, and end of the last one's; shape [l + 1]. */
  readonly starts: Int32Array;
  /** Feature of each entry, ascending within a step. */
  readonly columns: Int32Array;
  readonly values: Float64Array;
  /** Index of the decisive step, in [0, l); or how likely each step is that step, shape [l], sum 1. */
  readonly chosen: number | Float64Array;
}

/**
 * Puts rows of features into a {@link Choice}. Within a trajectory only differences between steps matter: features that
 * all steps share are left out, the others are counted from `origin`.
 *
 * @param rows   shape [l, f]
 * @param chosen as in {@link Choice}
 * @param origin the commonest value of each feature, shape [f]; default 0
 */
export function choiceOf(
  rows: readonly (readonly number[])[],
  chosen: Choice["chosen"],
  origin: readonly number[] = [],
): Choice {
  const starts = [0];
  const columns: number[] = [];
  const values: number[] = [];
  const [first = []] = rows;
  const differs = first.map((value, column) => rows.some((row) => row[column] !== value));
  for (const row of rows) {
    row.forEach((value, column) => {
      const apart = value - (origin[column] ?? 0);
      if (differs[column] !== true || apart === 0) return;
      columns.push(column);
      values.push(apart);
    });
    starts.push(values.length);
  }
  return {
    starts: Int32Array.from(starts),
    columns: Int32Array.from(columns),
    values: Float64Array.from(values),
    chosen,
  };
}

/**
 * How likely each step is the chosen one: softmax(rows w), with no overflow.
 *
 * @param weights shape [f']; features from f' on count for nothing
 * @param shares  shape [>= l], filled with positive numbers that sum to 1
 * @returns the log of the chosen step's share; its mean where the chosen step is not certain
 */
export function sharesOf(choice: Choice, weights: Float64Array, shares: Float64Array): number {
  const { chosen, columns, starts, values } = choice;
  const length = starts.length - 1;
  let highest = -Infinity;
  for (let step = 0; step < length; step += 1) {
    let utility = 0;
    const end = starts[step + 1] ?? 0;
    for (let entry = starts[step] ?? 0; entry < end; entry += 1)
      utility += (values[entry] ?? 0) * (weights[columns[entry] ?? 0] ?? 0);
    shares[step] = utility;
    if (utility > highest) highest = utility;
  }
  const ofChosen = (typeof chosen === "number" ? (shares[chosen] ?? 0) : meanOf(shares, chosen)) - highest;
  let total = 0;
  for (let step = 0; step < length; step += 1) {
    const power = Math.exp((shares[step] ?? 0) - highest);
    shares[step] = power;
    total += power;
  }
  for (let step = 0; step < length; step += 1) shares[step] = (shares[step] ?? 0) / total;
  return ofChosen - Math.log(total);
}

/** How likely a step is the chosen one, in [0, 1]. */
export function chanceOf({ chosen }: Choice, step: number): number {
  if (typeof chosen === "number") return step === chosen ? 1 : 0;
  return chosen[step] ?? 0;
}

/** Mean of values of which the first are used, weighed by shares that sum to 1. */
function meanOf(values: Float64Array, shares: Float64Array): number {
  return shares.reduce((sum, share, step) => sum + share * (values[step] ?? 0), 0);
}

/** Steps of the longest trajectory; 0 of none. */
export function longest(choices: readonly Choice[]): number {
  return choices.reduce((most, { starts }) => Math.max(most, starts.length - 1), 0);
}
