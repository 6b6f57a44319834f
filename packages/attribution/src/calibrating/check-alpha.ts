/**
 * @param alpha tolerated miss rate; 0 asks for all steps
 * @throws {RangeError} if it is outside [0, 1)
 */
export function checkAlpha(alpha: number): void {
  if (!(alpha >= 0 && alpha < 1)) throw new RangeError(`Expected \`alpha\` in [0, 1), got ${alpha}.`);
}
