/** @internal Whether a number in a model's answer is a step, 0-based, of a trajectory of `length` steps. */
export function isStep(step: number, length: number): boolean {
  return Number.isInteger(step) && step >= 0 && step < length;
}
