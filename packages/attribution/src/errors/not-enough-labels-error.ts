/** Too few labelled trajectories to fit or to calibrate at all. */
export class NotEnoughLabelsError extends Error {
  override readonly name = "NotEnoughLabelsError";
  readonly code = "NOT_ENOUGH_LABELS";
  readonly purpose: string;
  readonly needed: number;
  readonly actual: number;

  constructor(purpose: string, needed: number, actual: number) {
    super(
      `${purpose} needs at least ${needed} labelled trajectories, got ${actual}. Label more failed runs, or plant faults.`,
    );
    this.purpose = purpose;
    this.needed = needed;
    this.actual = actual;
  }
}
