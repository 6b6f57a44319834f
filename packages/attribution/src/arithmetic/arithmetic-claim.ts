import type { Operator } from "./arithmetic-token.ts";

/** A statement such as `6 * 140 = 840`, recomputed. */
export interface ArithmeticClaim {
  /** The left side, spelt alike for equal expressions. */
  readonly expression: string;
  /** Numbers on the left side, as written; a percentage counts as its number. */
  readonly operands: readonly number[];
  readonly operators: readonly Operator[];
  /** Value of the right side. */
  readonly stated: number;
  /** "rounded": off by less than one unit of the last place that is stated. */
  readonly verdict: "right" | "rounded" | "wrong";
}
