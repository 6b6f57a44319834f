/**
 * Solves A x = b for a symmetric positive definite A, by Cholesky: A = L L', then two triangular systems.
 *
 * @param matrix A, shape [d][d]; only the lower triangle is read
 * @param right  b, shape [d]
 * @returns x, shape [d]
 * @throws {RangeError} if A is not positive definite
 */
export function choleskySolve(
  matrix: readonly (readonly number[])[],
  right: readonly number[],
): readonly number[] {
  const lower = factor(matrix);
  const forward: number[] = [];
  for (const [i, row] of lower.entries()) {
    forward.push(((right[i] ?? 0) - dot(row.slice(0, i), forward)) / (row[i] ?? 1));
  }
  const solution = forward.map(() => 0);
  for (let i = lower.length - 1; i >= 0; i -= 1) {
    const known = solution.reduce((sum, x, j) => (j > i ? sum + (lower[j]?.[i] ?? 0) * x : sum), 0);
    solution[i] = ((forward[i] ?? 0) - known) / (lower[i]?.[i] ?? 1);
  }
  return solution;
}

function factor(matrix: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const lower: number[][] = [];
  for (const [i, source] of matrix.entries()) {
    const row: number[] = [];
    for (const above of lower)
      row.push(((source[row.length] ?? 0) - dot(row, above)) / (above[row.length] ?? 1));
    const pivot = (source[i] ?? 0) - dot(row, row);
    if (!(pivot > 0))
      throw new RangeError(`Expected a positive definite matrix, got pivot ${pivot} at ${i}.`);
    lower.push([...row, Math.sqrt(pivot)]);
  }
  return lower;
}

/** Over the shorter of the two. */
function dot(left: readonly number[], right: readonly number[]): number {
  const count = Math.min(left.length, right.length);
  let sum = 0;
  for (let i = 0; i < count; i += 1) sum += (left[i] ?? 0) * (right[i] ?? 0);
  return sum;
}
