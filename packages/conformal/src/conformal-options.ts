import { type Aggregation, checkAggregation } from "./aggregation.ts";

const METHODS = [
  "vanilla",
  "crsvp",
  "left",
  "right",
  "two-way",
  "interval",
  "suffix",
  "prefix",
  "list",
] as const;

/**
 * How a step's nonconformity follows from the step scores, and so which shape the sets have.
 *
 * - `vanilla`: any steps, contiguous or not, the most suspicious first
 * - `left`: a suffix (filters from the left); `right`: a prefix; `two-way`: their intersection
 * - `crsvp`: a block of 1, 2, 4, 8, ... steps around the most suspicious one; needs a `draw` a trajectory
 * - `interval`, `suffix`, `prefix`: a range of that shape, by density ratio
 * - `list`: any steps, by density ratio; a short list for people
 */
export type ConformalMethod = (typeof METHODS)[number];

/** What calibration and prediction must agree on. */
export interface ConformalOptions {
  /** `suffix` fits rollback, where only a start no later than the decisive step counts; `interval` fits debugging. */
  readonly method: ConformalMethod;
  /** For `left`, `right`, `two-way` and `crsvp`; the other methods ignore it. Default: `{ kind: "sum" }`. */
  readonly aggregation?: Aggregation;
  /**
   * For `crsvp` only, and required there by `nonconformity` and `predictionSet`: one number in [0, 1) a trajectory, drawn
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
  if (!METHODS.includes(options.method)) {
    const known = METHODS.map((method) => `"${method}"`).join(", ");
    throw new RangeError(`Expected \`method\` to be one of ${known}, got "${options.method}".`);
  }
  if (options.aggregation !== undefined) checkAggregation(options.aggregation);
}
