import { sentence } from "../trajectory/index.ts";

/** A stored scorer cannot be brought back: its model is malformed, or needs features that this version does not have. */
export class ScorerModelError extends Error {
  override readonly name = "ScorerModelError";
  readonly code = "SCORER_MODEL";
  readonly field: string;

  constructor(field: string, fault: string) {
    super(
      `Scorer model${field === "" ? "" : `, \`${field}\``}: ${sentence(fault)} Fit the scorer again with this version.`,
    );
    this.field = field;
  }
}
