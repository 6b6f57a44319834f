/**
 * Refuses a miss rate that no threshold can honour.
 *
 * @param alpha tolerated miss rate; 0 asks for every step
 * @throws {RangeError} if `alpha` is NaN or outside [0, 1)
 */
export function checkAlpha(alpha: number): void {
  if (!(alpha >= 0 && alpha < 1)) throw new RangeError(`Expected \`alpha\` in [0, 1), got ${alpha}.`);
}
