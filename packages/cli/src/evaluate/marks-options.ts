import type { EvaluateOptions } from "./evaluate-options.ts";

/** Which opinions, of whom, and what to measure. */
export interface MarksOptions extends Omit<EvaluateOptions, "scorer"> {
  /** The opinion file. */
  readonly marks: string;
  /** Default: all with an answer about every labelled run. */
  readonly models?: readonly string[];
}
