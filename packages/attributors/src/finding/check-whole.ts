/** @internal @throws {RangeError} if an option is no whole number of at least `least` */
export function checkWhole(name: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  throw new RangeError(`Expected \`${name}\` to be a whole number >= ${least}, got ${value}.`);
}
