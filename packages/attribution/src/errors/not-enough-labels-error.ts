/** @internal Remedy where runs are missing that are known to be right, or wrong. */
export const GATHER_BOTH = "Gather right runs and wrong ones.";

/** Too few labelled trajectories to fit or to calibrate at all. */
export class NotEnoughLabelsError extends Error {
  override readonly name = "NotEnoughLabelsError";
  readonly code = "NOT_ENOUGH_LABELS";
  readonly purpose: string;
  readonly needed: number;
  readonly actual: number;

  constructor(
    purpose: string,
    needed: number,
    actual: number,
    remedy: string = "Label more failed runs, or plant faults.",
  ) {
    super(`${purpose} needs at least ${needed} labelled trajectories, got ${actual}. ${remedy}`);
    this.purpose = purpose;
    this.needed = needed;
    this.actual = actual;
  }
}
