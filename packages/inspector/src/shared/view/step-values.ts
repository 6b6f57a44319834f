import type { ValueLink } from "@langgraph-rollback/attribution/trajectory";

/** Values of a step that stand in its attempt before it. Plain JSON, bounded in size; all text is untrusted. */
export interface StepValues {
  /** Those from other steps first, then those from the input; in the order of the step's texts. */
  readonly links: readonly ValueLink[];
  /** How many further ones there are. */
  readonly more: number;
  /** First step whose texts were not looked through, as those before are too long; absent where all were. */
  readonly unread?: ValueLink["from"];
}

/** Places of a text in an attempt. Steps count from 0. */
export interface TextPlaces {
  readonly from: ValueLink["from"];
  readonly places: ValueLink["places"];
  /** Later steps that have it, in order; at most a hundred. */
  readonly later: readonly number[];
  /** First step whose texts were not looked through, as those before are too long; absent where all were. */
  readonly unread?: ValueLink["from"];
}
