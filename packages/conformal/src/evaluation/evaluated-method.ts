import type { Aggregation } from "../aggregation.ts";
import type { ConformalMethod } from "../conformal-method.ts";
import type { SelectionCost } from "../cost-curve.ts";

/** A method, or the symmetric selection among those that give ranges. */
export type EvaluatedMethod = ConformalMethod | "selected";

/** What to calibrate. */
export interface OutcomeOptions {
  /** Tolerated miss rate, in [0, 1). */
  readonly alpha: number;
  /** For the filtrations that `selected` chooses from. Default: `{ kind: "sum" }`. */
  readonly aggregation?: Aggregation;
  /** By what `selected` chooses. Default: `size`. */
  readonly cost?: SelectionCost;
}
