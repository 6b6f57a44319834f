/** A part of Who&When. */
type Part = "hand-crafted" | "algorithm-generated";

/** A figure that a paper's authors measured, with their model, on all of a part of Who&When or on maths. Never ours. */
export interface PublishedFigure {
  /** As we call the method. */
  readonly method: string;
  readonly part: Part | "MATH and GSM8k";
  /** Whether the right answer was given; "both" for the mean of with and without, "unsaid" where the paper does not say. */
  readonly truth: "with" | "without" | "both" | "unsaid";
  /** Percent of the traces. */
  readonly agent?: number;
  readonly step?: number;
  /** Percent within 1 to 5 steps. */
  readonly within?: readonly number[];
  /** Of the scores of steps, in [0, 1]. */
  readonly auroc?: number;
  readonly auprc?: number;
  /** Tokens a trace. */
  readonly tokens?: number;
  readonly model: string;
  /** Paper and table. */
  readonly source: string;
}
