import { sentence } from "@langgraph-rollback/attribution/trajectory";

/** A method got too few usable answers to score a trajectory. */
export class TooManyMissingError extends Error {
  override readonly name = "TooManyMissingError";
  readonly code = "TOO_MANY_MISSING";
  readonly trajectoryId: string;
  /** Steps without a score. */
  readonly missing: number;
  readonly steps: number;
  /** Faults of single answers. */
  readonly problems: readonly string[];

  constructor(
    attributor: string,
    trajectoryId: string,
    missing: number,
    steps: number,
    maxMissing: number,
    problems: readonly string[],
  ) {
    super(
      `"${attributor}" has no score for ${missing} of ${steps} steps of trajectory "${trajectoryId}", and ` +
        `\`maxMissing\` is ${maxMissing}. ${sentence(problems[0] ?? "The model did not answer about them")} ` +
        "Take a model that answers in the required shape, or give a `fallback`.",
    );
    this.trajectoryId = trajectoryId;
    this.missing = missing;
    this.steps = steps;
    this.problems = problems;
  }
}
