/** Mean and standard deviation of each feature, shape [f] each. */
export interface Scaling {
  readonly means: readonly number[];
  readonly deviations: readonly number[];
}

const CONSTANT = 1e-9;

/**
 * Mean and deviation of each column.
 *
 * @param rows all steps of all trajectories it is fitted on, shape [steps, f]
 * @returns a deviation of 1 where a column does not vary
 */
export function fitScaling(rows: readonly (readonly number[])[]): Scaling {
  const width = rows[0]?.length ?? 0;
  const means: number[] = [];
  const deviations: number[] = [];
  for (let column = 0; column < width; column += 1) {
    const mean = rows.reduce((sum, row) => sum + (row[column] ?? 0), 0) / rows.length;
    const variance = rows.reduce((sum, row) => sum + ((row[column] ?? 0) - mean) ** 2, 0) / rows.length;
    means.push(mean);
    deviations.push(variance > CONSTANT ** 2 ? Math.sqrt(variance) : 1);
  }
  return { means, deviations };
}

/** Deviations from the mean beyond which a value counts as this far: a rare flag must not outweigh all else. */
const FARTHEST = 3;

/** The row in units of deviations from the mean, held within [-3, 3]; shape [f]. */
export function standardise(row: readonly number[], { deviations, means }: Scaling): readonly number[] {
  return row.map((value, column) => {
    const apart = (value - (means[column] ?? 0)) / (deviations[column] ?? 1);
    return Math.max(-FARTHEST, Math.min(FARTHEST, apart));
  });
}
