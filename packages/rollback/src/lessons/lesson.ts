/** Lesson of runs that failed alike and recovered, as plain JSON. All texts but ids are of traces: untrusted. */
export interface Lesson {
  /** Why the attempt failed, by the words of the verifier, the exception or the model itself; cut to 500 characters. */
  readonly reason: string;
  /** The suspected step of the failed attempt: its node, and the tool that it called. */
  readonly suspected: { readonly node: string; readonly tool?: string };
  /** The step at which the accepted attempt parted from the failed one, of both; each cut to 500 characters, "" where one had ended. */
  readonly parted: { readonly failed: string; readonly accepted: string };
  /** Runs that failed alike and recovered, at least 1. */
  readonly recovered: number;
  /** Runs that failed alike and were given up. */
  readonly lost: number;
  /** When the latest of those that recovered was accepted, ISO 8601, UTC. */
  readonly at: string;
  /** The latest of those that recovered, latest first, at most 20. */
  readonly runs: readonly { readonly threadId: string; readonly run: string }[];
}
