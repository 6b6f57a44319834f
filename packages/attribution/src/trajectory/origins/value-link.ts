import type { Place } from "./trace-texts.ts";

/** A value that stands word for word in two places of a run. */
export interface ValueLink {
  /** The value. Untrusted. */
  readonly text: string;
  /** Index of the step that had it first; "input" where the task or the instructions did. */
  readonly from: number | "input";
  /** Index of a later step that has it. */
  readonly to: number;
  /** Parts of that later step in which it stands: arguments of tool calls, the output, the message of an exception. */
  readonly places: readonly Place[];
}
