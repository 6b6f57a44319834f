/**
 * Refuses what is no count.
 *
 * @throws {RangeError} if `value` is no whole number >= `least`
 */
export function checkCount(name: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least) {
    throw new RangeError(`Expected \`${name}\` to be a whole number >= ${least}, got ${value}.`);
  }
}
