/**
 * Solves A x = b by Cholesky's decomposition.
 *
 * @param matrix symmetric positive definite A, row by row, shape [n * n]; overwritten by its factor
 * @param right b, shape [n]
 * @returns x, shape [n]
 */
export function solvePositiveDefinite(matrix: Float64Array, right: Float64Array): Float64Array {
  const n = right.length;
  decompose(matrix, n);
  const x = Float64Array.from(right);
  for (let row = 0; row < n; row += 1) {
    for (let column = 0; column < row; column += 1)
      x[row] = at(x, row) - at(matrix, row * n + column) * at(x, column);
    x[row] = at(x, row) / at(matrix, row * n + row);
  }
  for (let row = n - 1; row >= 0; row -= 1) {
    for (let below = row + 1; below < n; below += 1)
      x[row] = at(x, row) - at(matrix, below * n + row) * at(x, below);
    x[row] = at(x, row) / at(matrix, row * n + row);
  }
  return x;
}

/** Puts the lower triangle L of A = L L' in place of A's. */
function decompose(matrix: Float64Array, n: number): void {
  for (let row = 0; row < n; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let sum = at(matrix, row * n + column);
      for (let k = 0; k < column; k += 1) sum -= at(matrix, row * n + k) * at(matrix, column * n + k);
      matrix[row * n + column] = row === column ? Math.sqrt(sum) : sum / at(matrix, column * n + column);
    }
  }
}

function at(values: Float64Array, index: number): number {
  return values[index] ?? 0;
}
