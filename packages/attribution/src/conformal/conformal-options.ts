import { type Aggregation, checkAggregation } from "./aggregation.ts";
import { CONFORMAL_METHODS, type ConformalMethod } from "./conformal-method.ts";

/** Options that calibration and prediction must agree on. */
export interface ConformalOptions {
  /** `suffix` fits rollback, where only a start no later than the decisive step counts; `interval` fits debugging. */
  readonly method: ConformalMethod;
  /** For `left`, `right`, `two-way`, `crsvp` and `crsvp-raw`; the other methods ignore it. Default: `{ kind: "sum" }`. */
  readonly aggregation?: Aggregation;
  /**
   * For `crsvp` and `crsvp-raw` only, and required there by `nonconformity` and `predictionSet`: one number in [0, 1) a trajectory, drawn
   * without a look at its scores or label, say from `seededRandom`. `calibrateThreshold` does not keep it, since the next
   * trajectory has its own: `predictionSet(scores, { ...threshold, draw })`.
   */
  readonly draw?: number;
}

/**
 * Refuses options that name no method.
 *
 * @throws {RangeError} on an unknown method or a bad aggregation
 */
export function checkConformalOptions(options: ConformalOptions): void {
  if (!CONFORMAL_METHODS.includes(options.method)) {
    const known = CONFORMAL_METHODS.map((method) => `"${method}"`).join(", ");
    throw new RangeError(`Expected \`method\` to be one of ${known}, got "${options.method}".`);
  }
  if (options.aggregation !== undefined) checkAggregation(options.aggregation);
}
